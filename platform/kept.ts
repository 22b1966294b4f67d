import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.cache/pages/', import.meta.url))

/**
 * What comes of these sources, made at first and then read from `.cache/pages`. Nothing depends on the folder: what cannot
 * be kept is made again.
 */
export function keptText(sources: readonly string[], make: () => string): string {
  const path = join(folder, `${createHash('sha256').update(sources.join('\0')).digest('hex')}.js`)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const text = make()
    keep(path, text)
    return text
  }
}

/** Whole or not at all: others may be reading, or writing the same. */
function keep(path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // A folder that cannot be written costs time alone.
  }
}
