import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from './env-error.ts'

/**
 * The master keys of this installation, 32 bytes each: `MASTER_KEY`, or (outside production, where `readEnv` requires
 * it) the key generated once in `DATA_DIR/master.key`. Processes that start at the same time get the same key.
 */
export function masterKeysOf(env: {
  readonly masterKeys: readonly Buffer[]
  readonly dataDir: string
}): readonly Buffer[] {
  if (env.masterKeys.length > 0) return env.masterKeys
  const path = join(env.dataDir, 'master.key')
  const keys = parseMasterKeys(readText(path) ?? generate(env.dataDir, path))
  if (keys === undefined) {
    throw new EnvError([`MASTER_KEY is not set, and ${path} does not hold a key of 32 bytes.`])
  }
  return keys
}

/** Keys separated by commas, without duplicates; undefined if any of them is invalid. */
export function parseMasterKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map(parseMasterKey)
  const whole = keys.filter((key) => key !== undefined)
  const names = new Set(whole.map((key) => key.toString('hex')))
  return names.size === keys.length && keys.length <= keysMax ? whole : undefined
}

const keysMax = 10

/** 32 bytes written as 64 hexadecimal digits or as base64 (either alphabet); undefined for anything else. */
export function parseMasterKey(text: string): Buffer | undefined {
  const value = text.trim()
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (!/^[\w+/-]{43}=?$/.test(value)) return undefined
  const key = Buffer.from(value, 'base64')
  return key.length === keyBytes ? key : undefined
}

const keyBytes = 32

/** Linking a finished file publishes the key completely or not at all, and only the first process succeeds. */
function generate(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
