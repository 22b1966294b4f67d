import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that is deleted when this process ends; any user may enter it, as PostgreSQL's must. */
export function temporaryFolder(name: string, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, `payment-service-${name}-`))
  chmodSync(folder, 0o755)
  // A server that was just killed may still be writing its last file.
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  return folder
}

/** Runs this when the process ends, last registered first. It must be synchronous. */
export function atExit(work: () => void): void {
  if (works.push(work) === 1) {
    process.once('exit', () => {
      for (const each of works.toReversed()) each()
    })
  }
}

const works: (() => void)[] = []
