import type { OrderKind } from '#activities/operators/operator.ts'
import { behaviourOf, type Fault } from './faults.ts'

/** An order as an operator stores it. */
export interface KeptOrder {
  readonly id: string
  /** The operator's own reference. */
  readonly reference: string
  readonly kind: OrderKind
  readonly phone: string
  readonly amount: number
  readonly currency: string
  readonly askedAt: number
  /** The start of its delay. */
  readonly takenAt: number
  readonly isDecidable: boolean
  reads: number
  end: OrderEnd | undefined
}

export type OrderEnd = 'succeeded' | 'no_funds' | 'rejected' | 'recipient_refused'

export type AskedOrder = Pick<KeptOrder, 'id' | 'kind' | 'phone' | 'amount' | 'currency'>

/** What an operator stores: orders, how often each was requested, and the money it holds for us. */
export interface Memory {
  /** The fault of this call, if one is due; counts the call. */
  faultOf(call: {
    readonly on: Fault['on']
    readonly order: Pick<AskedOrder, 'id' | 'phone' | 'kind'>
  }): Fault | undefined
  /** Makes the next calls fail in this way, whatever the number. */
  failNext(fault: Fault): void
  take(asked: AskedOrder): KeptOrder
  find(isIt: (order: KeptOrder) => boolean): KeptOrder | undefined
  /** Decides an order if it is due; each once. */
  settle(order: KeptOrder): void
  /** How often money moved for this id; must never be more than once. */
  movements(id: string): number
  /** How often an order was accepted under this id. */
  takings(id: string): number
  readonly balance: number
  readonly orders: readonly KeptOrder[]
}

export interface MemorySettings {
  /** From accepting an order to deciding it. */
  readonly delayMs: number
  /** Money that payouts can use. */
  readonly float: number
  /** Where to listen; a free port by default. */
  readonly port?: number
}

const ordersMax = 100_000

/** An operator's memory, for the life of the process. */
export function createMemory({ delayMs, float }: MemorySettings): Memory {
  const orders: KeptOrder[] = []
  let balance = float
  return {
    ...createFaults(),
    orders,
    get balance() {
      return balance
    },
    take(asked) {
      if (orders.length >= ordersMax) throw new Error('the emulator is full')
      const order = keep(asked, orders.length + 1)
      orders.push(order)
      return order
    },
    find: (isIt) => orders.find(isIt),
    settle(order) {
      if (order.end !== undefined || !order.isDecidable) return
      if (Date.now() < order.takenAt + delayMs) return
      order.end = endOf(order, balance)
      const sign = order.kind === 'collection' ? 1 : -1
      if (order.end === 'succeeded') balance += sign * order.amount
    },
    movements: (id) =>
      orders.filter((order) => order.id === id && order.end === 'succeeded').length,
    takings: (id) => orders.filter((order) => order.id === id).length,
  }
}

function createFaults(): Pick<Memory, 'failNext' | 'faultOf'> {
  const calls = new Map<string, number>()
  let next: { readonly fault: Fault; left: number } | undefined
  return {
    failNext(fault) {
      next = { fault, left: fault.times }
    },
    faultOf({ on, order }) {
      if (next !== undefined && next.left > 0 && next.fault.on === on) {
        next.left -= 1
        return next.fault
      }
      const { fault } = behaviourOf(order.phone, order.kind)
      const key = `${on} ${order.id}`
      const before = calls.get(key) ?? 0
      calls.set(key, before + 1)
      return fault?.on === on && before < fault.times ? fault : undefined
    },
  }
}

function keep(asked: AskedOrder, number: number): KeptOrder {
  const { scenario } = behaviourOf(asked.phone, asked.kind)
  return {
    ...asked,
    reference: String(referencesFrom + number),
    askedAt: Date.now(),
    takenAt: scenario === 'callback_first' ? 0 : Date.now(),
    isDecidable: scenario !== 'never_answers' && scenario !== 'decided_in_portal',
    reads: 0,
    end: undefined,
  }
}

const referencesFrom = 7_000_000_000

function endOf(order: KeptOrder, balance: number): OrderEnd {
  const { scenario } = behaviourOf(order.phone, order.kind)
  if (scenario === 'insufficient_funds' || scenario === 'float_empty') return 'no_funds'
  if (scenario === 'payer_rejected') return 'rejected'
  if (scenario === 'recipient_refused') return 'recipient_refused'
  return order.kind !== 'collection' && balance < order.amount ? 'no_funds' : 'succeeded'
}

/** Duration of a slow answer: longer than an activity waits for a payer, shorter than its connection. */
export const slowMs = 8000
