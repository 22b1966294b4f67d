import { applyFundsAct, makeFundsAvailable } from '#use-cases/funds/move.ts'
import { writeFundsAct } from '#use-cases/funds/orders.ts'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { type FundsAct, fundsMoves } from '#domain/funds/funds.ts'
import { collectionMoves } from '#domain/transactions/transaction.ts'
import { acceptanceOf } from '#test/support/books.ts'
import { decisions, type ReadWord, readWords, type RequestWord, requestWords } from './operator.ts'
import {
  expectAsk,
  expectCallback,
  expectEnd,
  expectLook,
  lookAt,
  released,
  operatorSteps,
  orderId,
  type Subject,
} from './payment.ts'
import { Refunds } from './refunds.ts'
import {
  type Expectations,
  next,
  type Place,
  type Step,
  type View,
  view,
  type World,
} from './world.ts'

/** What can happen to a collection and its funds, and in which words. */
export const collectionActs = {
  ask: requestWords,
  check: readWords,
  expire: readWords,
  look_late: [...readWords, 'last'],
  call_back: [''],
  // Twice what would else come about too seldom.
  decide: [...Object.keys(decisions), 'cancelled'],
  wait_over: [''],
  funds: ['hold', 'confirm', 'release', 'withhold'],
} as const

/** What can happen to the funds of one that was paid. */
export const fundsActs = {
  wait_over: collectionActs.wait_over,
  funds: collectionActs.funds,
} as const

/** What can happen to the refunds of one, and its funds meanwhile. */
export const refundActs = {
  wait_over: [''],
  funds: ['confirm', 'release', 'withhold'],
  refund: ['part', 'all'],
  late_refund: [''],
  refund_act: ['approve 0', 'approve 1', 'reject 0', 'cancel 0'],
  pay_refund: requestWords,
  decide_refund: ['paid', 'declined'],
  check_refund: readWords,
  give_up_refund: [''],
  tell_refund: [''],
  close_refund: ['paid', 'not_paid'],
  look_late_refund: readWords,
} as const

/** A collection that was accepted, maybe twice for one key. */
export async function collectionWorld(place: Place): Promise<World> {
  const acceptance = acceptanceOf(place.merchant, { phone: place.phone })
  const { id, operatorRequestId: requestId } = acceptance.draft.record
  await acceptCollection(place.database, place.outbox, acceptance)
  return new Collection(place, { id, requestId })
}

/** One that was paid in time. */
export async function fundsWorld(place: Place): Promise<World> {
  return after(await collectionWorld(place), [
    { act: 'ask', say: 'taken' },
    { act: 'decide', say: place.paid === 'late' ? 'paid' : place.paid },
    { act: 'check', say: 'true' },
  ])
}

/** One that was paid, or debited after it had expired, with a first refund. */
export async function refundsWorld(place: Place): Promise<World> {
  const isLate = place.paid === 'late'
  return after(await collectionWorld(place), [
    { act: 'ask', say: 'taken' },
    ...(isLate ? [{ act: 'expire', say: 'true' }] : []),
    { act: 'decide', say: isLate ? 'paid' : place.paid },
    isLate ? { act: 'look_late', say: 'true' } : { act: 'check', say: 'true' },
    isLate ? { act: 'late_refund', say: '' } : { act: 'refund', say: 'part' },
    ...(place.isApproved ? ['approve 0', 'approve 1'] : []).map((say) => ({
      act: 'refund_act',
      say,
    })),
  ])
}

/** The world once these steps are taken. */
async function after(world: World, steps: readonly Omit<Step, 'which'>[]): Promise<World> {
  for (const step of steps) {
    const before = await world.look()
    const taken = world.take({ ...step, which: 0 }, before)
    world.expect({ ...step, which: 0 }, before)
    await taken?.()
  }
  return world
}

class Collection implements World {
  readonly #place: Place
  readonly #subject: Subject
  readonly #refunds: Refunds

  constructor(place: Place, subject: Subject) {
    this.#place = place
    this.#subject = subject
    this.#refunds = new Refunds(place, subject)
  }

  async look(): Promise<View> {
    const [act] = await this.#place.rows<{ act: string }>(
      'select act from funds_act where transaction_id = $1 and applied_at is not null limit 1',
      this.#subject.id,
    )
    const funds = view({ done_funds: act?.act })
    return {
      ...(await lookAt(this.#place, this.#subject)),
      ...funds,
      ...(await this.#refunds.look()),
    }
  }

  take(step: Step, before: View): (() => Promise<unknown>) | undefined {
    const { act } = step
    const { id } = this.#subject
    if (act === 'funds') return before['funds'] === undefined ? undefined : this.#orderFunds(step)
    if (act === 'wait_over')
      return before['funds'] === undefined
        ? undefined
        : () => makeFundsAvailable(this.#place.database, id)
    if (act === 'look_late' && before['watch'] !== 'open') return undefined
    if (act in operatorSteps) {
      const run = operatorSteps[act as keyof typeof operatorSteps]
      return () => run(this.#place, this.#subject, step)
    }
    return this.#refunds.take(step, before)
  }

  expect(step: Step, before: View): View {
    const expected = this.#expectations[step.act]
    return expected ? expected(step, before) : this.#refunds.expect(step, before)
  }

  readonly #expectations: Expectations = {
    ask: ({ say }, before) => expectAsk(before, say as RequestWord, 'failed'),
    check: ({ say }, before) => {
      const seen = { before, say: say as ReadWord }
      const { outcome, resent = released(before) } = expectLook(this.#place, this.#subject, seen)
      return outcome ? expectEnd(this.#place, before, outcome) : resent
    },
    expire: ({ say }, before) => {
      const told = this.#place.operator.tells(this.#subject.requestId, say as ReadWord)
      if (before['payment'] !== 'pending') return {}
      if (told.state === 'decided') return expectEnd(this.#place, before, told.outcome)
      return view({ payment: next(collectionMoves, 'pending', 'time_out') })
    },
    look_late: (step, before) => this.#expectLate(step, before),
    funds: ({ say }, before) => this.#expectFunds(say as FundsAct, before),
    wait_over: (_step, before) => view({ funds: next(fundsMoves, before['funds'], 'wait_over') }),
    call_back: (_step, before) => expectCallback(before),
    decide: () => ({}),
  }

  async heal(): Promise<void> {
    for (const step of [
      { act: 'ask', say: 'taken', which: 0 },
      { act: 'check', say: 'true', which: 0 },
      { act: 'expire', say: 'true', which: 0 },
      { act: 'look_late', say: 'true', which: 0 },
    ]) {
      await this.take(step, await this.look())?.()
    }
    await this.#refunds.heal()
  }

  /** Whatever the payer paid is booked, or somebody still looks, or the staff was told. */
  faults(after: View): string[] {
    const { payment, late, watch, told } = after
    const isPaid = this.#place.operator.isPaid(this.#subject.requestId)
    const isBooked = payment === 'succeeded' || late === 'yes'
    const isKnown = isBooked || watch === 'open' || told !== undefined
    const wrong = {
      'a debit is not booked': isPaid && !isKnown,
      'money was booked that nobody paid': !isPaid && isBooked,
      'the payment did not end': payment === 'pending',
    }
    const found = Object.entries(wrong).filter(([, isWrong]) => isWrong)
    return [...found.map(([what]) => what), ...this.#refunds.faults(after)]
  }

  #expectLate({ say }: Step, before: View): View {
    const { operator } = this.#place
    const told = operator.tells(
      this.#subject.requestId,
      say === 'last' ? 'true' : (say as ReadWord),
    )
    const isLate =
      told.state === 'decided' &&
      told.outcome.status === 'succeeded' &&
      before['payment'] !== 'succeeded' &&
      before['payment'] !== 'pending'
    return isLate ? { late: 'yes' } : {}
  }

  /** What staff has decided on is not held after. */
  #expectFunds(act: FundsAct, before: View): View {
    if (act === 'hold' && before['done_funds'] !== undefined) return {}
    return view({ funds: next(fundsMoves, before['funds'], act) })
  }

  #orderFunds({ say }: Step): () => Promise<unknown> {
    const { database, outbox, staff } = this.#place
    const actId = orderId<Parameters<typeof applyFundsAct>[2]>()
    const order = { actId, transactionId: this.#subject.id, act: say as FundsAct }
    return async () => {
      await writeFundsAct(database, { ...order, actedBy: staff[0], reason: null })
      await applyFundsAct(database, outbox, actId)
    }
  }
}
