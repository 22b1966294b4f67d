import { listenText, refusedText } from './refused-place.ts'

/** The process cannot start because of the environment; the message has one line per faulty variable. */
export class EnvError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** For main functions: prints an `EnvError`, or what is away, and exits with 1; rethrows any other error. */
export function exitOnEnvError(error: unknown): never {
  const said = error instanceof EnvError ? error.message : placeText(error)
  if (said === undefined) throw error
  process.stderr.write(`${said}\n`)
  process.exit(1)
}

/** One line, if a place that the environment names is away, closed to us, or taken. */
function placeText(error: unknown): string | undefined {
  return listenText(error) ?? refusedText(error) ?? awayText(error)
}

/** One line, if the database or Temporal did not answer. */
function awayText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const who = 'code' in error ? whoIsAway(error.code) : undefined
  if (who === undefined) return awayText(error.cause)
  const [reason = ''] = messageOf(error).split('\n')
  return `${who} does not answer (${reason.slice(0, reasonMax)}): npm run doctor says more.`
}

/** By the codes of `DatabaseUnavailable`, and of gRPC: deadline exceeded, and unavailable. */
function whoIsAway(code: unknown): string | undefined {
  if (code === 'unavailable') return 'The database'
  return code === 4 || code === 14 ? 'Temporal' : undefined
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
}

const reasonMax = 200

/** Runs a command; its result is the exit code. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => exitOnEnvError(error),
  )
}
