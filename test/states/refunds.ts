import { applyClosing } from '#use-cases/closings/apply.ts'
import { writeClosing } from '#use-cases/closings/give.ts'
import { requestLateRefund } from '#use-cases/late-outcomes/request-refund.ts'
import { applyRefundAct } from '#use-cases/refunds/apply-act.ts'
import { writeRefundAct } from '#use-cases/refunds/orders.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { checkLateAnswer } from '#activities/check-late-answer.ts'
import { checkRefund, giveUpRefund, payRefund, tellOfRefund } from '#activities/pay-refund.ts'
import type { OperatorRequestId, RefundId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { type RefundAct, refundMoves } from '#domain/refunds/refund.ts'
import type { Decision, ReadWord, RequestWord } from './operator.ts'
import { orderId, sentBy, type Subject } from './payment.ts'
import { next, type Place, type Step, type View, view } from './world.ts'

const charged = 1020
const part = 400

interface Known {
  readonly id: RefundId
  readonly amount: number
  requestId: OperatorRequestId | undefined
  /** True where staff said how it ended. */
  isClosed: boolean
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
      `select id, status, operator_state as sent, attention_at is not null as told, operator_request_id as request,
         concat_ws(' ', approved_by, second_approved_by) as by
       from refund where transaction_id = $1`,
      this.#payment.id,
    )
    return view(
      Object.fromEntries(
        this.#known.flatMap((known, at) => {
          const row = rows.find(({ id }) => id === known.id)
          known.requestId = row?.['request'] as OperatorRequestId | undefined
          const { status, sent, by, told } = row ?? {}
          return Object.entries({ '': status, '.sent': sent, '.by': by })
            .map(([name, value]) => [`refund${at}${name}`, value])
            .concat([[`told${at}`, told === undefined ? undefined : String(told)]])
        }),
      ),
    )
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

  /** What the run of a refund does, once it is approved and as long as it is not over. */
  #run(
    step: Step,
    {
      known: { id: refundId },
      status,
      sent,
    }: { known: Known; status: string; sent?: string | undefined },
  ): (() => Promise<unknown>) | undefined {
    const { worker } = this.#place
    const { act, say } = step
    if (
      act === 'pay_refund' &&
      (status === 'approved' || sent === 'unsent') &&
      status !== 'pending'
    )
      return () => payRefund(worker(say as RequestWord, 'true'), { refundId })
    if (act === 'look_late_refund' && (status === 'succeeded' || status === 'failed'))
      return () => checkLateAnswer(worker('taken', say as ReadWord), { refundId })
    if (status !== 'processing') return undefined
    if (act === 'give_up_refund') return () => giveUpRefund(worker('taken', 'true'), { refundId })
    if (act === 'tell_refund') return () => tellOfRefund(worker('taken', 'true'), { refundId })
    if (act !== 'check_refund' || sent === 'unsent') return undefined
    return () => checkRefund(worker('taken', say as ReadWord), { refundId })
  }

  expect(step: Step, before: View): View {
    if (step.act === 'refund' || step.act === 'late_refund')
      return this.#expectRequest(step, before)
    const name = nameOf(this.#indexOf(step))
    const status = before[name]
    if (step.act === 'refund_act') return this.#expectOrder(step, before)
    if (step.act === 'pay_refund') return this.#expectPay(step, before)
    if (step.act === 'check_refund') return this.#expectLook(step, before)
    const isSent = before[`${name}.sent`] !== 'unsent'
    if (step.act === 'give_up_refund' && !isSent)
      return view({ [name]: next(refundMoves, status, 'give_up') })
    const isSilent = before[`told${this.#indexOf(step)}`] === 'true'
    if (step.act === 'close_refund' && isSent && isSilent && status === 'processing')
      return view({
        [name]: next(refundMoves, status, step.say === 'paid' ? 'close_paid' : 'close_not_paid'),
      })
    return {}
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
    return this.#known.flatMap(({ requestId, isClosed }, at) => {
      const status = after[nameOf(at)]
      const isPaid = requestId !== undefined && this.#place.operator.isPaid(requestId)
      const mayBeLost = requestId !== undefined && !this.#place.operator.has(requestId)
      if (status === 'processing' && mayBeLost && !this.#place.operator.isIdempotent) return []
      if (status === 'approved' || status === 'processing') return [`refund ${at} did not end`]
      if (isPaid === (status === 'succeeded') || isClosed) return []
      return [`refund ${at} is ${status}, and at the operator ${isPaid ? 'paid' : 'not paid'}`]
    })
  }

  #request({ act, say }: Step): () => Promise<unknown> {
    const id = orderId<RefundId>()
    const amount = act === 'refund' && say === 'part' ? part : 0
    this.#known.push({ id, amount, requestId: undefined, isClosed: false })
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
        amount: amount === 0 ? null : money(BigInt(amount), 'XOF'),
        requestedBy: staff[2],
      })
  }

  #expectRequest({ act, say }: Step, before: View): View {
    const at = this.#known.length - 1
    const left = this.#known
      .slice(0, -1)
      .reduce((sum, { amount }, index) => (isStanding(before, index) ? sum - amount : sum), charged)
    const isLate = act === 'late_refund'
    const mayBe = isLate
      ? before['late'] === 'yes'
      : before['payment'] === 'succeeded' && before['funds'] !== 'withheld'
    const amount = !isLate && say === 'part' ? part : left
    const known = this.#known[at]
    if (!mayBe || left <= 0 || amount > left || known === undefined) return {}
    this.#known[at] = { ...known, amount }
    return { [nameOf(at)]: 'pending', [`${nameOf(at)}.sent`]: 'unsent', [`${nameOf(at)}.by`]: '' }
  }

  #order({ say }: Step, { id: refundId }: Known): () => Promise<unknown> {
    const { database, outbox, staff } = this.#place
    const [act, who] = wordsOf(say)
    const actId = orderId<Parameters<typeof applyRefundAct>[2]>()
    return async () => {
      const actedBy = staff[who] ?? staff[0]
      await writeRefundAct(database, { actId, refundId, act, actedBy, reason: null })
      await applyRefundAct(database, outbox, actId)
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
    const sent = { [`${name}.sent`]: sentBy[step.say as RequestWord] }
    const at = next(refundMoves, before[name], 'send', 'processing')
    return view({ ...sent, [name]: step.say === 'refused' ? next(refundMoves, at, 'refuse') : at })
  }

  #expectLook(step: Step, before: View): View {
    const name = nameOf(this.#indexOf(step))
    const requestId = this.#at(step)?.requestId
    if (requestId === undefined || before[name] !== 'processing') return {}
    const told = this.#place.operator.tells(requestId, step.say as ReadWord)
    const isRefused =
      told.state === 'not_found' &&
      this.#place.operator.isIdempotent &&
      this.#place.operator.hasRefused(requestId)
    if (isRefused) return view({ [name]: next(refundMoves, 'processing', 'refuse') })
    if (told.state !== 'decided') return {}
    const cause = told.outcome.status === 'succeeded' ? 'pay' : 'refuse'
    return view({ [name]: next(refundMoves, 'processing', cause) })
  }

  #close({ say }: Step, known: Known): () => Promise<unknown> {
    known.isClosed = true
    const { id: refundId } = known
    const { database, outbox, staff } = this.#place
    const actId = orderId<Parameters<typeof applyClosing>[2]>()
    const word = { operatorReference: 'TICKET-1', reason: 'relevé', approvalsNeeded: 1 } as const
    const subject = { actId, transactionId: this.#payment.id, refundId, closedBy: staff[0] }
    return async () => {
      const verdict = say === 'paid' ? 'paid' : 'not_paid'
      await writeClosing(database, { ...word, ...subject, verdict })
      await applyClosing(database, outbox, actId)
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

const healing = [
  { act: 'pay_refund', say: 'taken' },
  { act: 'check_refund', say: 'true' },
  { act: 'decide_refund', say: 'paid' },
  { act: 'check_refund', say: 'true' },
] as const

function nameOf(at: number): string {
  return `refund${at}`
}

function isStanding(before: View, at: number): boolean {
  const status = before[nameOf(at)]
  return status !== undefined && !['rejected', 'failed', 'cancelled'].includes(status)
}

function wordsOf(say: string): readonly [RefundAct, 0 | 1] {
  const [act, who] = say.split(' ')
  return [act as RefundAct, who === '1' ? 1 : 0]
}
