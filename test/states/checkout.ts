import assert from 'node:assert/strict'
import {
  beginCheckoutPayment,
  closeCheckout,
  endCheckoutPayment,
} from '#use-cases/checkouts/move.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { checkoutMoves } from '#domain/checkouts/checkout.ts'
import { type CheckoutId, asId, type TransactionId } from '#domain/ids.ts'
import { acceptOne } from '#test/support/books.ts'
import { expired, failed, success } from '#test/support/ends.ts'
import { makeCheckout } from '#test/use-cases/checkouts/checkouts.ts'
import { orderId } from './payment.ts'
import {
  type Expectations,
  next,
  type Place,
  reach,
  type Step,
  type View,
  view,
  type World,
} from './world.ts'

const outcomes = { succeeded: success, failed, expired } as const

/** What payers, the desk and the run can do with a code; `which` of three payments. */
export const checkoutActs = {
  begin: [''],
  record: [''],
  settle: Object.keys(outcomes),
  end: ['', 'overdue', 'time_up', 'overdue time_up'],
  close: ['cancelled', 'expired'],
} as const

export async function checkoutWorld(place: Place): Promise<World> {
  return new Checkout(place, await makeCheckout(place, place.merchant))
}

class Checkout implements World {
  readonly #place: Place
  readonly #id: CheckoutId
  readonly #payments = [0, 1, 2].map(() => asId<TransactionId>(orderId()))

  constructor(place: Place, id: CheckoutId) {
    this.#place = place
    this.#id = id
  }

  async look(): Promise<View> {
    const [row] = await this.#place.rows<Record<string, string | null>>(
      `select c.status as checkout, c.payment_id as holder,
         (select status from transaction where id = $2) as payment0,
         (select status from transaction where id = $3) as payment1,
         (select status from transaction where id = $4) as payment2
       from checkout c where c.id = $1`,
      this.#id,
      ...this.#payments,
    )
    return view(row ?? {})
  }

  take(step: Step, before: View): (() => Promise<unknown>) | undefined {
    const { act, say, which } = step
    const { database } = this.#place
    const id = this.#payments[which] ?? orderId<TransactionId>()
    const isRecorded = before[`payment${which}`] !== undefined
    if (act === 'begin') return () => beginCheckoutPayment(database, this.#id, id)
    if (act === 'record') return isRecorded ? undefined : () => this.#record(id)
    if (act === 'settle') return isRecorded ? () => this.#settle(id, say) : undefined
    if (act === 'close')
      return () => closeCheckout(database, this.#id, say === 'cancelled' ? 'cancelled' : 'expired')
    const isOverdue = say.includes('overdue')
    const isTimeUp = say.includes('time_up')
    return () => endCheckoutPayment(database, this.#id, { transactionId: id, isOverdue, isTimeUp })
  }

  expect(step: Step, before: View): View {
    return this.#expectations[step.act]?.(step, before) ?? {}
  }

  readonly #expectations: Expectations = {
    begin: ({ which }, { checkout }) => {
      const to = next(checkoutMoves, checkout, 'begin_payment')
      return view({ checkout: to, holder: to === checkout ? undefined : this.#payments[which] })
    },
    record: ({ which }, before) =>
      this.#isHolder(which, before) ? { [`payment${which}`]: 'pending' } : {},
    settle: ({ say, which }, before) =>
      before[`payment${which}`] === 'pending' ? { [`payment${which}`]: say } : {},
    close: ({ say }, { checkout }) => {
      const to = say === 'cancelled' ? 'cancelled' : 'expired'
      return checkout === 'open' ? view({ checkout: reach(checkoutMoves, checkout, to) }) : {}
    },
    end: ({ say, which }, before) =>
      this.#isHolder(which, before) ? this.#expectEnd(say, before[`payment${which}`]) : {},
  }

  #isHolder(which: number, { checkout, holder }: View): boolean {
    return checkout === 'processing' && holder === this.#payments[which]
  }

  #settle(transactionId: TransactionId, say: string): Promise<unknown> {
    const { database, outbox } = this.#place
    const outcome = outcomes[say as keyof typeof outcomes]
    return settleTransaction(database, outbox, { transactionId, outcome })
  }

  async heal(): Promise<void> {
    for (const which of [0, 1, 2]) {
      await this.take({ act: 'settle', say: 'succeeded', which }, await this.look())?.()
      await this.take({ act: 'end', say: 'overdue', which }, await this.look())?.()
    }
  }

  /** One payment at most is paid, and the code with it. */
  faults(after: View): string[] {
    const paid = [0, 1, 2].filter((which) => after[`payment${which}`] === 'succeeded')
    const isSucceeded = after['checkout'] === 'succeeded'
    if (paid.length === (isSucceeded ? 1 : 0)) return []
    return [`a checkout that is ${after['checkout']} was paid ${paid.length} times`]
  }

  /** The same request again has the same key. */
  async #record(id: TransactionId): Promise<void> {
    const payable = await findPayableCheckout(this.#place.database, this.#id)
    assert.ok(payable)
    const idempotency = { key: id, fingerprint: Buffer.alloc(32, 1) }
    await acceptOne(this.#place, this.#place.merchant, { payable, id, idempotency })
  }

  /** Without a payment that goes on, or may yet be recorded, it is given back. */
  #expectEnd(say: string, payment: string | undefined): View {
    if (payment === 'pending' || (payment === undefined && !say.includes('overdue'))) return {}
    const holder = ''
    if (payment === 'succeeded')
      return view({ checkout: next(checkoutMoves, 'processing', 'payment_succeeds'), holder })
    const to = say.includes('time_up') ? 'expired' : 'open'
    return view({ checkout: reach(checkoutMoves, 'processing', to), holder })
  }
}
