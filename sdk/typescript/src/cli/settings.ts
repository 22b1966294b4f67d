import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** The key and base URL of the commands. */
export interface Settings {
  readonly apiKey: string
  readonly baseUrl: string
}

/** A command that cannot start; the message says what to do. */
export class UsageError extends Error {}

const folder = process.env['PAYMENTS_HOME'] ?? join(homedir(), '.config', 'payment-service')
const file = join(folder, 'login.json')

/** From the options, the environment, or the last `login`. Error: UsageError. */
export function readSettings(given: Partial<Settings>): Settings {
  const kept = readJson<Partial<Settings>>(file) ?? {}
  // An empty variable counts as unset.
  const apiKey = given.apiKey || process.env['PAYMENTS_API_KEY'] || kept.apiKey
  const baseUrl = given.baseUrl || process.env['PAYMENTS_BASE_URL'] || kept.baseUrl
  if (!apiKey || !baseUrl) {
    throw new UsageError(
      'No key or address is known. Run: payments login --base-url https://… --key SKSANDBOX_…',
    )
  }
  return { apiKey, baseUrl: baseUrl.replace(/\/+$/, '') }
}

/** Language of the service's messages: French if the terminal is in French, otherwise English like the commands. */
export function localLanguage(): 'fr' | 'en' {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  return (LC_ALL || LC_MESSAGES || LANG || '').startsWith('fr') ? 'fr' : 'en'
}

/** Stores the settings for later commands, readable only by their owner. */
export function keepSettings(settings: Settings): string {
  writeJson(file, settings)
  return file
}

/** Where `listen` stores its position, one file per key. */
export function stateFileOf(apiKey: string): string {
  const digest = createHash('sha256').update(apiKey).digest('hex').slice(0, 16)
  return join(folder, `listen-${digest}.json`)
}

/** The default name of `listen`: the same on each start, and nothing that identifies a person. */
export function labelOf(stateFile: string): string {
  const digest = createHash('sha256').update(`${hostname()}\n${stateFile}`).digest('hex')
  return `listen-${digest.slice(0, 6)}`
}

/** The content of a file; undefined if it cannot be read. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Writes atomically: a killed program leaves the file unchanged. */
export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const made = `${path}.${process.pid}`
  writeFileSync(made, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(made, 0o600)
  renameSync(made, path)
}
