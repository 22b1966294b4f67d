import { styleText } from 'node:util'

/** Prints a line. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Prints a line about an error. */
export function complain(line: string): void {
  process.stderr.write(`${styleText('red', line, { stream: process.stderr })}\n`)
}

/**
 * Runs a step, and prints when it is done and how long it took; a slow step prints progress with `hint`. Errors are
 * passed on.
 */
export async function step<T>(name: string, work: () => Promise<T>, hint = ''): Promise<T> {
  const startedAt = Date.now()
  const slow = setInterval(() => {
    say(`  … ${name} (${secondsSince(startedAt)} s)${hint === '' ? '' : `: ${hint}`}`)
  }, slowMs)
  try {
    const result = await work()
    say(
      `  ${styleText('green', '✓')} ${name} ${styleText('dim', `(${secondsSince(startedAt)} s)`)}`,
    )
    return result
  } finally {
    clearInterval(slow)
  }
}

/** A start that cannot continue: one line that says what to do, shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const slowMs = 4000

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
