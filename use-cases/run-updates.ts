import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { fail, isErrorCode } from '#domain/errors/errors.ts'
import {
  type SubjectId,
  type UpdateOf,
  workflowId,
  type WorkflowKind,
} from '#workflows/contract.ts'
import { type UpdateInput, type UpdateResult, updates } from '#workflows/contract/messages.ts'
import { notInBooks } from '#workflows/contract/results.ts'
import { startAgain, type StartParts } from './runs/start-again.ts'

/** An update to a run, which accepts or refuses it at once (docs/decisions.md#acts-are-updates). */
export interface RunUpdate<Kind extends WorkflowKind, Name extends UpdateOf<Kind>> {
  readonly kind: Kind
  readonly subjectId: SubjectId<Kind>
  readonly name: Name
  /** Ids, codes and amounts only, because it stays in the run's history. */
  readonly input: UpdateInput<Name>
  /** The same id means the same update. */
  readonly updateId: string
  /**
   * True while, according to the database, the run still has something to decide: its start is pending, or it was
   * lost.
   */
  readonly isOpen: () => Promise<boolean>
}

/** Runs a call to Temporal under a deadline. */
export type TemporalCall = <Result>(
  work: (client: Client) => Promise<Result>,
  deadlineMs?: number,
) => Promise<Result>

export interface RunUpdateParts extends StartParts {
  readonly call: TemporalCall
}

/** Sends updates to runs. */
export interface RunUpdates {
  /**
   * The run's answer; `undefined` if the run has ended: then the database has the result. Refusals: the code that the
   * run refused with; service_unavailable if no run handled the update in time.
   */
  execute<Kind extends WorkflowKind, Name extends UpdateOf<Kind>>(
    update: RunUpdate<Kind, Name>,
  ): Promise<UpdateResult<Name> | undefined>
}

const answerWithinMs = 8000
const retryPauseMs = 150
/** Starts arrive sooner than this: a run that is still missing was lost, with Temporal's store or manually. */
const lostAfterMs = 1000

/**
 * Sends updates over this connection to Temporal. A lost run does not wait for the next sweep: the sender of the
 * update restarts it.
 */
export function createRunUpdates(parts: RunUpdateParts): RunUpdates {
  return {
    async execute(update) {
      const deadline = Date.now() + answerWithinMs
      const left = () => deadline - Date.now()
      const bringBack = bringingBack(parts, update)
      while (left() > 0) {
        try {
          return await parts.call((client) => send(client, update), left())
        } catch (error) {
          if (hasEnded(error)) {
            if (!(await update.isOpen())) return undefined
            await bringBack()
          } else if (failureType(error) !== passedOver) throw refusalOf(error)
          await sleep(retryPauseMs)
        }
      }
      throw fail('service_unavailable')
    },
  }
}

/** Restarts a lost run, once; first waits for a start that may be pending. */
function bringingBack(
  parts: StartParts,
  { kind, subjectId }: { readonly kind: WorkflowKind; readonly subjectId: string },
): () => Promise<void> {
  let lostAt = Date.now() + lostAfterMs
  return async () => {
    if (Date.now() < lostAt) return
    lostAt = Infinity
    await startAgain(parts, { kind, ids: [subjectId] })
  }
}

function send<Kind extends WorkflowKind, Name extends UpdateOf<Kind>>(
  client: Client,
  { kind, subjectId, name, input, updateId }: RunUpdate<Kind, Name>,
): Promise<UpdateResult<Name>> {
  return client.workflow
    .getHandle(workflowId(kind, subjectId))
    .executeUpdate<UpdateResult<Name>, [UpdateInput<Name>]>(updates[name].name, {
      args: [input],
      updateId,
    })
}

/**
 * The worker completed its task without answering the update, as happens when many arrive at once: it is sent again.
 */
const passedOver = 'UnprocessedUpdate'
/** Temporal's error for an accepted update whose run ended before completing it. */
const endedMeanwhile = 'AcceptedUpdateCompletedWorkflow'

function hasEnded(error: unknown): boolean {
  return error instanceof WorkflowNotFoundError || failureType(error) === endedMeanwhile
}

function failureType(error: unknown): string | null | undefined {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined
  return cause instanceof ApplicationFailure ? cause.type : undefined
}

/** Temporal is down, or no worker handled the update. */
const silences = [ServiceError, WorkflowUpdateRPCTimeoutOrCancelledError] as const

/** The error for the caller: the run's refusal as a code of ours, no answer as service_unavailable. */
function refusalOf(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error
    if (cause instanceof ApplicationFailure && isErrorCode(cause.type)) return fail(cause.type)
    // The run ends as an orphan: the sender's next try says what the database has of it.
    return failureType(error) === notInBooks ? fail('service_unavailable') : error
  }
  const isSilence = silences.some((kind) => error instanceof kind)
  return isSilence ? fail('service_unavailable') : error
}
