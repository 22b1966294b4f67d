import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The password in this folder; if there is none, or what is left of one, a new one, passed to `set` before it is kept. */
export async function passwordIn(
  folder: string,
  set: (password: string) => Promise<void>,
): Promise<string> {
  const path = passwordPath(folder)
  const known = existsSync(path) ? (await readFile(path, 'utf8')).trim() : ''
  if (/^[0-9a-f]{32}$/.test(known)) return known
  const password = randomBytes(passwordBytes).toString('hex')
  await set(password)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await rename(draft, path)
  return password
}

export function passwordPath(folder: string): string {
  return join(folder, 'postgres.password')
}

const passwordBytes = 16
const setTimeoutMs = 120_000

/** Whoever owns the files needs no password to change it, while the server is down. */
export async function changePassword(
  [program = '', ...args]: readonly string[],
  role: string,
  password: string,
): Promise<void> {
  const changing = promisify(execFile)(program, args, { timeout: setTimeoutMs })
  changing.child.stdin?.end(`alter role ${role} password '${password}'\n`)
  await changing
}
