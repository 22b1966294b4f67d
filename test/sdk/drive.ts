import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from './languages.ts'

const run = promisify(execFile)
const endings: Readonly<Record<string, string>> = {
  TypeScript: '-main.ts',
  Python: '.py',
  PHP: '.php',
}

/** What the program of this name in `drivers` prints as JSON, in this language. */
export async function drive(
  { name, command, environment }: Language,
  driver: string,
  words: readonly string[],
): Promise<unknown> {
  const [program, ...parts] = command
  const file = join(import.meta.dirname, 'drivers', driver + (endings[name] ?? ''))
  const options = { env: { ...process.env, ...environment } }
  return JSON.parse((await run(program, [...parts, file, ...words], options)).stdout)
}
