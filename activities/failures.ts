import { ApplicationFailure } from '@temporalio/common'
import { notInBooks } from '#workflows/ports.ts'

type Step<Input, Output> = (input: Input) => Promise<Output>

export interface FailureWatch {
  readonly log: { error(details: object, message: string): void }
  /** False where the books do not know what the input is about. */
  readonly isInBooks: (input: unknown) => Promise<boolean>
  /** Keeps for the staff that the run of this step has no fact. */
  readonly noteOrphan: () => Promise<void>
}

/**
 * What a step throws is kept in the run's history for all to read, so only a code goes there; the error itself, which
 * may quote a person or a statement, goes to the log. Every failure is worth a repeat, for refusals are results and not
 * errors, but one: a step about something that the books do not know.
 */
export function withoutSecrets({ log, isInBooks, noteOrphan }: FailureWatch) {
  return <Input, Output>(step: Step<Input, Output>): Step<Input, Output> =>
    async (input) => {
      try {
        return await step(input)
      } catch (error) {
        const isKnown = await isInBooks(input).catch(() => true)
        const failure = isKnown
          ? ApplicationFailure.retryable(codeOf(error), codeOf(error))
          : ApplicationFailure.nonRetryable(notInBooks, notInBooks)
        const told = isKnown
          ? 'a step failed and will be tried again'
          : 'a step is about something that the books do not know: its run ends'
        log.error({ err: error, input }, told)
        if (!isKnown)
          await noteOrphan().catch((failed: unknown) =>
            log.error({ err: failed }, 'an orphaned run could not be noted for the staff'),
          )
        delete failure.stack
        throw failure
      }
    }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^[a-zA-Z0-9_]{1,40}$/.test(code) ? code : 'internal_error'
}
