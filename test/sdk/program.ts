import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { atExit } from '#test/support/temporary-folder.ts'

/** A program that runs beside a test, and never outlives it. */
export interface Program {
  readonly child: ChildProcess
  /** What it has said so far, on both channels. */
  output(): string
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

/** Starts it. */
export function startProgram(
  [program, ...parts]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
  folder?: string,
): Program {
  const env = { ...process.env, ...environment }
  const child = spawn(program, parts, { env, ...(folder && { cwd: folder }) })
  const ended = once(child, 'close')
  const said: string[] = []
  child.stdout.on('data', (text: Buffer) => said.push(text.toString()))
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  atExit(() => child.kill('SIGKILL'))
  return {
    child,
    output: () => said.join(''),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs it to its end. */
export async function runProgram(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const program = startProgram(command, environment)
  const [code] = (await once(program.child, 'close')) as [number | null]
  return { code, output: program.output() }
}
