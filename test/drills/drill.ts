import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hasProgram } from '#test/support/debian-program.ts'

/** What a drill of deploy/drills printed; rejects, with that, where it ends with anything but 0. */
export function runDrill(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return runScript(`deploy/drills/${name}.sh`, environment)
}

/** The same for any script of the repository. */
export async function runScript(
  path: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { env: { PATH: process.env['PATH'], ...environment }, timeout: drillTimeoutMs }
  try {
    return (await promisify(execFile)(join(root, path), options)).stdout
  } catch (error) {
    const { stdout = '', message } = error as { stdout?: string; message: string }
    throw new Error(`${message}\n${stdout}`, { cause: error })
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const drillTimeoutMs = 300_000

/** For a first `before`: where this machine lacks a program that the drills use, these tests are reported as skipped. */
export function needsPrograms(this: Mocha.Context): void {
  if (!['psql', 'curl', 'openssl'].every(hasProgram)) this.skip()
}
