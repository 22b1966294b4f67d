import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { freshPhone } from '#test/support/tenant.ts'

/** An answer as a client saw it; status 0 is a connection that was refused or cut. */
export interface Seen {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly tookMs: number
}

/** What a client was promised: the transaction behind its idempotency key. */
export interface Accepted {
  readonly id: string
  readonly text: string
  readonly requestId: string | null
}

/** A request as a merchant's server sends it: again under the same key until it is accepted. */
export interface Order {
  readonly key: string
  readonly idempotencyKey: string
  readonly body: Readonly<Record<string, unknown>>
}

const retryPauseMs = 50
const patienceMs = 60_000
/** Between two orders of one client: the load is to be steady, not more than a small machine can carry. */
const usualThinkMs = 500

/** Sends an order to these addresses in turn until one accepts it; every answer on the way goes to `seen`. */
export async function sendUntilAccepted(
  addresses: () => readonly string[],
  order: Order,
  seen: (answer: Seen) => void,
): Promise<Accepted> {
  const deadline = Date.now() + patienceMs
  for (let tries = 0; Date.now() < deadline; tries += 1) {
    const all = addresses()
    const baseUrl = all[tries % all.length] ?? ''
    const since = performance.now()
    const answer = await sendOnce(baseUrl, order)
    const tookMs = performance.now() - since
    seen(seenOf(answer, tookMs))
    if (answer?.status === 202) return acceptedOf(answer)
    if (answer !== undefined && !isWorthAnother(answer)) throw new Error(answer.text)
    await pause(retryPauseMs)
  }
  throw new Error(`not accepted within ${patienceMs} ms`)
}

/** Clients that send order after order, until stopped. */
export interface Load {
  readonly seen: readonly Seen[]
  readonly accepted: ReadonlyMap<string, Accepted>
  /** The longest that an order was asked for until it was accepted, retries included. */
  longestMs(): number
  /** Lets each client come to the end of its order. */
  stop(): Promise<void>
}

/** Whom orders are sent to, and in whose name. */
interface Target {
  readonly addresses: () => readonly string[]
  readonly key: string
}

/** Starts so many clients, each waiting for the acceptance of its order. One that is refused for good fails `stop`. */
export function startLoad(
  target: Target & {
    readonly clients: number
    /** Orders of one client at most. */
    readonly ordersMax?: number
    /** Between two orders of one client. A load costs as much as it lasts, and a busy machine makes it last. */
    readonly thinkMs?: number
  },
): Load {
  const { clients, ordersMax = 1000, thinkMs = usualThinkMs } = target
  const orders = openOrders(target)
  let isOver = false
  const client = async (number: number): Promise<void> => {
    for (let order = 0; order < ordersMax && !isOver; order += 1) {
      await orders.send(number + order)
      await pause(thinkMs)
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return orders.load(ended, () => {
    isOver = true
  })
}

/** At most so many orders that wait for their acceptance at once: beyond it the service is not slow but away. */
const openMax = 2000

/** Starts an order so many times a second, whatever has become of those before, as many merchants do. */
export function startSteadyLoad(target: Target & { readonly perSecond: number }): Load {
  const orders = openOrders(target)
  const open = new Set<Promise<void>>()
  let isOver = false
  const send = async (): Promise<void> => {
    const since = performance.now()
    for (let number = 0; !isOver; number += 1) {
      if (open.size >= openMax) throw new Error(`${openMax} orders wait to be accepted`)
      const order = orders.send(number)
      open.add(order)
      // One that is refused for good stays, and fails `stop`.
      order.then(() => open.delete(order)).catch(() => {})
      const due = since + ((number + 1) * 1000) / target.perSecond
      await pause(Math.max(0, due - performance.now()))
    }
    await Promise.all(open)
  }
  return orders.load(send(), () => {
    isOver = true
  })
}

/** Sends orders, and keeps what became of them. */
function openOrders({ addresses, key }: Target) {
  const seen: Seen[] = []
  const accepted = new Map<string, Accepted>()
  let longestMs = 0
  return {
    async send(turn: number): Promise<void> {
      const idempotencyKey = randomUUID()
      const since = performance.now()
      const result = await sendUntilAccepted(
        () => rotated(addresses(), turn),
        { key, idempotencyKey, body: { phone: freshPhone() } },
        (answer) => void seen.push(answer),
      )
      longestMs = Math.max(longestMs, performance.now() - since)
      accepted.set(idempotencyKey, result)
    },
    load(ended: Promise<unknown>, finish: () => void): Load {
      // Whoever stops the load is told; until then a refused order is no unhandled rejection.
      ended.catch(() => {})
      return {
        seen,
        accepted,
        longestMs: () => longestMs,
        async stop() {
          finish()
          await ended
        },
      }
    },
  }
}

async function sendOnce(baseUrl: string, order: Order): Promise<CallAnswer | undefined> {
  try {
    return await call({ baseUrl }, collectionCall(order.key, order.body, order.idempotencyKey))
  } catch (error) {
    // What `call` itself finds wrong in an answer is no connection that broke.
    if (error instanceof TypeError && error.message === 'fetch failed') return undefined
    if (error instanceof TypeError && error.message === 'terminated') return undefined
    throw error
  }
}

function seenOf(answer: CallAnswer | undefined, tookMs: number): Seen {
  return {
    status: answer?.status ?? 0,
    code: answer?.json.error?.code,
    retryAfter: answer?.headers.get('Retry-After') ?? null,
    tookMs,
  }
}

function acceptedOf({ json, text, headers }: CallAnswer): Accepted {
  return { id: json.data.id, text, requestId: headers.get('X-Request-Id') }
}

export function isWorthAnother({ status, json }: CallAnswer): boolean {
  return status >= 500 || (status === 409 && json.error.code === 'request_in_progress')
}

function rotated(values: readonly string[], by: number): string[] {
  return values.map((_, index) => values[(index + by) % values.length] ?? '')
}
