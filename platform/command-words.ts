import { EnvError } from './env-error.ts'

/** The word behind a command: one of `known`, or none. Anything else, `--help` too, is answered with the usage. */
export function commandWord(usage: string, ...known: readonly string[]): string | undefined {
  const [word, ...more] = process.argv.slice(2)
  if (word === undefined) return undefined
  if (more.length > 0 || !known.includes(word)) throw new EnvError([`Usage: ${usage}`])
  return word
}
