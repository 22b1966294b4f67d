import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from './env-error.ts'

/**
 * The master keys of this installation, 32 bytes each: `MASTER_KEY`, or (outside production, where `readEnv` requires
 * it) the key generated once in `DATA_DIR/master.key`. Processes that start at the same time get the same key.
 */
export function masterKeysOf(env: KeyPlace): readonly Buffer[] {
  return knownMasterKeys(env) ?? keysIn(generate(env.dataDir, pathIn(env)), pathIn(env))
}

/** The same, but undefined where none was generated yet. */
export function knownMasterKeys(env: KeyPlace): readonly Buffer[] | undefined {
  if (env.masterKeys.length > 0) return env.masterKeys
  const path = pathIn(env)
  const text = readText(path)
  return text === undefined ? undefined : keysIn(text, path)
}

interface KeyPlace {
  readonly masterKeys: readonly Buffer[]
  readonly dataDir: string
}

function pathIn({ dataDir }: KeyPlace): string {
  return join(dataDir, 'master.key')
}

function keysIn(text: string, path: string): readonly Buffer[] {
  const keys = parseMasterKeys(text)
  if (keys !== undefined) return keys
  throw new EnvError([`MASTER_KEY is not set, and ${path} does not hold a key of 32 bytes.`])
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
  const key = `${randomBytes(keyBytes).toString('hex')}\n`
  writeFileSync(draft, key, { mode: 0o600, flag: 'wx', flush: true })
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
