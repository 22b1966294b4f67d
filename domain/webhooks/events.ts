import { eventWords } from './event-names.ts'

/** Groups of event types. */
export type WebhookEventGroup = keyof typeof eventWords.fr.groups

const catalogue = {
  'payment.success': {
    group: 'payments',
    description:
      'Un encaissement (Mobile Money, carte, lien de paiement, boutique) est validé\u00A0: le payeur a été débité.',
  },
  'payment.failed': {
    group: 'payments',
    description: 'Un encaissement a échoué ou a été refusé\u00A0; le motif est indiqué.',
  },
  'withdrawal.pending': {
    group: 'withdrawals',
    description: 'Une demande de virement bancaire est enregistrée et attend son traitement.',
  },
  'withdrawal.success': {
    group: 'withdrawals',
    description: 'Un retrait Mobile Money automatique ou un virement bancaire est effectué.',
  },
  'withdrawal.failed': {
    group: 'withdrawals',
    description: 'Un retrait automatique ou un virement a été refusé par l’opérateur ou la banque.',
  },
  'withdrawal.cancelled': {
    group: 'withdrawals',
    description: 'Une demande de virement bancaire a été annulée avant son traitement.',
  },
  'refund.pending': {
    group: 'refunds',
    description: 'Une demande de remboursement est enregistrée et attend sa validation.',
  },
  'refund.success': {
    group: 'refunds',
    description: 'Le remboursement a été versé au payeur.',
  },
  'refund.rejected': {
    group: 'refunds',
    description: 'La demande de remboursement a été refusée par le service.',
  },
  'refund.failed': {
    group: 'refunds',
    description:
      'Le versement du remboursement a échoué chez l’opérateur\u00A0; le montant revient au solde.',
  },
  'refund.cancelled': {
    group: 'refunds',
    description: 'La demande de remboursement a été annulée avant sa validation.',
  },
  'funds.held': {
    group: 'funds',
    description:
      'Les fonds d’un paiement validé sont retenus pour vérification\u00A0; ils ne sont pas encore dans le solde disponible.',
  },
  'funds.released': {
    group: 'funds',
    description: 'Les fonds retenus sont libérés dans le solde disponible.',
  },
  'test.ping': {
    group: 'test',
    description: 'Événement de test simple, sans transaction.',
  },
} as const satisfies Readonly<
  Record<
    keyof typeof eventWords.fr.types,
    { readonly group: WebhookEventGroup; readonly description: string }
  >
>

/** The stable code of an event type, received in the field `event` (docs/webhooks.md#events). */
export type EventType = keyof typeof catalogue

/** An event type as GET /v2/webhook_event_types shows it; texts are French. */
export type WebhookEventType = {
  readonly code: EventType
  readonly group: WebhookEventGroup
  readonly groupLabel: string
  readonly label: string
  readonly description: string
}

/** Every event type, by group. */
export const webhookEventTypes: readonly WebhookEventType[] = Object.keys(catalogue)
  .filter(isEventType)
  .map((code) => ({
    code,
    ...catalogue[code],
    label: eventWords.fr.types[code],
    groupLabel: eventWords.fr.groups[catalogue[code].group],
  }))

/** True for the code of a type in the catalogue. */
export function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && Object.hasOwn(catalogue, value)
}

/** The event types an endpoint subscribes to. */
export type WebhookSubscription = {
  readonly status: 'enabled' | 'disabled'
  readonly allEvents: boolean
  readonly events: readonly string[]
}

/**
 * True if an event of this type is to be delivered to the endpoint: a disabled one receives nothing
 * (docs/webhooks.md#subscriptions).
 */
export function isSubscribed(endpoint: WebhookSubscription, type: EventType): boolean {
  if (endpoint.status === 'disabled') return false
  return endpoint.allEvents || endpoint.events.includes(type)
}
