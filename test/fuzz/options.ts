import { parseArgs } from 'node:util'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'

const usage = 'Usage: npm run fuzz -- [--minutes N] [--seed N] [--cases N]'

interface Options {
  readonly minutes: number
  readonly seed: number
  readonly casesMax: number
}

/** What is typed behind `npm run fuzz --`; ends the process with the usage if that cannot be read. */
export function readOptions(words: readonly string[]): Options {
  try {
    const text = { type: 'string' } as const
    const options = { minutes: text, seed: text, cases: text }
    const { values } = parseArgs({ args: [...words], options })
    const { minutes = '1', seed = String(Date.now() % 2 ** 31), cases = '1000000000' } = values
    return { minutes: numberIn(minutes), seed: numberIn(seed), casesMax: numberIn(cases) }
  } catch {
    return exitOnEnvError(new EnvError([usage]))
  }
}

function numberIn(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0)) throw new RangeError(text)
  return value
}
