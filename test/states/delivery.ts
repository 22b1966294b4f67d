import { acceptCollection } from '#use-cases/collections/accept.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { advanceReplay } from '#use-cases/webhooks/advance-replay.ts'
import {
  type AttemptEnd,
  claimAttempt,
  type ClaimedAttempt,
  closeLostAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { enableWebhookEndpoint } from '#use-cases/webhooks/change-endpoint.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { startReplay, stopReplay } from '#use-cases/webhooks/replay.ts'
import { stopWebhookEndpoint } from '#use-cases/webhooks/stop-endpoint.ts'
import type { DeliveryId, ReplayId } from '#domain/ids.ts'
import { deliveryMoves } from '#domain/webhooks/delivery.ts'
import { retryDelayMs, WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { readEnv } from '#platform/env.ts'
import { acceptanceOf } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { endOf } from '#test/use-cases/webhooks/deliveries.ts'
import {
  any,
  type Expectations,
  next,
  type Place,
  reach,
  type Step,
  type View,
  view,
  type World,
} from './world.ts'

/** What a receiver, its merchant and workers do with a delivery; `begin` leaves an attempt under way. */
export const deliveryActs = {
  attempt: ['answer', 'miss', 'refuse', 'begin', 'begin'],
  finish: ['answer', 'miss'],
  retry: [''],
  stop: [''],
  enable: [''],
  replay: ['start', 'advance', 'advance', 'stop'],
} as const

export async function deliveryWorld(place: Place): Promise<World> {
  const { database, outbox } = place
  const acceptance = acceptanceOf(place.merchant, { phone: place.phone })
  const transactionId = acceptance.draft.record.id
  await acceptCollection(database, outbox, acceptance)
  await settleTransaction(database, outbox, { transactionId, outcome: success })
  const [row] = await place.rows<{ id: DeliveryId }>(
    'select id from webhook_delivery where endpoint_id = $1',
    place.endpointId,
  )
  if (row === undefined) throw new Error('an event has its delivery')
  return new Delivery(place, row.id)
}

class Delivery implements World {
  readonly #place: Place
  readonly #id: DeliveryId
  /** What a worker is sending, as long as it lives. */
  #sending: ClaimedAttempt | undefined

  constructor(place: Place, id: DeliveryId) {
    this.#place = place
    this.#id = id
  }

  async look(): Promise<View> {
    const [row] = await this.#place.rows<Record<string, string | null>>(
      `select d.status as delivery, d.attempts::text, d.asked_attempt as asked, w.status as webhook,
         (select a.id::text from webhook_attempt a where a.delivery_id = d.id and a.finished_at is null) as open,
         (select case when bool_or(a.is_extra) then 'yes' end from webhook_attempt a where a.delivery_id = d.id) as extra,
         (select r.status from webhook_replay r where r.service_env_id = d.service_env_id order by r.created_at desc limit 1)
           as replay,
         (select r.id::text from webhook_replay r where r.service_env_id = d.service_env_id order by r.created_at desc limit 1)
           as "replayId"
       from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where d.id = $1`,
      this.#id,
    )
    return view(row ?? {})
  }

  take({ act, say }: Step, before: View): (() => Promise<unknown>) | undefined {
    const { database, outbox, merchant, endpointId } = this.#place
    const { serviceEnvId } = merchant
    switch (act) {
      case 'attempt':
        return () => this.#attempt(say, before)
      case 'finish':
        return this.#sending && this.#finish(this.#sending, say)
      case 'retry':
        return () => retryDelivery(database, outbox, { serviceEnvId, id: this.#id })
      case 'stop':
        return () =>
          stopWebhookEndpoint(database, outbox, {
            serviceEnvId,
            id: endpointId,
            change: 'disabled',
          })
      case 'enable':
        return () => enableWebhookEndpoint(database, { serviceEnvId, id: endpointId })
      default:
        return this.#replay(say, before)
    }
  }

  expect(step: Step, before: View): View {
    return this.#expectations[step.act]?.(step, before) ?? {}
  }

  readonly #expectations: Expectations = {
    attempt: ({ say }, before) =>
      isOver(before['delivery']) ? {} : this.#expectAttempt(say, before),
    finish: ({ say }, before) => this.#expectFinish(say, before),
    retry: (_step, before) => this.#expectRetry(before),
    stop: (_step, before) => view({ webhook: 'disabled', ...stopped(before) }),
    enable: () => ({ webhook: 'enabled' }),
    replay: ({ say }) => (say === 'advance' ? { delivery: any, asked: any } : {}),
  }

  /** What is open goes to its end. */
  async heal(): Promise<void> {
    for (let tries = 0; tries < 2 * WEBHOOK_ATTEMPTS_MAX; tries += 1) {
      const before = await this.look()
      if (isOver(before['delivery'])) return
      await this.#attempt('miss', before)
    }
  }

  faults({ delivery }: View): string[] {
    return isOver(delivery) ? [] : ['the delivery did not end']
  }

  /** As the run does: the next number, or that of an attempt whose worker did not tell in time. */
  async #attempt(say: string, before: View): Promise<void> {
    const { database } = this.#place
    await this.#place.rows(
      `update webhook_attempt set started_at = started_at - interval '1 minute'
       where delivery_id = $1 and finished_at is null`,
      this.#id,
    )
    const attempts = Number(before['attempts'])
    const wanted = before['open'] === undefined ? attempts + 1 : attempts
    const attempt = Math.min(wanted, WEBHOOK_ATTEMPTS_MAX)
    const claim = await claimAttempt(database, { deliveryId: this.#id, attempt })
    if (claim.state === 'lost') {
      const outcome = retryOf(claim) === undefined ? 'abandoned' : 'failed'
      const lost = { deliveryId: this.#id, attemptId: claim.attemptId }
      const retryInMs = retryOf(claim) ?? null
      await closeLostAttempt(database, lost, { outcome, error: 'worker_lost', retryInMs })
    }
    if (claim.state !== 'claimed') return
    this.#sending = claim
    if (say !== 'begin') await this.#finish(claim, say)()
  }

  #finish(claim: ClaimedAttempt, say: string): () => Promise<unknown> {
    const retryInMs = say === 'refuse' ? undefined : retryOf(claim)
    const missed: AttemptEnd =
      retryInMs === undefined ? endOf('abandoned') : endOf('failed', { retryInMs })
    const end = say === 'answer' ? endOf('delivered') : missed
    const attempt = { deliveryId: this.#id, attemptId: claim.attemptId }
    return () => finishAttempt(this.#place.database, attempt, end)
  }

  #replay(say: string, before: View): (() => Promise<unknown>) | undefined {
    const { database, outbox, merchant } = this.#place
    const { serviceEnvId } = merchant
    const since = new Date(Date.now() - 3_600_000)
    if (say === 'start')
      return () => startReplay(database, outbox, { serviceEnvId, endpointId: null, since })
    const id = before['replayId'] as ReplayId | undefined
    if (id === undefined) return undefined
    if (say === 'stop') return () => stopReplay(database, outbox, { serviceEnvId, id })
    return () => advanceReplay(database, outbox, id)
  }

  #expectAttempt(say: string, before: View): View {
    const { open, asked, extra, webhook } = before
    const isSpent = Number(before['attempts']) === WEBHOOK_ATTEMPTS_MAX
    const isLast = isSpent || extra === 'yes'
    if (open !== undefined && asked === undefined)
      return { delivery: isLast ? 'abandoned' : 'failed', open: '' }
    if (isSpent && asked !== 'extra') return {}
    return webhook === 'disabled' ? stopped(before) : this.#expectSend(say, before)
  }

  #expectSend(say: string, before: View): View {
    const isExtra = before['asked'] === 'extra'
    const number = Math.min(Number(before['attempts']) + 1, WEBHOOK_ATTEMPTS_MAX)
    const begun = { attempts: String(number), asked: '', ...(isExtra && { extra: 'yes' }) }
    if (say === 'begin') return { ...begun, delivery: 'pending', open: any }
    const isLast = say === 'refuse' || isExtra || number === WEBHOOK_ATTEMPTS_MAX
    const missed = isLast ? 'abandoned' : 'failed'
    const to = say === 'answer' ? 'delivered' : missed
    return view({ ...begun, delivery: reach(deliveryMoves, 'pending', to) })
  }

  #expectFinish(say: string, before: View): View {
    const sending = this.#sending
    if (before['open'] === undefined || before['open'] !== String(sending?.attemptId)) return {}
    const { delivery } = before
    if (say === 'answer')
      return view({ open: '', delivery: next(deliveryMoves, delivery, 'answer') })
    const isLast = sending !== undefined && retryOf(sending) === undefined
    const to = isLast ? 'abandoned' : 'failed'
    return view({ open: '', delivery: delivery === 'pending' ? to : delivery })
  }

  #expectRetry({ delivery, open, webhook, extra }: View): View {
    const isRetryable = delivery === 'failed' || delivery === 'abandoned'
    if (!isRetryable || open !== undefined || webhook === 'disabled') return {}
    const asked = delivery === 'abandoned' || extra === 'yes' ? 'extra' : 'next'
    return view({ delivery: next(deliveryMoves, delivery, 'retry'), asked })
  }
}

const retryScheduleMs = readEnv({}).webhookRetryScheduleMs

function retryOf({ number, isExtra }: { readonly number: number; readonly isExtra: boolean }) {
  return isExtra ? undefined : retryDelayMs(number, retryScheduleMs)
}

function isOver(delivery: string | undefined): boolean {
  return delivery === 'delivered' || delivery === 'abandoned'
}

function stopped({ delivery }: View): View {
  const isWaiting = delivery === 'pending' || delivery === 'failed'
  return isWaiting ? { delivery: 'abandoned', asked: '' } : {}
}
