import type { PastAttempt, PastDelivery } from '#use-cases/transactions/read-history.ts'
import type { Language } from '#domain/text/language.ts'
import { eventName } from '#domain/webhooks/event-names.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { More } from '#web/design/ask.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { transactionWords, useTransactionWords } from './words.tsx'

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
  const { language } = useScope()
  const words = useTransactionWords().deliveries
  if (deliveries.length === 0) return null
  return (
    <More title={words.title(countsText(deliveries, language))} id="webhooks">
      <Timeline
        happenings={deliveries.flatMap((delivery) =>
          deliveryHappenings(delivery, { deliveriesPath, language }),
        )}
      />
    </More>
  )
}

/** How many were delivered, are under way, or failed. */
function countsText(deliveries: readonly PastDelivery[], language: Language): string {
  const { counts } = transactionWords[language].deliveries
  const said = Object.entries(counts).flatMap(([status, counted]) => {
    const count = deliveries.filter((delivery) => delivery.status === status).length
    return count === 0 ? [] : [counted(count)]
  })
  return said.join(', ')
}

interface Shown {
  readonly deliveriesPath: string | undefined
  readonly language: Language
}

/** The attempts to deliver one event to one webhook. */
function deliveryHappenings(
  delivery: PastDelivery,
  { deliveriesPath, language }: Shown,
): Happening[] {
  const led = (text: string) =>
    deliveriesPath === undefined ? text : <a href={`${deliveriesPath}/${delivery.id}`}>{text}</a>
  const detail = `${eventName(delivery.event, language)} · ${new URL(delivery.url).host}`
  const attempts = delivery.attempts.map((attempt): Happening => ({
    ...attemptHappening(attempt, language),
    at: attempt.at,
    detail: led(attemptDetail(attempt, { detail, language })),
  }))
  return [...attempts, ...nextHappening(delivery, { detail, led, language })]
}

function attemptHappening({ number, isOver, httpStatus, error }: PastAttempt, language: Language) {
  const words = transactionWords[language].deliveries
  const count = words.attempt(number, WEBHOOK_ATTEMPTS_MAX)
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  if (!isOver) return { tone: 'wait' as const, title: words.sending(count) }
  if (error === null) return { tone: 'ok' as const, title: words.delivered(answer, count) }
  return { tone: 'bad' as const, title: words.missed(answer, count) }
}

function attemptDetail(
  { error, durationMs }: PastAttempt,
  { detail, language }: { readonly detail: string; readonly language: Language },
): string {
  const span = durationMs === null ? [] : [`${durationMs} ms`]
  return [detail, ...(error === null ? [] : [errorText(error, language)]), ...span].join(' · ')
}

function nextHappening(
  { status, nextAttemptAt, lastError, attempts }: PastDelivery,
  {
    detail,
    led,
    language,
  }: {
    readonly detail: string
    readonly led: (text: string) => Happening['detail']
    readonly language: Language
  },
): Happening[] {
  const words = transactionWords[language].deliveries
  if (status === 'abandoned') {
    const reason = lastError === null ? '' : ` · ${errorText(lastError, language)}`
    return [{ tone: 'still', title: words.abandoned, detail: led(detail + reason) }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  const title = attempts.length === 0 ? words.first : words.next
  return [{ tone: 'wait', title, at: nextAttemptAt, detail: led(detail) }]
}

/** Why a delivery failed, in words; the code itself where it is unknown. */
export function errorText(code: string, language: Language): string {
  const known: Readonly<Record<string, string>> = transactionWords[language].deliveryErrors
  return known[code] ?? code
}
