import type { PastAttempt, PastDelivery } from '#use-cases/transactions/read-history.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { More } from '#web/design/ask.tsx'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { errorText } from './delivery-errors.ts'

/**
 * Deliveries to the merchant's webhooks, in one line that unfolds: `Webhooks : 1 livré, 1 en échec`. With
 * `deliveriesPath`, each links to its delivery, where it can be resent.
 */
export function Deliveries({
  deliveries,
  deliveriesPath,
}: {
  readonly deliveries: readonly PastDelivery[]
  readonly deliveriesPath?: string
}) {
  if (deliveries.length === 0) return null
  return (
    <More title={`Webhooks\u00A0: ${countsText(deliveries)}`} id="webhooks">
      <Timeline
        happenings={deliveries.flatMap((delivery) => deliveryHappenings(delivery, deliveriesPath))}
      />
    </More>
  )
}

/** How many were delivered, are under way, or failed. */
function countsText(deliveries: readonly PastDelivery[]): string {
  const words = Object.entries(standings).flatMap(([status, word]) => {
    const count = deliveries.filter((delivery) => delivery.status === status).length
    return count === 0 ? [] : [`${count} ${count > 1 ? word.many : word.one}`]
  })
  return words.join(', ')
}

interface Standing {
  readonly one: string
  readonly many: string
}

const standings = {
  delivered: { one: 'livré', many: 'livrés' },
  pending: { one: 'en route', many: 'en route' },
  failed: { one: 'en échec, à réessayer', many: 'en échec, à réessayer' },
  abandoned: { one: 'abandonné', many: 'abandonnés' },
} as const satisfies Readonly<Record<DeliveryStatus, Standing>>
/** The attempts to deliver one event to one webhook. */
function deliveryHappenings(delivery: PastDelivery, deliveriesPath?: string): Happening[] {
  const led = (text: string) =>
    deliveriesPath === undefined ? text : <a href={`${deliveriesPath}/${delivery.id}`}>{text}</a>
  const label = webhookEventTypes.find(({ code }) => code === delivery.event)?.label
  const detail = `${label ?? delivery.event} · ${new URL(delivery.url).host}`
  const attempts = delivery.attempts.map((attempt): Happening => ({
    ...attemptHappening(attempt),
    at: attempt.at,
    detail: led(attemptDetail(attempt, detail)),
  }))
  return [...attempts, ...nextHappening(delivery, { detail, led })]
}

function attemptHappening({ number, isOver, httpStatus, error }: PastAttempt) {
  const count = `essai ${number} sur ${WEBHOOK_ATTEMPTS_MAX}`
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  if (!isOver) return { tone: 'wait' as const, title: `Webhook en cours d’envoi, ${count}` }
  if (error === null) return { tone: 'ok' as const, title: `Webhook livré${answer}, ${count}` }
  return { tone: 'bad' as const, title: `Webhook non reçu${answer}, ${count}` }
}

function attemptDetail({ error, durationMs }: PastAttempt, detail: string): string {
  const span = durationMs === null ? [] : [`${durationMs} ms`]
  return [detail, ...(error === null ? [] : [errorText(error)]), ...span].join(' · ')
}

function nextHappening(
  { status, nextAttemptAt, lastError, attempts }: PastDelivery,
  { detail, led }: { readonly detail: string; readonly led: (text: string) => Happening['detail'] },
): Happening[] {
  if (status === 'abandoned') {
    const reason = lastError === null ? '' : ` · ${errorText(lastError)}`
    return [{ tone: 'still', title: 'Envoi du webhook abandonné', detail: led(detail + reason) }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  const title = attempts.length === 0 ? 'Webhook à envoyer' : 'Prochain essai du webhook'
  return [{ tone: 'wait', title, at: nextAttemptAt, detail: led(detail) }]
}
