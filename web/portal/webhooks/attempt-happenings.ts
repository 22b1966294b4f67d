import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { AttemptRecord, DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import type { Happening } from '#web/design/timeline.tsx'
import { errorText } from '#web/transactions/delivery-errors.ts'

const minuteMs = 60_000

/** What happened to a delivery, attempt by attempt, and what is awaited. */
export function attemptHappenings(
  delivery: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): Happening[] {
  return [
    { tone: 'ok', title: 'Événement enregistré', at: delivery.createdAt },
    ...attempts.map(attemptHappening),
    ...nextHappening(delivery, attempts, now),
  ]
}

function attemptHappening(attempt: AttemptRecord): Happening {
  const { isExtra, number, isOver, httpStatus, error, startedAt: at } = attempt
  const count = isExtra ? 'relance' : `essai ${number} sur ${WEBHOOK_ATTEMPTS_MAX}`
  if (!isOver) return { tone: 'wait', title: `Envoi en cours, ${count}`, at }
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  const detail = detailOf(attempt)
  if (error === null) return { tone: 'ok', title: `Reçu${answer}, ${count}`, at, detail }
  return { tone: 'bad', title: `Non reçu${answer}, ${count}`, at, detail }
}

function detailOf({ error, durationMs }: AttemptRecord): string {
  const reason = error === null ? [] : [errorText(error)]
  const span = durationMs === null ? [] : [`${durationMs}\u00A0ms`]
  return [...reason, ...span].join(' · ')
}

function nextHappening(
  { status, nextAttemptAt, lastError }: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  now: Date,
): Happening[] {
  if (status === 'abandoned') {
    const detail = lastError === null ? {} : { detail: errorText(lastError) }
    return [{ tone: 'still', title: 'Abandonnée\u00A0: plus aucun essai de nous-mêmes', ...detail }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  if (status === 'pending') return [{ tone: 'wait', title: 'Envoi imminent' }]
  const isSoon = nextAttemptAt.getTime() - now.getTime() < minuteMs
  if (isSoon) return [{ tone: 'wait', title: 'Prochain essai dans moins d’une minute' }]
  return [{ tone: 'wait', title: 'Prochain essai', at: nextAttemptAt }]
}
