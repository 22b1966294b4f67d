import { condition, patched, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { checkoutRefusal, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import { clock } from './await-operator.ts'
import type { CheckoutInput } from './contract.ts'
import { signals, updates } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { refuse, refuseNonsense, UpdateQueue } from './update-queue.ts'
import { LookNow } from './own-end.ts'
import type { CheckoutStanding } from './contract/results.ts'
import { beginCheckoutPayment, closeCheckout, endCheckoutPayment, readCheckout } from './proxies.ts'

/** By then a payment that took the checkout is recorded, or its process crashed and never will record it. */
const recordWithinMs = 20_000
/** What the previous run has received. */
export interface CheckoutRunInput extends CheckoutInput {
  readonly isDeskClosed?: boolean
}

/** How many payments may begin on one checkout: a flood of refused ones must not fill the history. */
const beginningsMax = 100

/**
 * Decides between payments that want the same checkout. Each decision is written to the database, one activity at a
 * time, before anybody learns of it; the activity's result is the new state.
 */
export class CheckoutArbiter {
  readonly #input: CheckoutInput
  /** `open` until the state was read: requests before that wait, and are checked afterwards. */
  #status: CheckoutStatus = 'open'
  /**
   * The payment that holds it; set as soon as an update is accepted, so that the next one is refused without an
   * activity.
   */
  #paymentId: TransactionId | null = null
  #isRecorded = false
  #hasEndedOne = false
  #isDeskClosed = false
  #beginnings = 0
  #expiresAt = Number.POSITIVE_INFINITY
  #recordBy = 0
  readonly #queue = new UpdateQueue()
  readonly #lookNow = new LookNow()

  constructor({ isDeskClosed = false, ...input }: CheckoutRunInput) {
    this.#input = input
    this.#isDeskClosed = isDeskClosed
    setHandler(updates.beginPayment, ({ transactionId }) => this.#begin(transactionId), {
      validator: (order) => {
        refuseNonsense(order, 'transactionId')
        const { transactionId } = order
        refuse(this.#beginnings < beginningsMax ? this.#refusalOf(transactionId) : 'rate_limited')
      },
    })
    setHandler(updates.dropPayment, ({ transactionId }) => this.#drop(transactionId), {
      validator: (order) => refuseNonsense(order, 'transactionId'),
    })
    const cancel: (order: object) => Promise<CheckoutStatus> = () => this.#cancel()
    const validator: (order: object) => void = () => refuse(this.#cancelRefusal())
    setHandler(updates.cancelCheckout, cancel, { validator })
    setHandler(signals.paymentEnded, () => {
      this.#hasEndedOne = true
    })
    setHandler(signals.deskClosed, () => {
      this.#isDeskClosed = true
    })
  }

  get status(): CheckoutStatus {
    return this.#status
  }

  /** What a continued run needs and the database does not store. */
  get input(): CheckoutRunInput {
    return { ...this.#input, ...(this.#isDeskClosed && { isDeskClosed: true }) }
  }

  /** Reads the state from the database, where a restarted run continues. */
  async read(): Promise<void> {
    await this.#inTurn(async () => {
      const found = await readCheckout(this.#input)
      this.#expiresAt = Date.now() + found.leftMs
      this.#recordBy = Date.now() + recordWithinMs
      if (found.isDeskClosed === true) this.#isDeskClosed = true
      this.#take(found)
    })
  }

  /**
   * For a run that starts: a payment already recorded may have ended before there was a run to signal, so it is
   * checked without waiting. Runs of the previous version waited for the signal.
   */
  async begin(): Promise<void> {
    await this.read()
    const isBeingPaid = this.#status === 'processing' && this.#isRecorded
    if (isBeingPaid && patched('checkout-looks-first')) this.#hasEndedOne = true
  }

  /** Until somebody pays, the desk cancels or closes, or the time is over. */
  async awaitPayer(): Promise<void> {
    setCurrentDetails(`Open until ${clock(this.#expiresAt)}.`)
    const isLeft = (): boolean =>
      this.#status !== 'open' || this.#isDeskClosed || this.#lookNow.isAsked || isHistoryLong()
    const leftMs = this.#expiresAt - Date.now()
    if (leftMs > 0) await condition(isLeft, leftMs, { summary: 'Wait for a payer' })
    if (isHistoryLong() && !this.#isDeskClosed) return
    if (this.#lookNow.take()) return this.read()
    await this.#inTurn(async () => {
      if (this.#status !== 'open') return
      const end = this.#isDeskClosed ? 'cancelled' : 'expired'
      this.#take(await closeCheckout({ ...this.#input, end }))
    })
  }

  /** Until the payment that holds it ends, or turns out never to have been recorded. */
  async awaitPayment(): Promise<void> {
    setCurrentDetails(`Being paid: collection/${this.#paymentId}.`)
    const isNews = (): boolean =>
      this.#hasEndedOne || this.#lookNow.isAsked || this.#status !== 'processing' || isHistoryLong()
    if (this.#isRecorded) await condition(isNews)
    else await this.#untilRecorded(isNews)
    this.#hasEndedOne = false
    this.#lookNow.take()
    await this.#inTurn(async () => {
      if (this.#status === 'processing') await this.#look(Date.now() >= this.#recordBy)
    })
  }

  async #untilRecorded(isNews: () => boolean): Promise<void> {
    const leftMs = this.#recordBy - Date.now()
    if (leftMs > 0) await condition(isNews, leftMs, { summary: 'Wait for the payment' })
  }

  async #begin(transactionId: TransactionId): Promise<CheckoutStatus> {
    this.#beginnings += 1
    this.#paymentId ??= transactionId
    return this.#inTurn(async () => {
      refuse(this.#refusalOf(transactionId))
      if (this.#status === 'processing') return
      this.#paymentId = transactionId
      this.#hasEndedOne = false
      const found = await beginCheckoutPayment({ ...this.#input, transactionId })
      this.#recordBy = Date.now() + recordWithinMs
      this.#take(found)
      refuse(this.#refusalOf(transactionId))
    })
  }

  #drop(transactionId: TransactionId): Promise<CheckoutStatus> {
    return this.#inTurn(async () => {
      if (this.#paymentId === transactionId && this.#status === 'processing') await this.#look(true)
    })
  }

  #cancel(): Promise<CheckoutStatus> {
    return this.#inTurn(async () => {
      refuse(this.#cancelRefusal())
      if (this.#status !== 'open') return
      this.#take(await closeCheckout({ ...this.#input, end: 'cancelled' }))
      refuse(this.#cancelRefusal())
    })
  }

  async #look(isOverdue: boolean): Promise<void> {
    if (this.#paymentId === null) return
    const isTimeUp = Date.now() >= this.#expiresAt
    const payment = { ...this.#input, transactionId: this.#paymentId }
    this.#take(await endCheckoutPayment({ ...payment, isOverdue, isTimeUp }))
  }

  #take({ status, paymentId, isRecorded }: CheckoutStanding): void {
    this.#status = status
    this.#paymentId = paymentId
    this.#isRecorded = isRecorded
  }

  /** The same payment again does not count as a second one. */
  #refusalOf(transactionId: TransactionId): ErrorCode | undefined {
    if (this.#paymentId === transactionId) return undefined
    return this.#paymentId === null ? checkoutRefusal(this.#status) : 'payment_link_in_progress'
  }

  #cancelRefusal(): ErrorCode | undefined {
    const isFree = this.#paymentId === null && ['open', 'cancelled'].includes(this.#status)
    return isFree ? undefined : 'checkout_not_cancellable'
  }

  /** Runs one step at a time, and returns the state after it. */
  async #inTurn(step: () => Promise<void>): Promise<CheckoutStatus> {
    await this.#queue.inTurn(step)
    return this.#status
  }
}
