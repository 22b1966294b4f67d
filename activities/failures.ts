import { asyncLocalStorage } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { judgeFailure } from '#use-cases/runs/failure-classes.ts'
import { actNotInBooks, type FailureDetails, notInBooks } from '#workflows/contract/results.ts'

type Step<Input, Output> = (input: Input) => Promise<Output>

export interface FailureWatch {
  readonly log: {
    error(details: object, message: string): void
    debug(details: object, message: string): void
  }
  /** False if the subject of the input is not in the database. */
  readonly isInBooks: (input: unknown) => Promise<boolean>
  /** Records for staff that this activity's run has no row in the database. */
  readonly noteOrphan: () => Promise<void>
}

/**
 * Everyone with access to Temporal can read what an activity throws, so only its code and class go there; the error
 * itself, which may quote a person or a statement, goes to the log. Transient failures are retried at once; others
 * return to the run, which waits or asks for attention (docs/workflows.md#activities-that-fail).
 */
export function withoutSecrets({ log, isInBooks, noteOrphan }: FailureWatch) {
  return <Input, Output>(step: Step<Input, Output>): Step<Input, Output> =>
    async (input) => {
      try {
        return await step(input)
      } catch (error) {
        const isKnown = await isInBooks(input).catch(() => true)
        const { failure, told, level = 'error' } = isKnown ? failed(error, input) : orphaned
        log[level]({ ...place(), input, err: error }, told)
        if (!isKnown)
          await noteOrphan().catch((failed: unknown) =>
            log.error({ err: failed }, 'an orphaned run could not be recorded for staff'),
          )
        throw withoutStack(failure())
      }
    }
}

/** Which activity this is, of which run, under the names that Temporal's own lines have. */
function place(): object {
  const info = asyncLocalStorage.getStore()?.info
  if (info === undefined) return {}
  const { activityType, attempt, workflowExecution } = info
  return { activityType, workflowId: workflowExecution?.workflowId, attempt }
}

interface Failed {
  readonly failure: () => ApplicationFailure
  readonly told: string
  readonly level?: 'error' | 'debug'
}

const orphaned: Failed = {
  failure: () => ApplicationFailure.nonRetryable(notInBooks, notInBooks),
  told: 'the subject of an activity is not in the database: its run ends',
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
  told: 'an update whose act is not in the database was refused',
}

/** True if the activity carries out somebody's update. */
function isOrder(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'actId' in input
}

const sentences = {
  soon: 'an activity failed and will be retried',
  later: 'an activity failed and will be retried, with growing pauses',
  ask: 'an activity fails until it is repaired: its run asks staff for attention',
} as const

function withoutStack(failure: ApplicationFailure): ApplicationFailure {
  delete failure.stack
  return failure
}
