import { giveUpPayout } from '#activities/check-payment.ts'
import { applyClosing } from '#use-cases/closings/apply.ts'
import { writeClosing } from '#use-cases/closings/give.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { acceptPayout } from '#use-cases/payouts/accept.ts'
import type { ActId } from '#domain/ids.ts'
import { payoutMoves } from '#domain/payouts/payout.ts'
import { payoutAcceptanceTo } from '#test/use-cases/payouts/payouts.ts'
import { type ReadWord, readWords, type RequestWord, requestWords } from './operator.ts'
import {
  expectAsk,
  expectCallback,
  expectLook,
  lookAt,
  released,
  operatorSteps,
  orderId,
  type Subject,
} from './payment.ts'
import {
  type Expectations,
  next,
  type Place,
  type Step,
  type View,
  view,
  type World,
} from './world.ts'

/** What can happen to a payout by Mobile Money. Nothing but the operator, its absence or the staff ends it. */
export const payoutActs = {
  ask: requestWords,
  check: readWords,
  look_late: [...readWords, 'last'],
  call_back: [''],
  decide: ['paid', 'declined'],
  give_up: [''],
  tell: [''],
  close: ['paid 0', 'paid 1', 'not_paid 0', 'not_paid 1'],
} as const

export async function payoutWorld(place: Place): Promise<World> {
  const recipient = { type: 'mobile_money', phone: place.phone } as const
  const acceptance = payoutAcceptanceTo(place.merchant, recipient)
  const { id, operatorRequestId: requestId } = acceptance.draft.record
  await acceptPayout(place.database, place.outbox, acceptance)
  return new Payout(place, { id, requestId })
}

class Payout implements World {
  readonly #place: Place
  readonly #subject: Subject

  constructor(place: Place, subject: Subject) {
    this.#place = place
    this.#subject = subject
  }

  async look(): Promise<View> {
    const [row] = await this.#place.rows<Record<string, string | null>>(
      `select verdict || ' ' || closed_by as word, case when ended_at is not null then 'yes' end as closed,
         case when contradicted_at is not null then 'yes' end as denied
       from closing where transaction_id = $1 and counted_at is not null order by counted_at desc, id desc limit 1`,
      this.#subject.id,
    )
    return { ...(await lookAt(this.#place, this.#subject)), ...view(row ?? {}) }
  }

  take(step: Step, before: View): (() => Promise<unknown>) | undefined {
    const { worker, database } = this.#place
    const { id: transactionId } = this.#subject
    const { act } = step
    const isSent = before['sent'] !== 'unsent'
    if (act === 'give_up')
      return isSent ? undefined : () => giveUpPayout(worker('taken', 'true'), { transactionId })
    // Its run tells staff once it has been sent.
    const told = { transactionId, kind: 'payout_undecided', number: 1 } as const
    if (act === 'tell') return isSent ? () => tellStaff(database, told) : undefined
    if (act === 'close') return this.#close(step)
    if (act === 'look_late' && before['watch'] !== 'open') return undefined
    const run = operatorSteps[act as keyof typeof operatorSteps]
    return () => run(this.#place, this.#subject, step)
  }

  expect(step: Step, before: View): View {
    return this.#expectations[step.act]?.(step, before) ?? {}
  }

  readonly #expectations: Expectations = {
    ask: ({ say }, before) => expectAsk(before, say as RequestWord, 'failed'),
    check: ({ say }, before) => {
      const seen = { before, say: say as ReadWord, isMoneyOut: true }
      const { outcome, resent = released(before) } = expectLook(this.#place, this.#subject, seen)
      if (outcome === undefined) return resent
      const cause = outcome.status === 'succeeded' ? 'pay' : 'refuse'
      return view({ payment: next(payoutMoves, before['payment'], cause) })
    },
    call_back: (_step, before) => expectCallback(before),
    give_up: (_step, before) => view({ payment: next(payoutMoves, before['payment'], 'give_up') }),
    close: (step, before) => this.#expectClose(step, before),
    look_late: (step, before) => this.#expectLate(step, before),
  }

  async heal(): Promise<void> {
    for (const step of [
      { act: 'ask', say: 'taken', which: 0 },
      { act: 'check', say: 'true', which: 0 },
      { act: 'decide', say: 'paid', which: 0 },
      { act: 'check', say: 'true', which: 0 },
      { act: 'look_late', say: 'true', which: 0 },
    ]) {
      await this.take(step, await this.look())?.()
    }
  }

  /** A payout says what its operator says, or the staff's word, which the operator denied or is still asked about. */
  faults(after: View): string[] {
    const { operator } = this.#place
    const { requestId } = this.#subject
    const isPaid = operator.isPaid(requestId)
    const mayBeLost =
      (!operator.has(requestId) && !operator.isIdempotent) || operator.hasRefused(requestId)
    if (after['payment'] === 'pending') return mayBeLost ? [] : ['the payout did not end']
    if (isPaid === (after['payment'] === 'succeeded') || this.#isDenied(after)) return []
    return [
      `the payout is ${after['payment']}, and at the operator ${isPaid ? 'paid' : 'not paid'}`,
    ]
  }

  /**
   * The staff's word, which the operator has denied, is still asked about, knows nothing of, or left open to the last: then
   * people ask it.
   */
  #isDenied({ denied, watch, closed, told }: View): boolean {
    const isUnknown = closed === 'yes' && !this.#place.operator.has(this.#subject.requestId)
    return denied === 'yes' || watch === 'open' || isUnknown || told === 'late_answer_silent'
  }

  #close({ say }: Step): () => Promise<unknown> {
    const { database, outbox, staff, approvals } = this.#place
    const [verdict, who] = say.split(' ')
    const actId = orderId<ActId>()
    return async () => {
      await writeClosing(database, {
        actId,
        transactionId: this.#subject.id,
        refundId: null,
        verdict: verdict === 'paid' ? 'paid' : 'not_paid',
        operatorReference: 'TICKET-1',
        closedBy: who === '1' ? staff[1] : staff[0],
        reason: 'relevé',
        approvalsNeeded: approvals,
      })
      await applyClosing(database, outbox, { actId, approvalAbove: 1_000_000_000_000n })
    }
  }

  #expectClose({ say }: Step, before: View): View {
    const [verdict, who] = say.split(' ')
    const person = this.#place.staff[who === '1' ? 1 : 0]
    const word = `${verdict} ${person}`
    if (!mayClose(before) || before['word'] === word) return {}
    const isAgreed = before['word']?.startsWith(`${verdict} `) === true
    if (this.#place.approvals === 2 && !isAgreed) return { word }
    const cause = verdict === 'paid' ? 'close_paid' : 'close_not_paid'
    return view({ word, payment: next(payoutMoves, 'pending', cause), closed: 'yes' })
  }

  #expectLate({ say }: Step, before: View): View {
    const told = this.#place.operator.tells(
      this.#subject.requestId,
      say === 'last' ? 'true' : (say as ReadWord),
    )
    if (told.state !== 'decided' || before['closed'] !== 'yes') return {}
    const isPaid = told.outcome.status === 'succeeded'
    return isPaid === (before['payment'] === 'succeeded') ? {} : { denied: 'yes' }
  }
}

/** Once it was sent, and staff was told that its operator stays silent. */
function mayClose({ payment, sent, told }: View): boolean {
  return payment === 'pending' && sent !== 'unsent' && told !== undefined
}
