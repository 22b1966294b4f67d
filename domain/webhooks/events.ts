/** Groups of event types, in the order the portal and the API list them. */
export type WebhookEventGroup = 'payments' | 'withdrawals' | 'refunds' | 'funds' | 'test'

export const webhookEventGroupLabels: Readonly<Record<WebhookEventGroup, string>> = {
  payments: 'Paiements',
  withdrawals: 'Retraits et virements',
  refunds: 'Remboursements',
  funds: 'Fonds',
  test: 'Test',
}

const catalogue = {
  'payment.success': {
    group: 'payments',
    label: 'Paiement réussi',
    description:
      'Un encaissement (Mobile Money, carte, lien de paiement, boutique) est validé\u00A0: le payeur a été débité.',
  },
  'payment.failed': {
    group: 'payments',
    label: 'Paiement échoué',
    description: 'Un encaissement a échoué ou a été refusé\u00A0; le motif est indiqué.',
  },
  'withdrawal.pending': {
    group: 'withdrawals',
    label: 'Virement en attente',
    description: 'Une demande de virement bancaire est enregistrée et attend son traitement.',
  },
  'withdrawal.success': {
    group: 'withdrawals',
    label: 'Retrait effectué',
    description: 'Un retrait Mobile Money automatique ou un virement bancaire est effectué.',
  },
  'withdrawal.failed': {
    group: 'withdrawals',
    label: 'Retrait échoué',
    description: 'Un retrait automatique ou un virement a été refusé par l’opérateur ou la banque.',
  },
  'withdrawal.cancelled': {
    group: 'withdrawals',
    label: 'Virement annulé',
    description: 'Une demande de virement bancaire a été annulée avant son traitement.',
  },
  'refund.pending': {
    group: 'refunds',
    label: 'Remboursement en attente',
    description: 'Une demande de remboursement est enregistrée et attend sa validation.',
  },
  'refund.success': {
    group: 'refunds',
    label: 'Remboursement effectué',
    description: 'Le remboursement a été versé au payeur.',
  },
  'refund.rejected': {
    group: 'refunds',
    label: 'Remboursement refusé',
    description: 'La demande de remboursement a été refusée par le service.',
  },
  'refund.failed': {
    group: 'refunds',
    label: 'Remboursement échoué',
    description:
      'Le versement du remboursement a échoué chez l’opérateur\u00A0; le montant revient au solde.',
  },
  'refund.cancelled': {
    group: 'refunds',
    label: 'Remboursement annulé',
    description: 'La demande de remboursement a été annulée avant sa validation.',
  },
  'funds.held': {
    group: 'funds',
    label: 'Fonds retenus',
    description:
      'Les fonds d’un paiement validé sont retenus pour vérification\u00A0; ils ne sont pas encore dans le solde disponible.',
  },
  'funds.released': {
    group: 'funds',
    label: 'Fonds libérés',
    description: 'Les fonds retenus sont libérés dans le solde disponible.',
  },
  'test.ping': {
    group: 'test',
    label: 'Test de réception',
    description: 'Événement de test simple, sans transaction.',
  },
} as const satisfies Readonly<
  Record<string, { group: WebhookEventGroup; label: string; description: string }>
>

/** The stable code of an event type, received in the field `event` (docs/webhooks.md#events). */
export type EventType = keyof typeof catalogue

/** An event type as the portal and GET /v2/webhook_event_types show it; texts are French. */
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
    groupLabel: webhookEventGroupLabels[catalogue[code].group],
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
