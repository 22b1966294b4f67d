import { portalPermissions } from '#domain/people/portal-roles.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EndpointHealth } from '#use-cases/webhooks/read-health.ts'
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

/** The state of a webhook; one that received nothing of what was sent to it is not well. */
export function EndpointBadge({
  status,
  health,
}: {
  readonly status: 'enabled' | 'disabled'
  /** Of the last day; undefined if nothing was sent, or nobody knows. */
  readonly health: EndpointHealth | undefined
}) {
  const { endpoint, deaf } = useWebhookWords().states
  if (status === 'disabled') return <Badge tone="still">{endpoint.disabled}</Badge>
  const isDeaf = health !== undefined && health.delivered === 0 && health.missed > 0
  return <Badge tone={isDeaf ? 'bad' : 'ok'}>{isDeaf ? deaf : endpoint.enabled}</Badge>
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
