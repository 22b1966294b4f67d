import { portalPermissions } from '#domain/people/portal-roles.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { Badge } from '#web/design/badge.tsx'
import { Notice } from '#web/design/notice.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Portal } from '#web/portal/portal-page.ts'

const statuses = {
  pending: ['wait', 'En attente'],
  failed: ['bad', 'Échouée'],
  delivered: ['ok', 'Livrée'],
  abandoned: ['still', 'Abandonnée'],
} as const satisfies Readonly<Record<DeliveryStatus, readonly [Tone, string]>>

/** A delivery's state in a word. */
export function deliveryStatusName(status: DeliveryStatus): string {
  return statuses[status][1]
}

export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

export function EndpointBadge({ status }: { readonly status: 'enabled' | 'disabled' }) {
  return status === 'enabled' ? (
    <Badge tone="ok">Actif</Badge>
  ) : (
    <Badge tone="still">Désactivé</Badge>
  )
}

/** `Paiement réussi`, or the code of a type no longer in the catalogue. */
export function eventName(code: string): string {
  return webhookEventTypes.find((type) => type.code === code)?.label ?? code
}

/** A webhook's name: its label, or else the host of its URL. */
export function endpointName({
  label,
  url,
}: {
  readonly label: string | null
  readonly url: string
}): string {
  return label ?? new URL(url).host
}

/** True for people who may change webhooks; others may only look. */
export function mayManage({ person }: Pick<Portal, 'person'>): boolean {
  return portalPermissions['webhooks.manage'].includes(person.role)
}

/** Shown instead of a history that cannot be read now; the rest of the page works. */
export function HistoryUnavailable() {
  return (
    <Notice tone="wait" title="Historique indisponible">
      L’historique des livraisons ne répond pas pour l’instant. Vos réglages fonctionnent, et les
      envois continuent. Rechargez la page dans une minute.
    </Notice>
  )
}
