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

/** An order to a run, which accepts or refuses it at once (docs/decisions.md#acts-are-updates). */
export interface RunUpdate<Kind extends WorkflowKind, Name extends UpdateOf<Kind>> {
  readonly kind: Kind
  readonly subjectId: SubjectId<Kind>
  readonly name: Name
  /** Ids, codes and amounts: all of it is kept in the run's history. */
  readonly input: UpdateInput<Name>
  /** The same id again is the same order. */
  readonly updateId: string
  /** True while the books say that the run has still something to decide: its start may be on its way. */
  readonly isOpen: () => Promise<boolean>
}

/** Runs a call to Temporal under a deadline. */
export type TemporalCall = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>

/** Gives orders to runs. */
export interface RunUpdates {
  /**
   * The run's answer; `undefined` when the run has ended: then the books say what became of it. Refusals: the code that
   * the run refused with; service_unavailable when no run took the order in time.
   */
  execute<Kind extends WorkflowKind, Name extends UpdateOf<Kind>>(
    update: RunUpdate<Kind, Name>,
  ): Promise<UpdateResult<Name> | undefined>
}

const answerWithinMs = 8000
const retryPauseMs = 150

/** Orders over this connection to Temporal. */
export function createRunUpdates(call: TemporalCall): RunUpdates {
  return {
    async execute(update) {
      const deadline = Date.now() + answerWithinMs
      while (Date.now() < deadline) {
        try {
          return await call((client) => send(client, update))
        } catch (error) {
          const isEnded = error instanceof WorkflowNotFoundError
          if (!isEnded && !isPassedOver(error)) throw refusalOf(error)
          if (isEnded && !(await update.isOpen())) return undefined
          await sleep(retryPauseMs)
        }
      }
      throw fail('service_unavailable')
    },
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

/** The worker finished its task without a word on the order, as it does when many come at once: the same order again. */
function isPassedOver(error: unknown): boolean {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined
  return cause instanceof ApplicationFailure && cause.type === 'UnprocessedUpdate'
}

/** Temporal is away, or no worker took the order. */
const silences = [ServiceError, WorkflowUpdateRPCTimeoutOrCancelledError] as const

/** What the caller is told: a refusal by the run is a code of ours, silence is our unavailability. */
function refusalOf(error: unknown): unknown {
  if (error instanceof WorkflowUpdateFailedError) {
    const { cause } = error
    if (cause instanceof ApplicationFailure && isErrorCode(cause.type)) return fail(cause.type)
    return error
  }
  const isSilence = silences.some((kind) => error instanceof kind)
  return isSilence ? fail('service_unavailable') : error
}
