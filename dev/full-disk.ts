import { statfsSync } from 'node:fs'

/** One line if this error says that the disk of the data folder is full, whoever says it; otherwise undefined. */
export function fullDisk(error: unknown, dataDir: string): string | undefined {
  if (!isOfFullDisk(error)) return undefined
  return `The disk of ${dataDir} is full${leftOn(dataDir)}. Free some space (a new installation needs ${neededMb} MB), or set DATA_DIR to another folder of yours; then start again.`
}

/** Node and PostgreSQL have a code for it; the servers that we start print it, as does SQLite under Temporal. */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && fullCodes.has(error.code)) return true
  return fullTexts.test(error.message) || isOfFullDisk(error.cause)
}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])
const fullTexts =
  /no space left on device|check free disk space|disk quota exceeded|database or disk is full/i
const neededMb = 200

function leftOn(folder: string): string {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return ` (${Math.floor((bavail * bsize) / 1_000_000)} MB left)`
  } catch {
    return ''
  }
}
