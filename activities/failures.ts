import { ApplicationFailure } from '@temporalio/common'
import { judgeFailure } from '#use-cases/runs/failure-classes.ts'
import { actNotInBooks, type FailureDetails, notInBooks } from '#workflows/ports.ts'

type Step<Input, Output> = (input: Input) => Promise<Output>

export interface FailureWatch {
  readonly log: {
    error(details: object, message: string): void
    debug(details: object, message: string): void
  }
  /** False where the books do not know what the input is about. */
  readonly isInBooks: (input: unknown) => Promise<boolean>
  /** Keeps for the staff that the run of this step has no fact. */
  readonly noteOrphan: () => Promise<void>
}

/**
 * What a step throws is kept in the run's history for all to read, so only its code and class go there; the error itself,
 * which may quote a person or a statement, goes to the log. What goes by itself is tried again at once; the rest comes back
 * to the run, which waits, or asks (docs/workflows.md#steps-that-fail).
 */
export function withoutSecrets({ log, isInBooks, noteOrphan }: FailureWatch) {
  return <Input, Output>(step: Step<Input, Output>): Step<Input, Output> =>
    async (input) => {
      try {
        return await step(input)
      } catch (error) {
        const isKnown = await isInBooks(input).catch(() => true)
        const { failure, told, level = 'error' } = isKnown ? failed(error, input) : orphaned
        log[level]({ err: error, input }, told)
        if (!isKnown)
          await noteOrphan().catch((failed: unknown) =>
            log.error({ err: failed }, 'an orphaned run could not be noted for the staff'),
          )
        throw withoutStack(failure())
      }
    }
}

interface Failed {
  readonly failure: () => ApplicationFailure
  readonly told: string
  readonly level?: 'error' | 'debug'
}

const orphaned: Failed = {
  failure: () => ApplicationFailure.nonRetryable(notInBooks, notInBooks),
  told: 'a step is about something that the books do not know: its run ends',
}

function failed(error: unknown, input: unknown): Failed {
  const { code, class: failureClass, isExpected } = judgeFailure(error)
  if (code === 'row_missing' && isOrder(input)) return unknownAct
  const details: [FailureDetails] = [{ class: failureClass }]
  const nonRetryable = failureClass !== 'soon'
  return {
    failure: () => ApplicationFailure.create({ message: code, type: code, nonRetryable, details }),
    told: sentences[failureClass],
    level: isExpected ? 'debug' : 'error',
  }
}

const unknownAct: Failed = {
  failure: () => ApplicationFailure.nonRetryable(actNotInBooks, actNotInBooks),
  told: 'an order that the books do not know was refused',
}

/** True of a step that follows an order of somebody. */
function isOrder(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'actId' in input
}

const sentences = {
  soon: 'a step failed and will be tried again',
  later: 'a step failed and will be tried again, at growing pauses',
  ask: 'a step failed, and will until it is mended: its run asks the staff',
} as const

function withoutStack(failure: ApplicationFailure): ApplicationFailure {
  delete failure.stack
  return failure
}
