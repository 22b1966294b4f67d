import type { Fault as OperatorFault } from '#dev/emulators/faults.ts'
import type { KeptOrder } from '#dev/emulators/memory.ts'
import type { OperatorPart } from '#test/chaos/parts.ts'
import type { World } from '#test/chaos/world.ts'
import type { Fault } from './fault.ts'

type Answer = OperatorFault['answer']

/** Of a request: what may follow an order that was taken, and one that was not. */
const afterTaking: readonly Answer[] = [
  'error',
  'html',
  'garbage',
  'huge',
  'silence',
  'hang_up',
  'conflict',
  'slow',
]
const withoutTaking: readonly Answer[] = [
  'unavailable',
  'error',
  'html',
  'silence',
  'hang_up',
  'unauthorized',
]
const atLook: readonly Answer[] = [
  'not_found',
  'error',
  'html',
  'garbage',
  'silence',
  'unauthorized',
  'hang_up',
]

/** Its next answers are bad ones: errors, nonsense, nothing, before and after it has booked, or it does not find orders. */
export const operatorErrs: Fault = {
  lane: 'lines',
  hurt({ world, random }) {
    const { name, memory } = random.pick(world.parts.operators)
    const times = 1 + random.below(6)
    const on = random.pick(['request', 'read'] as const)
    const isTaken = on === 'read' || random.chance(0.5)
    const answers = on === 'read' ? atLook : isTaken ? afterTaking : withoutTaking
    const answer = random.pick(answers)
    memory.failNext({ on, answer, isTaken, times })
    const booked = on === 'read' ? '' : isTaken ? ', booked all the same' : ', nothing booked'
    return Promise.resolve(`${name}: ${answer} at the next ${times} ${on}s${booked}`)
  },
}

const lateMax = 3

/** It debits payers whom it had left undecided until after the end, and calls back. */
export const operatorLate: Fault = {
  lane: 'lines',
  async hurt({ world, random }) {
    const undecided = (await undecidedOrders(world)).slice(0, 1 + random.below(lateMax))
    for (const { operator, order } of undecided) {
      order.end = 'succeeded'
      if (operator.name === 'MTN') await callBack(world, order.id)
    }
    return undecided.length === 0 ? undefined : `${undecided.length} payers debited after the end`
  },
}

const callsBack = 10
/** The first ones that come are those of an order that nobody knows. */
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Callbacks come again, for orders that are long over, and for none of ours. */
export const callbacksAgain: Fault = {
  lane: 'lines',
  async hurt({ world, random }) {
    const orders = world.parts.operators.flatMap(({ memory }) => memory.orders.slice(-100))
    const ids = random.shuffled(orders).map(({ id }) => id)
    const called = [unknownId, ...ids.slice(0, callsBack), ...ids.slice(0, callsBack)]
    await Promise.all(called.map((id) => callBack(world, id)))
    return `${called.length} callbacks, each twice`
  },
}

interface Undecided {
  readonly operator: OperatorPart
  readonly order: KeptOrder
}

/** Of payments that have expired here while their operator had them. */
async function undecidedOrders({ parts, rows }: World): Promise<Undecided[]> {
  const open = parts.operators.flatMap((operator) =>
    operator.memory.orders
      .filter(({ end, kind }) => end === undefined && kind === 'collection')
      .map((order) => ({ operator, order })),
  )
  const expired = await rows<{ id: string }>(
    `select t.operator_request_id as id from transaction t join late_watch w on w.transaction_id = t.id
     where t.operator_request_id = any($1::uuid[]) and t.status = 'expired' and w.closed_at is null`,
    open.map(({ order }) => order.id),
  )
  const ids = new Set(expired.map(({ id }) => id))
  return open.filter(({ order }) => ids.has(order.id))
}

const callbackTimeoutMs = 3000

/** As MTN does, once, whether it is heard or not. */
async function callBack({ parts }: World, id: string): Promise<void> {
  const [api = ''] = parts.addresses
  const url = `${api}/operators/mtn/callbacks/${id}`
  const signal = AbortSignal.timeout(callbackTimeoutMs)
  await fetch(url, { method: 'PUT', body: '{}', signal }).catch(() => undefined)
}
