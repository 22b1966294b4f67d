import { applyClosing } from '#use-cases/closings/apply.ts'
import { writeClosing } from '#use-cases/closings/give.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/desk-acts.ts'
import { applyRefundAct } from '#use-cases/refunds/apply-act.ts'
import { writeRefundAct } from '#use-cases/refunds/orders.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import { checkRefund, giveUpRefund, payRefund, tellOfRefund } from '#activities/pay-refund.ts'
import { asId, type OperatorRequestId, type PortalUserId, type RefundId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { refundMoves } from '#domain/refunds/refund.ts'
import type { Decision, ReadWord, RequestWord } from './operator.ts'
import { orderId, sentBy, type Subject } from './payment.ts'
import { healing, whenOf, wordsOf } from './refund-steps.ts'
import { type Expectations, next, type Place, reach, type Step, type View, view } from './world.ts'

const charged = 1020
const part = 400

interface Known {
  readonly id: RefundId
  amount: number
  requestId: OperatorRequestId | undefined
  /** True where staff said how it ended. */
  isClosed: boolean
}

interface Standing {
  readonly known: Known
  readonly status: string
  readonly sent: string | undefined
}

/** The refunds of one payment: asked for, decided, paid, closed. */
export class Refunds {
  readonly #place: Place
  readonly #payment: Subject
  readonly #known: Known[] = []

  constructor(place: Place, payment: Subject) {
    this.#place = place
    this.#payment = payment
  }

  async look(): Promise<View> {
    if (this.#known.length === 0) return {}
    const rows = await this.#place.rows<Record<string, string>>(
      `select id, status, operator_state as sent, (attention_at is not null)::text as told, amount::text,
         operator_request_id as request, concat_ws(' ', approved_by, second_approved_by) as by,
         (select 'yes' from closing c where c.refund_id = refund.id and c.verdict = 'not_paid' and c.contradicted_at is not null limit 1) as received
       from refund where transaction_id = $1`,
      this.#payment.id,
    )
    const stood = this.#known.map((known, at) => {
      const row = rows.find(({ id }) => id === known.id)
      known.requestId = row?.['request'] as OperatorRequestId | undefined
      known.amount = Number(row?.['amount'] ?? 0)
      const name = nameOf(at)
      const { status, sent, by, told, received } = row ?? {}
      const notes = { [`told${at}`]: told, [`left${at}`]: received }
      return { [name]: status, [`${name}.sent`]: sent, [`${name}.by`]: by, ...notes }
    })
    return view(Object.assign({}, ...stood) as Readonly<Record<string, string | undefined>>)
  }

  take(step: Step, before: View): (() => Promise<unknown>) | undefined {
    if (step.act === 'refund' || step.act === 'late_refund') return this.#request(step)
    const known = this.#at(step)
    const status = before[nameOf(this.#indexOf(step))]
    if (known === undefined || status === undefined) return undefined
    const { act } = step
    if (act === 'refund_act') return this.#order(step, known)
    if (act === 'close_refund') return this.#close(step, known)
    if (act === 'decide_refund') return this.#decide(step, known)
    return this.#run(step, { known, status, sent: before[`${nameOf(this.#indexOf(step))}.sent`] })
  }

  /** What the run of a refund does, once it is approved and as long as it is not over, and the watch after that. */
  #run(
    { act, say }: Step,
    { known: { id: refundId }, status, sent }: Standing,
  ): (() => Promise<unknown>) | undefined {
    const worker = this.#place.worker(say as RequestWord, 'true')
    const reader = this.#place.worker('taken', say as ReadWord)
    const runs: Readonly<Record<string, () => Promise<unknown>>> = {
      pay_refund: () => payRefund(worker, { refundId }),
      check_refund: () => checkRefund(reader, { refundId }),
      give_up_refund: () => giveUpRefund(worker, { refundId }),
      tell_refund: () => tellOfRefund(worker, { refundId }),
      look_late_refund: () => checkLateAnswer(reader, { refundId }),
    }
    return whenOf(status, sent)?.includes(act) === true ? runs[act] : undefined
  }

  expect(step: Step, before: View): View {
    return this.#expectations[step.act]?.(step, before) ?? {}
  }

  readonly #expectations: Expectations = {
    refund: (step, before) => this.#expectRequest(step, before),
    late_refund: (step, before) => this.#expectRequest(step, before),
    refund_act: (step, before) => this.#expectOrder(step, before),
    pay_refund: (step, before) => this.#expectPay(step, before),
    check_refund: (step, before) => this.#expectLook(step, before),
    give_up_refund: (step, before) => {
      const name = nameOf(this.#indexOf(step))
      if (before[`${name}.sent`] !== 'unsent') return {}
      return view({ [name]: next(refundMoves, before[name], 'give_up') })
    },
    close_refund: (step, before) => {
      const name = nameOf(this.#indexOf(step))
      const isSilent = before[`told${this.#indexOf(step)}`] === 'true'
      if (before[`${name}.sent`] === 'unsent' || !isSilent) return {}
      const cause = step.say === 'paid' ? 'close_paid' : 'close_not_paid'
      return view({ [name]: next(refundMoves, before[name], cause) })
    },
  }

  /** Pays, refuses or follows each to its end. */
  async heal(): Promise<void> {
    for (const [which, known] of this.#known.entries()) {
      for (const { act, say } of healing) {
        const before = await this.look()
        if (known.requestId !== undefined) await this.take({ act, say, which }, before)?.()
      }
    }
  }

  faults(after: View): string[] {
    return this.#known.flatMap((known, at) => {
      const status = after[nameOf(at)]
      const isPaid = known.requestId !== undefined && this.#place.operator.isPaid(known.requestId)
      if (status === 'approved' || status === 'processing')
        return this.#mayBeLost(known) ? [] : [`refund ${at} did not end`]
      if (isPaid === (status === 'succeeded') || known.isClosed) return []
      return [`refund ${at} is ${status}, and at the operator ${isPaid ? 'paid' : 'not paid'}`]
    })
  }

  /** Sent once, lost on the way, and never to be sent again, or refused then: it stays open until staff says its end. */
  #mayBeLost({ requestId }: Known): boolean {
    const { operator } = this.#place
    if (requestId === undefined) return false
    const isLost = !operator.isIdempotent && !operator.has(requestId)
    return isLost || operator.hasRefused(requestId)
  }

  #request({ act, say }: Step): () => Promise<unknown> {
    const id = orderId<RefundId>()
    const amount = act === 'refund' && say === 'part' ? money(BigInt(part), 'XOF') : null
    this.#known.push({ id, amount: 0, requestId: undefined, isClosed: false })
    const { database, outbox, merchant, staff, approvals } = this.#place
    const asked = {
      id,
      transactionId: this.#payment.id,
      reason: null,
      approvalAbove: approvals === 2 ? 0n : 1_000_000n,
    }
    if (act === 'late_refund')
      return () => requestLateRefund(database, outbox, { ...asked, requestedBy: staff[2] })
    return () =>
      requestRefund(database, outbox, {
        ...asked,
        serviceEnvId: merchant.serviceEnvId,
        amount,
        requestedBy: { id: asId<PortalUserId>(staff[2]), role: 'owner' },
      })
  }

  #expectRequest({ act, say }: Step, before: View): View {
    const known = this.#known.at(-1)
    const left = this.#leftOf(before, this.#known.slice(0, -1))
    const isPaid = before['payment'] === 'succeeded' && before['funds'] !== 'withheld'
    const mayBe = act === 'late_refund' ? before['late'] === 'yes' : isPaid
    const amount = say === 'part' ? part : left
    if (known === undefined || !mayBe || left <= 0 || amount > left) return {}
    const name = nameOf(this.#known.length - 1)
    return { [name]: 'pending', [`${name}.sent`]: 'unsent', [`${name}.by`]: '' }
  }

  #leftOf(before: View, refunds: readonly Known[]): number {
    return refunds.reduce(
      (left, { amount }, at) => left - (isStanding(before, at) ? amount : 0),
      charged,
    )
  }

  /** The payer got one against the word of staff, so that those which stand are more than was paid: none leaves. */
  #isTooMuch(before: View): boolean {
    return this.#leftOf(before, this.#known) < 0
  }

  #order({ say }: Step, { id: refundId }: Known): () => Promise<unknown> {
    const { database, outbox, staff } = this.#place
    const [act, who] = wordsOf(say)
    const actId = orderId<Parameters<typeof applyRefundAct>[2]['actId']>()
    return async () => {
      const actedBy = staff[who] ?? staff[0]
      await writeRefundAct(database, { actId, refundId, act, actedBy, reason: null })
      await applyRefundAct(database, outbox, { actId, approvalAbove: 1_000_000_000_000n })
    }
  }

  #expectOrder(step: Step, before: View): View {
    const name = nameOf(this.#indexOf(step))
    const [act, who] = wordsOf(step.say)
    const by = (before[`${name}.by`] ?? '').split(' ').filter((id) => id !== '')
    const person = this.#place.staff[who] ?? ''
    if (before[name] !== 'pending') return {}
    if (act !== 'approve') return view({ [name]: next(refundMoves, 'pending', act) })
    if (by.includes(person)) return {}
    const approvers = [...by, person]
    const isLast = approvers.length >= this.#place.approvals
    return view({
      [`${name}.by`]: approvers.join(' '),
      [name]: isLast ? next(refundMoves, 'pending', 'approve') : undefined,
    })
  }

  #expectPay(step: Step, before: View): View {
    const name = nameOf(this.#indexOf(step))
    if (before[`${name}.sent`] !== 'unsent') return {}
    if (this.#isTooMuch(before)) return view({ [name]: next(refundMoves, 'processing', 'give_up') })
    const sent = { [`${name}.sent`]: sentBy[step.say as RequestWord] }
    const at = reach(refundMoves, before[name], 'processing')
    return view({ ...sent, [name]: step.say === 'refused' ? next(refundMoves, at, 'refuse') : at })
  }

  #expectLook(step: Step, before: View): View {
    const name = nameOf(this.#indexOf(step))
    const requestId = this.#at(step)?.requestId
    if (requestId === undefined) return {}
    const told = this.#place.operator.tells(requestId, step.say as ReadWord)
    if (told.state === 'decided') {
      const cause = told.outcome.status === 'succeeded' ? 'pay' : 'refuse'
      return view({ [name]: next(refundMoves, before[name], cause) })
    }
    const sent = `${name}.sent`
    if (before[sent] === 'unsent') return this.#expectUnsent(name, before)
    return told.state === 'not_found' ? this.#expectResent({ sent, requestId }, before) : {}
  }

  #expectUnsent(name: string, before: View): View {
    const isTooMuch = this.#isTooMuch(before)
    return isTooMuch
      ? view({ [name]: next(refundMoves, before[name], 'give_up') })
      : { [`${name}.sent`]: 'taken' }
  }

  /** Sent again where one id is one request: it is taken; refused as before, it stays open. */
  #expectResent(
    { sent, requestId }: { readonly sent: string; readonly requestId: OperatorRequestId },
    before: View,
  ): View {
    const { operator } = this.#place
    if (!operator.isIdempotent || this.#isTooMuch(before)) return {}
    return operator.hasRefused(requestId) ? {} : { [sent]: 'taken' }
  }

  #close({ say }: Step, known: Known): () => Promise<unknown> {
    known.isClosed = true
    const { id: refundId } = known
    const { database, outbox, staff } = this.#place
    const actId = orderId<Parameters<typeof writeClosing>[1]['actId']>()
    const word = { operatorReference: 'TICKET-1', reason: 'relevé', approvalsNeeded: 1 } as const
    const subject = { actId, transactionId: this.#payment.id, refundId, closedBy: staff[0] }
    return async () => {
      const verdict = say === 'paid' ? 'paid' : 'not_paid'
      await writeClosing(database, { ...word, ...subject, verdict })
      await applyClosing(database, outbox, { actId, approvalAbove: 1_000_000_000_000n })
    }
  }

  #decide({ say }: Step, { requestId }: Known): () => Promise<unknown> {
    return () => {
      if (requestId !== undefined) this.#place.operator.decide(requestId, say as Decision)
      return Promise.resolve()
    }
  }

  #indexOf({ which }: Step): number {
    return which % Math.max(this.#known.length, 1)
  }

  #at(step: Step): Known | undefined {
    return this.#known[this.#indexOf(step)]
  }
}

const nameOf = (at: number): string => `refund${at}`

/** It counts against what is left to refund; so does one that was paid against the word of staff. */
function isStanding(before: View, at: number): boolean {
  const status = before[nameOf(at)] ?? 'failed'
  return before[`left${at}`] === 'yes' || !['rejected', 'failed', 'cancelled'].includes(status)
}
