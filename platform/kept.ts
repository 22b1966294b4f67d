import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Next to Node's compile cache (jsx.mjs). */
const folder = join(
  process.env['CACHE_DIRECTORY'] ?? fileURLToPath(new URL('../.cache', import.meta.url)),
  'pages',
)

/**
 * The text that `make` produces from these sources, cached in `.cache/pages`. The folder may be deleted at any time;
 * what cannot be cached is made again.
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

/** Written atomically: other processes may be reading or writing the same file. */
function keep(path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // Without a writable folder everything works, only slower.
  }
}
