import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Happening } from '#web/design/timeline.tsx'

/** What happened to a transaction, as recorded, and what is awaited now; webhook deliveries are shown separately. */
export function happeningsOf(
  transaction: TransactionRecord,
  history: TransactionHistory,
): Happening[] {
  return [
    { tone: 'ok', title: 'Demande créée', at: transaction.createdAt },
    ...requestHappening(transaction, history),
    endHappening(transaction),
    ...fundsHappenings(history),
    ...lateHappening(history),
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
