import * as fc from 'fast-check'
import { ServiceError } from '#domain/errors/errors.ts'
import { onPool } from '#db/sql.ts'
import type { Books } from '#test/support/books.ts'
import { workerSteps } from '#test/support/worker-steps.ts'
import { checkoutActs, checkoutWorld } from './checkout.ts'
import {
  collectionActs,
  collectionWorld,
  fundsActs,
  fundsWorld,
  refundActs,
  refundsWorld,
} from './collection.ts'
import { type Crash, mortal, type MortalDatabase } from './crashes.ts'
import { deliveryActs, deliveryWorld } from './delivery.ts'
import { disputedActs, disputedPayoutActs, disputedPayoutWorld, disputedWorld } from './disputes.ts'
import { BookOperator } from './operator.ts'
import { payoutActs, payoutWorld } from './payout.ts'
import type { Circumstances, Ground, Staff } from './places.ts'
import { payoutFileActs, payoutFileWorld } from './payout-file.ts'
import { transferActs, transferWorld } from './transfer.ts'
import { any, type Place, type Step, type View, type World } from './world.ts'

const worlds = {
  collection: { acts: collectionActs, begin: collectionWorld, weight: 4 },
  funds: { acts: fundsActs, begin: fundsWorld, weight: 1 },
  refunds: { acts: refundActs, begin: refundsWorld, weight: 3 },
  payout: { acts: payoutActs, begin: payoutWorld, weight: 2 },
  payoutFile: { acts: payoutFileActs, begin: payoutFileWorld, weight: 1 },
  transfer: { acts: transferActs, begin: transferWorld, weight: 1 },
  checkout: { acts: checkoutActs, begin: checkoutWorld, weight: 2 },
  delivery: { acts: deliveryActs, begin: deliveryWorld, weight: 3 },
  disputed: { acts: disputedActs, begin: disputedWorld, weight: 2 },
  disputedPayout: { acts: disputedPayoutActs, begin: disputedPayoutWorld, weight: 1 },
} as const

/** What happens next: a step, maybe twice or with a process that dies in it, or one that is overtaken by another. */
type Happening =
  | { readonly step: Step; readonly crash: Crash | null; readonly isTwice: boolean }
  | { readonly slow: Step; readonly at: number; readonly other: Step }

export interface History extends Circumstances {
  readonly world: keyof typeof worlds
  readonly happenings: readonly Happening[]
}

const crash: fc.Arbitrary<Crash> = fc.record({
  at: fc.nat(8),
  side: fc.constantFrom('before', 'after'),
  isRepeated: fc.boolean(),
})

/** Histories of every kind; those that have more to them, more often. */
export const histories: fc.Arbitrary<History> = fc.oneof(
  ...(Object.keys(worlds) as (keyof typeof worlds)[]).map((world) => ({
    weight: worlds[world].weight,
    arbitrary: fc.record({
      world: fc.constant(world),
      isIdempotent: fc.boolean(),
      isDelayed: fc.boolean(),
      approvals: fc.constantFrom(1 as const, 2 as const),
      paid: fc.constantFrom<Circumstances['paid']>('paid', 'paid_held', 'paid_unconfirmed', 'late'),
      isApproved: fc.boolean(),
      happenings: happeningsOf(worlds[world].acts),
    }),
  })),
)

function happeningsOf(acts: Readonly<Record<string, readonly string[]>>) {
  const step: fc.Arbitrary<Step> = fc.oneof(
    ...Object.entries(acts).map(([act, says]) =>
      fc.record({ act: fc.constant(act), say: fc.constantFrom(...says), which: fc.nat(2) }),
    ),
  )
  const alone = fc.record({
    step,
    crash: fc.option(crash, { freq: 5 }),
    isTwice: fc.nat(9).map((number) => number === 9),
  })
  const overtaken = fc.record({ slow: step, at: fc.nat(6), other: step })
  return fc.array<Happening>(
    fc.oneof({ weight: 5, arbitrary: alone }, { weight: 1, arbitrary: overtaken }),
    { minLength: 1, maxLength: 24, size: 'max' },
  )
}

/** Plays one history on its ground; throws where the books are not where the model has them. */
export async function play(
  history: History,
  {
    books,
    ground,
    staff,
  }: { readonly books: Books; readonly ground: Ground; readonly staff: Staff },
): Promise<void> {
  const mortals = mortal(books.database)
  const place = placeOf(history, { books, ground, staff, mortals })
  const world = await worlds[history.world].begin(place)
  let view = await world.look()
  for (const happening of history.happenings)
    view = await happen({ world, mortals, view }, happening)
  await world.heal()
  const faults = [...world.faults(await world.look()), ...((await world.faultsOfMoney?.()) ?? [])]
  if (faults.length > 0) throw new Error(`after all: ${faults.join('; ')}`)
  if (place.operator.doubled > 0) throw new Error('an order was sent twice')
}

/** How a history stands; nobody else touches what is its own between two steps. */
interface Standing {
  readonly world: World
  readonly mortals: MortalDatabase
  readonly view: View
}

/** How all stands afterwards. */
async function happen(
  { world, mortals, view: before }: Standing,
  happening: Happening,
): Promise<View> {
  if ('slow' in happening) {
    const [slow, other] = [world.take(happening.slow, before), world.take(happening.other, before)]
    const run = (taken = nothing) => taken().catch(refused)
    await mortals.overtake(
      () => run(slow),
      happening.at,
      () => run(other),
    )
    return world.look()
  }
  const { step, isTwice } = happening
  const taken = world.take(step, before)
  if (taken === undefined) return before
  const expected = world.expect(step, before)
  const isCrashed = await mortals.run(() => taken().catch(refused), happening.crash)
  if (isTwice) await taken().catch(refused)
  const after = await world.look()
  compare(step, { before, expected, after, isCrashed: isCrashed || isTwice })
  return after
}

const nothing = (): Promise<unknown> => Promise.resolve()

/** A refusal is an answer, and changes nothing; anything else is a fault. */
function refused(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}

/**
 * Not for the model: whether a watch is open, what staff was told, how far a replay is, which act was done, and whether a
 * request ever left.
 */
const unmodelled = /^(?:watch|told|replay|done|left)/

interface Stood {
  readonly before: View
  readonly expected: View
  readonly after: View
  readonly isCrashed: boolean
}

/** How far a request or an attempt has got when its worker dies is anything, and the log’s to judge. */
const halfWay = /(?:sent|open|asked|attempts|extra|delivery)$/i
/** A turn of a file that comes twice is two turns, of which the second may be its last. */
const onTheWay: readonly string[] = ['pending', 'processing', 'paused', 'done']

function compare(step: Step, stood: Stood): void {
  const { before, expected, after } = stood
  const names = Object.keys({ ...before, ...expected, ...after })
  for (const name of names.filter((each) => isModelled(each, stood))) {
    const was = before[name] ?? ''
    const wanted = expected[name] ?? was
    const is = after[name] ?? ''
    if (isRight({ was, wanted, is }, stood)) continue
    const what = `${step.act} ${step.say}`.trim()
    throw new Error(`${what}: ${name} was ${was}, should be ${wanted}, and is ${is}`)
  }
}

function isModelled(name: string, { isCrashed }: Stood): boolean {
  return !unmodelled.test(name) && !(isCrashed && halfWay.test(name))
}

/** A crash may leave a state as it was, as it should be, or on the way. */
function isRight(
  { was, wanted, is }: { readonly was: string; readonly wanted: string; readonly is: string },
  { isCrashed }: Stood,
): boolean {
  if (is === wanted || wanted === any) return true
  return isCrashed && [was, ...onTheWay].includes(is)
}

function placeOf(
  circumstances: Circumstances,
  {
    books,
    ground,
    staff,
    mortals,
  }: {
    readonly books: Books
    readonly ground: Ground
    readonly staff: Staff
    readonly mortals: MortalDatabase
  },
): Place {
  const { database } = mortals
  const operator = new BookOperator(circumstances.isIdempotent)
  return {
    ...circumstances,
    ...ground,
    database,
    outbox,
    operator,
    staff,
    rows: (text, ...values) => onPool(books.database.pool).rows(text, values),
    worker: (request, read) =>
      workerSteps({ database, outbox }, () => operator.saying(request, read)),
  }
}

/** Every process dies right after its commit, before it tells Temporal: what it owes stays in the outbox. */
const outbox: Books['outbox'] = {
  kick: () => {},
  relay: () => Promise.resolve(0),
  drain: () => Promise.resolve(),
}
