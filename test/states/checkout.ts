import assert from 'node:assert/strict'
import { beginCheckoutPayment } from '#use-cases/checkouts/begin-payment.ts'
import { closeCheckout } from '#use-cases/checkouts/close.ts'
import { endCheckoutPayment } from '#use-cases/checkouts/end-payment.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { checkoutMoves } from '#domain/checkouts/checkout.ts'
import { type CheckoutId, asId, type TransactionId } from '#domain/ids.ts'
import { acceptOne } from '#test/support/books.ts'
import { expired, failed, success } from '#test/support/ends.ts'
import { makeCheckout } from '#test/use-cases/checkouts/checkouts.ts'
import { orderId } from './payment.ts'
import { next, type Place, type Step, type View, view, type World } from './world.ts'

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

  take({ act, say, which }: Step, before: View): (() => Promise<unknown>) | undefined {
    const { database, outbox } = this.#place
    const id = this.#payments[which] ?? orderId<TransactionId>()
    const isRecorded = before[`payment${which}`] !== undefined
    if (act === 'begin') return () => beginCheckoutPayment(database, this.#id, id)
    if (act === 'record' && !isRecorded) return () => this.#record(id)
    if (act === 'settle' && isRecorded) {
      const outcome = outcomes[say as keyof typeof outcomes]
      return () => settleTransaction(database, outbox, { transactionId: id, outcome })
    }
    if (act === 'close')
      return () => closeCheckout(database, this.#id, say === 'cancelled' ? 'cancelled' : 'expired')
    if (act !== 'end') return undefined
    const isOverdue = say.includes('overdue')
    const isTimeUp = say.includes('time_up')
    return () => endCheckoutPayment(database, this.#id, { transactionId: id, isOverdue, isTimeUp })
  }

  expect({ act, say, which }: Step, before: View): View {
    const id = this.#payments[which] ?? ''
    const { checkout, holder } = before
    const name = `payment${which}`
    if (act === 'begin')
      return checkout === 'open'
        ? view({ checkout: next(checkoutMoves, checkout, 'begin_payment'), holder: id })
        : {}
    if (act === 'record')
      return checkout === 'processing' && holder === id ? { [name]: 'pending' } : {}
    if (act === 'settle') return before[name] === 'pending' ? { [name]: say } : {}
    if (act === 'close') {
      const to = say === 'cancelled' ? 'cancelled' : 'expired'
      return view({ checkout: next(checkoutMoves, checkout, 'cancel', to) })
    }
    return checkout === 'processing' && holder === id ? this.#expectEnd(say, before[name]) : {}
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
    return view({ checkout: next(checkoutMoves, 'processing', 'payment_fails', to), holder })
  }
}
