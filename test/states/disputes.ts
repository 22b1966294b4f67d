import { checkLateAnswer } from '#activities/check-late-answer.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { watchReported } from '#use-cases/late-outcomes/watches.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { inTransaction } from '#db/sql.ts'
import { createStaffMember } from '#test/support/people.ts'
import { settlingAt } from '#test/use-cases/contradictions/contradictions.ts'
import { refundActs, refundsWorld } from './collection.ts'
import { type Held, heldOf, type Order, ordersOf } from './disputed-order.ts'
import { type ReadWord, readWords } from './operator.ts'
import { payoutActs, payoutWorld } from './payout.ts'
import { any, type Place, type Step, type View, type World } from './world.ts'

/** What can happen to an order once its operator denies how it ended. */
const disputes = {
  change_mind: [''],
  report: [''],
  look_again: readWords,
  settle: [
    'ask 0 least',
    'ask 1 least',
    'ask 0 half',
    'ask 1 all',
    'approve 0',
    'approve 1',
    'refuse 0',
    'refuse 1',
  ],
} as const

/** The same, and what can happen to a payment and its refunds meanwhile. */
export const disputedActs = { ...refundActs, ...disputes } as const

export const disputedPayoutActs = {
  check: payoutActs.check,
  decide: payoutActs.decide,
  tell: payoutActs.tell,
  close: payoutActs.close,
  ...disputes,
} as const

export async function disputedWorld(place: Place): Promise<World> {
  return dispute(place, await refundsWorld(place))
}

export async function disputedPayoutWorld(place: Place): Promise<World> {
  const world = await payoutWorld(place)
  await world.take({ act: 'ask', say: 'taken', which: 0 }, await world.look())?.()
  return dispute(place, world)
}

async function dispute(place: Place, world: World): Promise<World> {
  return new Dispute(place, { world, people: await twoSupervisors(place) })
}

type People = readonly [StaffMember, StaffMember]

async function twoSupervisors({ database }: Place): Promise<People> {
  const supervisor = (): Promise<StaffMember> => createStaffMember(database, 'supervisor')
  return [await supervisor(), await supervisor()]
}

/** An order whose operator changes its mind, and those who settle it. The model knows its end alone. */
class Dispute implements World {
  readonly #place: Place
  readonly #world: World
  readonly #people: People

  constructor(place: Place, { world, people }: { readonly world: World; readonly people: People }) {
    this.#place = place
    this.#world = world
    this.#people = people
  }

  look(): Promise<View> {
    return this.#world.look()
  }

  take(step: Step, before: View): (() => Promise<unknown>) | undefined {
    const { act, say } = step
    if (!(act in disputes)) return this.#world.take(step, before)
    const on = (work: (order: Order) => Promise<unknown>) => async () => {
      const orders = await ordersOf(this.#place)
      const order = orders[step.which % orders.length]
      if (order) await work(order)
    }
    const acts: Readonly<Record<string, (order: Order) => Promise<unknown>>> = {
      change_mind: (order) => this.#changeMind(order),
      report: (order) => this.#report(order),
      look_again: (order) => this.#lookAgain(order, say as ReadWord),
      settle: (order) => this.#settle(order, say),
    }
    const work = acts[act]
    return work && on(work)
  }

  expect(): View {
    return anything
  }

  #changeMind({ requestId }: Order): Promise<void> {
    if (requestId !== null) this.#place.operator.changeMind(requestId)
    return Promise.resolve()
  }

  /** As a line of a statement does that denies how it ended. */
  async #report({ id: transactionId, refundId, status }: Order): Promise<void> {
    if (!['succeeded', 'failed', 'expired', 'cancelled'].includes(status)) return
    await inTransaction(this.#place.database.pool, (sql) =>
      watchReported(sql, [{ transactionId, refundId }]),
    )
  }

  async #lookAgain({ id: transactionId, refundId, isWatched }: Order, say: ReadWord) {
    if (!isWatched) return
    const worker = this.#place.worker('taken', say)
    await checkLateAnswer(worker, refundId === null ? { transactionId } : { refundId })
  }

  async #settle({ id, refundId, open }: Order, say: string): Promise<unknown> {
    if (open === 0) return
    const [act = '', who, bears = ''] = say.split(' ')
    const [one, other] = this.#people
    const { ask, approve, refuse } = settlingAt(this.#place)
    const acts: Readonly<Record<string, typeof ask>> = { ask, approve, refuse }
    await acts[act]?.(who === '1' ? other : one, refundId ?? id, bearing(bears, open))
  }

  /** Nothing is under way any more, the operator was heard, and people settle what is open. */
  async heal(): Promise<void> {
    await this.#world.heal()
    for (const which of refundsOf(await this.look())) {
      for (const step of lastWords)
        await this.#world.take({ ...step, which }, await this.look())?.()
    }
    for (const order of await ordersOf(this.#place)) await this.#report(order)
    for (const order of await ordersOf(this.#place)) await this.#lookAgain(order, 'true')
    const people = await twoSupervisors(this.#place)
    for (const order of await ordersOf(this.#place)) {
      if (order.open !== 0) await this.#settleAtLast(order, people)
    }
  }

  /** What its owner cannot pay the service bears. */
  async #settleAtLast({ id, refundId, open }: Order, [one, other]: People): Promise<void> {
    const { ask, approve, refuse } = settlingAt(this.#place)
    const order = refundId ?? id
    await refusalOf(refuse(one, order))
    await ask(one, order)
    const refused = await refusalOf(approve(other, order))
    if (refused === undefined) return
    if (refused !== 'insufficient_balance') throw new Error(`${order} is not settled: ${refused}`)
    await refuse(one, order)
    await ask(one, order, bearing('all', open))
    await approve(other, order)
  }

  faults(after: View): string[] {
    // How it ended is not the operator’s last word here.
    return this.#world.faults(after).filter((fault) => fault.includes('did not end'))
  }

  /** What the books have wrong of the money, by the operator’s own book. */
  async faultsOfMoney(): Promise<string[]> {
    const orders = await ordersOf(this.#place)
    const places = await heldOf(this.#place)
    return [
      ...orders.flatMap((order) => this.#faultsOf(order)),
      ...faultsOfPlaces(places, orders.some(isUnderWay)),
    ]
  }

  #faultsOf(order: Order): string[] {
    const wrong = {
      'is not settled': order.open !== 0,
      'is not what its operator says': !this.#isAsTold(order),
    }
    return Object.entries(wrong)
      .filter(([, isWrong]) => isWrong)
      .map(([what]) => `a ${order.type} ${what}: ${JSON.stringify(order)}`)
  }

  #isAsTold({ type, requestId, amount, cleared }: Order): boolean {
    const { operator } = this.#place
    if (requestId === null) return cleared === 0
    // What never reached it, it cannot deny: the word of staff stands.
    if (type !== 'collection' && !operator.has(requestId)) return true
    const moved = type === 'collection' ? -amount : amount
    return cleared === (operator.isPaid(requestId) ? moved : 0)
  }
}

/** Money of this payment is where its funds are, or was spent from what is available, and nowhere else. */
function faultsOfPlaces(places: readonly Held[], isOpen: boolean): string[] {
  return places
    .filter(({ kind, sum, isOfFunds }) => !(rulesOf(kind, { isOpen, isOfFunds })?.(sum) ?? true))
    .map((place) => JSON.stringify(place))
}

type Rule = (sum: number) => boolean
const atLeastZero: Rule = (sum) => sum >= 0
const isZero: Rule = (sum) => sum === 0

/** What may lie in an account; undefined for those that may hold anything of one payment. */
function rulesOf(
  kind: string,
  { isOpen, isOfFunds }: { readonly isOpen: boolean; readonly isOfFunds: boolean },
): Rule | undefined {
  const rules: Readonly<Record<string, Rule | undefined>> = {
    available: undefined,
    operator_clearing: undefined,
    written_off: (sum) => sum <= 0,
    reserved: isOpen ? atLeastZero : isZero,
    to_refund: atLeastZero,
    fees: atLeastZero,
    exchange: atLeastZero,
  }
  return kind in rules ? rules[kind] : isOfFunds ? atLeastZero : isZero
}

const isUnderWay = ({ status }: Order): boolean =>
  ['pending', 'approved', 'processing'].includes(status)

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

function bearing(bears: string, open: number): { readonly written_off?: number } {
  if (bears === 'all' && open < 0) return { written_off: -open }
  if (bears === 'half' && open < 0) return { written_off: Math.floor(-open / 2) }
  return {}
}

const refundsMax = 40
/** Their places. */
const refundsOf = (view: View): number[] =>
  Object.keys(view).flatMap((name) => (/^refund\d+$/.test(name) ? [Number(name.slice(6))] : []))

const lastWords = [
  { act: 'refund_act', say: 'reject 0' },
  { act: 'tell_refund', say: '' },
  { act: 'close_refund', say: 'not_paid' },
] as const
const refundNames = Array.from({ length: refundsMax }, (_none, at) => `refund${at}`)
const anything: View = Object.fromEntries(
  ['payment', 'funds', 'late', 'word', 'closed', 'denied', 'sent']
    .concat(refundNames.flatMap((name) => [name, `${name}.sent`, `${name}.by`]))
    .map((name) => [name, any]),
)
