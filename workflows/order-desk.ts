import { ApplicationFailure, condition, defineUpdate, setHandler } from '@temporalio/workflow'
import type { ErrorCode } from '#domain/errors.ts'
import { type OrderInput, type UpdateName, updates } from './contract.ts'
import type { Decided } from './ports.ts'

/** How orders of one name are taken. */
export interface OrderRule<Status> {
  readonly name: UpdateName
  /** Why an order is refused now; undefined where it is not. */
  readonly judge: (order: OrderInput) => ErrorCode | undefined
  /** Follows the order in the books, and lets the run know. */
  readonly follow: (order: OrderInput) => Promise<Decided<Status>>
}

/** Takes orders one at a time: each is judged when it comes, and again when its turn has come. */
export class OrderDesk {
  #isBusy = false

  take<Status>({ name, judge, follow }: OrderRule<Status>): void {
    const update = defineUpdate<{ readonly status: Status }, [OrderInput]>(updates[name])
    const handle = async (order: OrderInput): Promise<{ readonly status: Status }> => {
      while (this.#isBusy) await condition(() => !this.#isBusy)
      refuse(judge(order))
      this.#isBusy = true
      try {
        const decided = await follow(order)
        if ('refused' in decided) throw refusal(decided.refused)
        return decided
      } finally {
        this.#isBusy = false
      }
    }
    setHandler(update, handle, { validator: (order) => refuse(judge(order)) })
  }
}

function refuse(code: ErrorCode | undefined): void {
  if (code !== undefined) throw refusal(code)
}

/** A code alone: whoever ordered finds its sentence in the table of errors. */
function refusal(code: ErrorCode): ApplicationFailure {
  return ApplicationFailure.nonRetryable(code, code)
}
