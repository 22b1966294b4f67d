import type { Event } from '../api-types.ts'
import { PaymentService } from '../client.ts'
import { RateLimitError } from '../errors.ts'
import { skippedPauseMs } from '../retry.ts'
import { sleep } from '../transport.ts'
import { createForwarding, type Forward, type Handling } from './forward.ts'
import type { Output } from './output.ts'
import { pauseMs } from './pause.ts'
import { isPassing } from './report.ts'

export interface Listening {
  readonly client: PaymentService
  readonly output: Output
  readonly types: string | undefined
  /** Where events are forwarded to; undefined to only print them. */
  readonly forward: Forward | undefined
}

const waitSeconds = 5

const printing: Handling = {
  after: 'latest',
  take: () => Promise.resolve(null),
  keep: () => {},
  tell: () => Promise.resolve(),
}

/** Reads events as they arrive, and forwards each, in order, while it reports the results of earlier ones. */
export async function listen(listening: Listening): Promise<never> {
  const { client, output, forward } = listening
  const handling = forward === undefined ? printing : createForwarding({ client, output, forward })
  for (let { after } = handling; ;) {
    const [page] = await Promise.all([readOn(listening, after), handling.tell()])
    for (const event of page.items) {
      const [status] = await Promise.all([handling.take(event), handling.tell()])
      after = event.id
      print(output, event, status)
      handling.keep(after)
    }
    // An empty page has a position too: the first one resolves `latest`.
    if (page.items.length === 0 && page.next !== null && page.next !== after) {
      after = page.next
      handling.keep(after)
    }
    if (page.isWaitSkipped) await sleep(skippedPauseMs())
  }
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

function print(output: Output, event: Event, status: number | null): void {
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
