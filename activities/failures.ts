import { ApplicationFailure } from '@temporalio/common'

type Step<Input, Output> = (input: Input) => Promise<Output>

/**
 * What a step throws is kept in the run's history for all to read, so only a code goes there; the error itself, which
 * may quote a person or a statement, goes to the log. Every failure is worth a repeat: refusals are results, not errors.
 */
export function withoutSecrets(log: { error(details: object, message: string): void }) {
  return <Input, Output>(step: Step<Input, Output>): Step<Input, Output> =>
    async (input) => {
      try {
        return await step(input)
      } catch (error) {
        log.error({ err: error, input }, 'a step failed and will be tried again')
        const failure = ApplicationFailure.retryable(codeOf(error), codeOf(error))
        delete failure.stack
        throw failure
      }
    }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^[a-zA-Z0-9_]{1,40}$/.test(code) ? code : 'internal_error'
}
