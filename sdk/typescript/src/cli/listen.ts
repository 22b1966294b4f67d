import { randomUUID } from 'node:crypto'
import type { Event } from '../api-types.ts'
import { PaymentService } from '../client.ts'
import { ApiError, PaymentServiceError, RateLimitError } from '../errors.ts'
import { skippedPauseMs } from '../retry.ts'
import { sleep } from '../transport.ts'
import { signWebhook } from '../webhooks.ts'
import type { Output } from './output.ts'
import { readJson, writeJson } from './settings.ts'

export interface Listening {
  readonly client: PaymentService
  readonly output: Output
  /** The URL that events are forwarded to; undefined to only print them. */
  readonly forwardTo: string | undefined
  readonly types: string | undefined
  /** Where the position is stored; undefined to not store it. */
  readonly stateFile: string | undefined
  readonly secret: string | undefined
}

/** The stored state: the last event handled, and the secret that deliveries are signed with. */
interface State {
  readonly after: string
  readonly secret: string
}

const waitSeconds = 5
const pauseMsMin = 500
const pauseMsMax = 15_000
const refusedTriesMax = 3
const forwardTimeoutMs = 10_000

/**
 * Reads events as they arrive and forwards each, newly signed, in order. The position is stored after each event:
 * after a crash it continues there, and the event being forwarded is sent again with the same `webhook-id`.
 */
export async function listen(listening: Listening): Promise<never> {
  const { output, stateFile, forwardTo } = listening
  let state = startOf(listening)
  if (forwardTo !== undefined) {
    output.note(`Passing events on to ${forwardTo}, signed with the secret ${state.secret}`)
  }
  const keep = (after: string): void => {
    state = { ...state, after }
    if (stateFile !== undefined) writeJson(stateFile, state)
  }
  for (;;) {
    const { items, next, isWaitSkipped } = await readOn(listening, state.after)
    for (const event of items) {
      await deal(listening, event, state.secret)
      keep(event.id)
    }
    // An empty page has a position too: the first one resolves `latest`.
    if (items.length === 0 && next !== null && next !== state.after) keep(next)
    if (isWaitSkipped) await sleep(skippedPauseMs())
  }
}

function startOf({ stateFile, secret }: Listening): State {
  const kept = stateFile === undefined ? undefined : readJson<State>(stateFile)
  return { after: kept?.after ?? 'latest', secret: secret ?? kept?.secret ?? randomUUID() }
}

/**
 * Retries until there is an answer, because the service may be down for a while, or other programs may have used up
 * the limit of the key. Any other refusal is permanent and ends it.
 */
async function readOn({ client, types, output }: Listening, after: string) {
  for (let misses = 0; ; misses += 1) {
    try {
      const query = {
        after,
        wait: waitSeconds,
        limit: 100,
        ...(types && { type: types.split(',') }),
      }
      return await client.page('GET /v2/events', {
        query: query as never,
        extraMs: waitSeconds * 1000,
      })
    } catch (error) {
      if (!isPassing(error)) throw error
      if (misses === 0) output.note('The service does not answer; trying on …')
      await sleep(Math.max(pauseMs(misses), askedMs(error)))
    }
  }
}

function askedMs(error: unknown): number {
  return error instanceof RateLimitError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}

function isPassing(error: unknown): boolean {
  if (error instanceof RateLimitError) return true
  if (error instanceof ApiError) return error.status >= 500 && error.status !== 501
  return error instanceof PaymentServiceError
}

async function deal(listening: Listening, event: Event, secret: string): Promise<void> {
  const { output, forwardTo } = listening
  const status = forwardTo === undefined ? null : await passOn(listening, event, secret)
  const isTaken = status === null || (status >= 200 && status < 300)
  const answer =
    status === null ? '' : `  ${output.paint(isTaken ? 'green' : 'red', String(status))}`
  const { transactionId } = event.data
  const about = typeof transactionId === 'string' ? transactionId : ''
  output.say(`${event.created_at}  ${output.paint('bold', event.type)}  ${about}${answer}`, {
    event,
    ...(status !== null && { forwarded: status }),
  })
}

/**
 * Waits for a server that is down; one that answers without 2xx gets three attempts, because a real webhook would
 * also be retried.
 */
async function passOn(
  { forwardTo = '', output }: Listening,
  event: Event,
  secret: string,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const status = await post(forwardTo, await signWebhook(event, { secret, id: event.id }))
    if (status === undefined && tries === 1)
      output.note(`${forwardTo} does not answer; trying on …`)
    if (status !== undefined && (status < 300 || tries >= refusedTriesMax)) return status
    await sleep(pauseMs(tries - 1))
  }
}

async function post(
  url: string,
  delivery: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(forwardTimeoutMs)
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal, ...delivery })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}

function pauseMs(misses: number): number {
  return Math.min(pauseMsMin * 2 ** misses, pauseMsMax)
}
