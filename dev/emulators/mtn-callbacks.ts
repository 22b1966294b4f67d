import { setTimeout as pause } from 'node:timers/promises'
import { behaviourOf } from './faults.ts'
import type { KeptOrder, Memory } from './memory.ts'
import { statusBody } from './mtn-messages.ts'

const slackMs = 30
const timeoutMs = 3000

/** MTN calls back once, by POST or by PUT, and never again; some numbers ask for less, or for more. */
export async function callBack(
  { memory, delayMs }: { readonly memory: Memory; readonly delayMs: number },
  order: KeptOrder,
  header: string | readonly string[] | undefined,
): Promise<void> {
  if (typeof header !== 'string') return
  const { scenario } = behaviourOf(order.phone, order.kind)
  if (scenario === 'callback_lost' || !order.isDecidable) return
  if (scenario === 'callback_first') {
    memory.settle(order)
    return send(header, order, 'POST')
  }
  const methods = scenario === 'callback_twice' ? (['POST', 'PUT'] as const) : [methodOf(order)]
  void pause(delayMs + slackMs, undefined, { ref: false }).then(async () => {
    memory.settle(order)
    await Promise.all(methods.map((method) => send(header, order, method)))
  })
}

/** Payouts by PUT, so that both are met. */
function methodOf({ kind }: KeptOrder): 'POST' | 'PUT' {
  return kind === 'collection' ? 'POST' : 'PUT'
}

async function send(url: string, order: KeptOrder, method: 'POST' | 'PUT'): Promise<void> {
  const body = JSON.stringify(statusBody(order))
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  await fetch(url, { method, body, headers, signal }).catch(() => undefined)
}
