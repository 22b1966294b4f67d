import { styleText } from 'node:util'

/** One line to whoever started us. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** One line about what went wrong. */
export function complain(line: string): void {
  process.stderr.write(`${styleText('red', line, { stream: process.stderr })}\n`)
}

/**
 * Runs a step and says when it is done and how long it took; when it takes long, it says so at once, with `hint`.
 * An error rises as it is.
 */
export async function step<T>(name: string, work: () => Promise<T>, hint = ''): Promise<T> {
  const startedAt = Date.now()
  const slow = setInterval(() => {
    say(`  … ${name} (${secondsSince(startedAt)} s)${hint === '' ? '' : `: ${hint}`}`)
  }, slowMs)
  try {
    const result = await work()
    say(`  ${styleText('green', '✓')} ${name} ${styleText('dim', `${secondsSince(startedAt)} s`)}`)
    return result
  } finally {
    clearInterval(slow)
  }
}

/** A start that cannot go on, in one line that says what to do; no stack is shown for it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const slowMs = 4000

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
