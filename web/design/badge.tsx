import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { Icon } from './icon.tsx'
import { type Tone, toneIcons } from './tone.ts'

/** A state in a word. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={tone === 'still' ? 'info' : toneIcons[tone]} />
      {children}
    </span>
  )
}

/** The statuses of transactions as badges say them. */
export const statusWords = {
  pending: ['wait', 'En attente'],
  succeeded: ['ok', 'Réussi'],
  failed: ['bad', 'Échoué'],
  expired: ['still', 'Expiré'],
  cancelled: ['still', 'Annulé'],
} as const satisfies Readonly<Record<TransactionStatus, readonly [Tone, string]>>

/** The statuses of transactions in a word each. */
export const statusNames: Readonly<Record<TransactionStatus, string>> = {
  pending: statusWords.pending[1],
  succeeded: statusWords.succeeded[1],
  failed: statusWords.failed[1],
  expired: statusWords.expired[1],
  cancelled: statusWords.cancelled[1],
}

/** The status of a transaction. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  const [tone, label] = statusWords[status]
  return <Badge tone={tone}>{label}</Badge>
}
