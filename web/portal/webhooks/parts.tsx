import { portalPermissions } from '#domain/people/portal-roles.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import { Badge } from '#web/design/badge.tsx'
import { Notice } from '#web/design/notice.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { useWebhookWords } from './words.ts'

const tones = {
  pending: 'wait',
  failed: 'bad',
  delivered: 'ok',
  abandoned: 'still',
} as const satisfies Readonly<Record<DeliveryStatus, Tone>>

export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge tone={tones[status]}>{useWebhookWords().states.delivery[status]}</Badge>
}

export function EndpointBadge({ status }: { readonly status: 'enabled' | 'disabled' }) {
  const name = useWebhookWords().states.endpoint[status]
  return <Badge tone={status === 'enabled' ? 'ok' : 'still'}>{name}</Badge>
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
  const { unavailable } = useWebhookWords()
  return (
    <Notice tone="wait" title={unavailable.title}>
      {unavailable.text}
    </Notice>
  )
}
