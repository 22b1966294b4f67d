/** The process cannot start because of the environment; the message has one line per faulty variable. */
export class EnvError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** For main functions: prints an `EnvError` and exits with 1; rethrows any other error. */
export function exitOnEnvError(error: unknown): never {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Runs a command; its result is the exit code. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => exitOnEnvError(error),
  )
}
