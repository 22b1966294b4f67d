import type {
  PastAttempt,
  PastDelivery,
  TransactionHistory,
} from '#use-cases/transactions/read-history.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Happening } from '#web/design/timeline.tsx'
import { errorText } from './delivery-errors.ts'

/** What happened to a transaction, as the books have it, and what is awaited now. */
export function happeningsOf(
  transaction: TransactionRecord,
  history: TransactionHistory,
  deliveriesPath?: string,
): Happening[] {
  return [
    { tone: 'ok', title: 'Demande créée', at: transaction.createdAt },
    ...requestHappening(transaction, history),
    endHappening(transaction),
    ...fundsHappenings(history),
    ...lateHappening(history),
    ...history.deliveries.flatMap((delivery) => deliveryHappenings(delivery, deliveriesPath)),
  ]
}

function requestHappening(
  { provider, status }: TransactionRecord,
  { operatorState }: TransactionHistory,
): Happening[] {
  const name = operatorOf(provider)?.name ?? provider
  if (operatorState !== 'unsent') return [{ tone: 'ok', title: `Demande envoyée à ${name}` }]
  if (status !== 'pending') return []
  return [{ tone: 'wait', title: `Demande en route vers ${name}` }]
}

const ends = {
  succeeded: ['ok', 'réussi'],
  failed: ['bad', 'échoué'],
  expired: ['still', 'expiré'],
  cancelled: ['still', 'annulé'],
} as const satisfies Readonly<Record<FinalStatus, readonly [Tone, string]>>

function endHappening(transaction: TransactionRecord): Happening {
  const { type, status, completedAt, expiresAt, provider } = transaction
  if (status !== 'pending') {
    const [tone, word] = ends[status]
    const title = `${type === 'collection' ? 'Paiement' : 'Retrait'} ${word}`
    return { tone, title, ...(completedAt && { at: completedAt }) }
  }
  const title = `Réponse de ${operatorOf(provider)?.name ?? provider} attendue`
  if (type !== 'collection') return { tone: 'wait', title }
  const detail = (
    <>
      Le payeur valide la demande{'\u00A0'}; elle expire <Time at={expiresAt} />.
    </>
  )
  return { tone: 'wait', title, detail }
}

const fundsTitles: Readonly<Record<string, string>> = {
  'funds.held': 'Fonds retenus pour vérification',
  'funds.released': 'Fonds libérés',
}

function fundsHappenings({ events }: TransactionHistory): Happening[] {
  return events.flatMap(({ type, at }) => {
    const title = fundsTitles[type]
    const tone = type === 'funds.held' ? ('wait' as const) : ('ok' as const)
    return title === undefined ? [] : [{ tone, title, at }]
  })
}

function lateHappening({ lateOutcomeAt }: TransactionHistory): Happening[] {
  if (lateOutcomeAt === null) return []
  return [
    {
      tone: 'info',
      title: 'L’opérateur a débité le payeur après la fin',
      at: lateOutcomeAt,
      detail: 'Nos équipes s’en occupent\u00A0; le statut reste le même.',
    },
  ]
}

/** How one event came to one webhook, or did not; with a link to the delivery under `deliveriesPath`, where it can be retried. */
export function deliveryHappenings(delivery: PastDelivery, deliveriesPath?: string): Happening[] {
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
