import {
  ApplicationFailure,
  CancellationScope,
  condition,
  patched,
  setHandler,
  sleep,
} from '@temporalio/workflow'
import type { UpdateDefinition } from '@temporalio/common'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { Followed } from '#workflows/contract/messages.ts'
import { actNotInBooks, type Decided } from './contract/results.ts'
import { stepFailure } from './until-done.ts'

/** How updates of one kind are handled. */
export interface UpdateRule<Order, Status> {
  /** Why an update is refused on arrival; undefined if the run knows no reason. */
  readonly judge: (order: Order) => ErrorCode | undefined
  /** For a run that does not yet know whether it may be possible: resolves once it does; undefined if it knows. */
  readonly ready?: () => Promise<void> | undefined
  /** Carries the update out in the database, once it is its turn, and records the result in the run. */
  readonly follow: (order: Order) => Promise<Decided<Status>>
}

/**
 * Handles the updates of one run: refuses at once what is not possible, and carries out the rest one at a time, in
 * order of arrival.
 */
export class UpdateQueue {
  #nextTicket = 0
  #nowServed = 0
  /** Those under way that took no ticket. */
  #ownSteps = 0

  take<Order, Status>(
    update: UpdateDefinition<Followed<Status>, [Order]>,
    { judge, ready, follow }: UpdateRule<Order, Status>,
  ): void {
    const inTurn = (order: Order): Promise<Followed<Status>> =>
      this.inTurn(async () => {
        const decided = await known(follow(order))
        if ('refused' in decided) throw refusal(decided.refused)
        return decided
      })
    const handle = (order: Order): Promise<Followed<Status>> => {
      const waiting = ready?.()
      return waiting === undefined ? inTurn(order) : waiting.then(() => inTurn(order))
    }
    const validator = (order: Order): void => {
      refuseNonsense(order, 'actId')
      refuse(judge(order))
    }
    setHandler(update, handle, { validator })
  }

  /**
   * Runs a step of the run itself, never while an update is carried out. If two local activities overlap, a replay gets
   * both results together, whichever ended first, and what followed them happens in another order. In runs of the previous
   * version neither waited.
   */
  ownStep<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#nowServed < this.#nextTicket && patched(ownStepsInTurn)) return this.inTurn(step)
    const running = step()
    this.#ownSteps += 1
    const end = (): void => {
      this.#ownSteps -= 1
    }
    void running.then(end, end)
    return running
  }

  /** Runs one step at a time, at once if nothing is waiting; a failed step does not hold up the next. */
  inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const ticket = this.#nextTicket
    this.#nextTicket += 1
    // A handler runs beside the main path: a run that somebody has cancelled still accepts updates.
    return CancellationScope.nonCancellable(async () => {
      if (ticket !== this.#nowServed) await condition(() => ticket === this.#nowServed)
      if (this.#ownSteps > 0 && patched(ownStepsInTurn)) await condition(() => this.#ownSteps === 0)
      try {
        return await step()
      } finally {
        this.#nowServed += 1
      }
    })
  }
}

const ownStepsInTurn = 'own-steps-in-turn'

/**
 * Leaves a marker in a run's first task, before its updates are taken. Temporal counts a task that left nothing, as its
 * worker was lost in a long step, as one with the next; when it replays the run, only if that one brought no update, which
 * then comes after the run's own step instead of before it. Runs of the previous version left none.
 */
export function markFirstTask(): void {
  patched('first-task-marked')
}

/** Refuses an update without an id in this field: there would be nothing to look up. */
export function refuseNonsense(order: unknown, field: 'actId' | 'transactionId'): void {
  const id: unknown = typeof order === 'object' && order !== null && Reflect.get(order, field)
  refuse(typeof id === 'string' && isUuid(id) ? undefined : 'action_not_allowed')
}

/** Refuses an update whose action is not in the database, because the database was restored to an earlier moment. */
async function known<Status>(following: Promise<Decided<Status>>): Promise<Decided<Status>> {
  try {
    return await following
  } catch (error) {
    if (stepFailure(error)?.type !== actNotInBooks) throw error
    return { refused: 'action_not_allowed' }
  }
}

/**
 * Ends the workflow task, which sends the results of the updates handled in it. An activity at an operator in the
 * same task would delay them until it ends.
 */
export async function answerFirst(): Promise<void> {
  await sleep(1, { summary: 'Answer staff first' })
}

/** Fails the update with this code, whose message is in the table of errors; the run continues. */
export function refuse(code: ErrorCode | undefined): void {
  if (code !== undefined) throw refusal(code)
}

function refusal(code: ErrorCode): ApplicationFailure {
  return ApplicationFailure.nonRetryable(code, code)
}
