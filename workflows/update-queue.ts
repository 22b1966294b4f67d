import {
  ApplicationFailure,
  CancellationScope,
  condition,
  setHandler,
  sleep,
} from '@temporalio/workflow'
import type { UpdateDefinition } from '@temporalio/common'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { Followed } from '#workflows/contract/messages.ts'
import { actNotInBooks, type Decided } from './ports.ts'
import { stepFailure } from './until-done.ts'

/** How orders of one kind are taken. */
export interface UpdateRule<Order, Status> {
  /** Why an order is refused as soon as it comes; undefined where it is not, as far as the run knows. */
  readonly judge: (order: Order) => ErrorCode | undefined
  /** Follows the order in the books, once its turn has come, and lets the run know. */
  readonly follow: (order: Order) => Promise<Decided<Status>>
}

/** Takes the orders of people to one run: refused at once what cannot be, followed one at a time, in the order they came. */
export class UpdateQueue {
  #nextTicket = 0
  #nowServed = 0

  take<Order, Status>(
    update: UpdateDefinition<Followed<Status>, [Order]>,
    { judge, follow }: UpdateRule<Order, Status>,
  ): void {
    const handle = (order: Order): Promise<Followed<Status>> =>
      this.inTurn(async () => {
        const decided = await known(follow(order))
        if ('refused' in decided) throw refusal(decided.refused)
        return decided
      })
    const validator = (order: Order): void => {
      refuseNonsense(order, 'actId')
      refuse(judge(order))
    }
    setHandler(update, handle, { validator })
  }

  /** One step after the other, at once where nobody waits; what one ends with holds up no other. */
  inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const ticket = this.#nextTicket
    this.#nextTicket += 1
    // A handler runs beside the main path: a run that somebody has cancelled takes orders as before.
    return CancellationScope.nonCancellable(async () => {
      if (ticket !== this.#nowServed) await condition(() => ticket === this.#nowServed)
      try {
        return await step()
      } finally {
        this.#nowServed += 1
      }
    })
  }
}

/** Refuses an order without an id there: the books would not know it, and could not even be asked. */
export function refuseNonsense(order: unknown, field: 'actId' | 'transactionId'): void {
  const id: unknown = typeof order === 'object' && order !== null && Reflect.get(order, field)
  refuse(typeof id === 'string' && isUuid(id) ? undefined : 'action_not_allowed')
}

/** An order whose act is not in the books, for they were restored to a moment before it, is refused. */
async function known<Status>(following: Promise<Decided<Status>>): Promise<Decided<Status>> {
  try {
    return await following
  } catch (error) {
    if (stepFailure(error)?.type !== actNotInBooks) throw error
    return { refused: 'action_not_allowed' }
  }
}

/**
 * Ends the task, and with it sends the answers to orders that were followed in it: a step at an operator in the same task
 * would hold them back for as long as it takes.
 */
export async function answerFirst(): Promise<void> {
  await sleep(1, { summary: 'Answer staff first' })
}

/** The order fails with the code, whose sentence whoever ordered finds in the table of errors; the run goes on. */
export function refuse(code: ErrorCode | undefined): void {
  if (code !== undefined) throw refusal(code)
}

function refusal(code: ErrorCode): ApplicationFailure {
  return ApplicationFailure.nonRetryable(code, code)
}
