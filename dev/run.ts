import { spawn } from 'node:child_process'

/** Runs a command to its end, or until `timeoutMs`; code is -1 if it could not be run or was stopped. */
export async function runToEnd(
  command: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    const add = (chunk: Buffer): void => {
      if (output.length < outputCharactersMax) output += chunk.toString('utf8')
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.once('error', () => resolve({ code: -1, output: '' }))
    child.once('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

const outputCharactersMax = 1_000_000
