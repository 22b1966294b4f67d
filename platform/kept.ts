import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../.cache/', import.meta.url))

/**
 * What is made of these parts, kept in a folder of `.cache` for the next process that asks. Nothing depends on the folder:
 * what cannot be kept is made again.
 */
export function kept(folder: string, parts: readonly string[], make: () => string): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex')
  const path = join(cache, folder, hash)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const made = make()
    keep(path, made)
    return made
  }
}

/** Whole or not at all: others may be reading, or writing the same. */
function keep(path: string, text: string): void {
  try {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // A folder that cannot be written costs time alone.
  }
}
