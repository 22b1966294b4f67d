/** A start that cannot go on because of the environment; the message has one line for each variable at fault. */
export class EnvError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** For the mains: prints an `EnvError` and exits with 1; any other error rises. */
export function exitOnEnvError(error: unknown): never {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Runs a command: what it gives is its exit code. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => exitOnEnvError(error),
  )
}
