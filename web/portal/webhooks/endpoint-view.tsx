import type { DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import type { EndpointHealth } from '#use-cases/webhooks/read-health.ts'
import { eventName } from '#domain/webhooks/event-names.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime, Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { errorText } from '#web/transactions/deliveries.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import type { WebhookWords } from './french.tsx'
import { EndpointBadge, endpointName, HistoryUnavailable, mayManage } from './parts.tsx'
import { useWebhookWords } from './words.ts'

export interface EndpointPageProps {
  readonly endpoint: EndpointRecord
  /** Undefined if there is none, or if it cannot be read. */
  readonly health: EndpointHealth | undefined
  /** Undefined while it cannot be read. */
  readonly latest: readonly DeliveryRecord[] | undefined
}

/** One webhook: its settings, its health, its latest deliveries, and the actions on it. */
export function EndpointPage({ endpoint, health, latest }: EndpointPageProps) {
  const portal = usePortal()
  const words = useWebhookWords()
  const name = endpointName(endpoint)
  return (
    <PortalFrame title={name}>
      <p>
        <a href={paths.webhooks}>{words.shared.all}</a>
      </p>
      <div class="row spread">
        <h1>{name}</h1>
        <EndpointBadge status={endpoint.status} health={health} />
      </div>
      {endpoint.status === 'disabled' && <Notice tone="wait">{words.one.disabled}</Notice>}
      <div class="grid start">
        <section class="card stack">
          <h2>{words.one.settings}</h2>
          <Settings endpoint={endpoint} health={health} latest={latest} />
          {mayManage(portal) && <Acts endpoint={endpoint} />}
        </section>
        <Latest endpoint={endpoint} latest={latest} />
      </div>
    </PortalFrame>
  )
}

function Settings({ endpoint, health, latest }: EndpointPageProps) {
  const { language } = useScope()
  const words = useWebhookWords()
  const { one, shared } = words
  const { allEvents, events } = endpoint
  const chosen = events.map((code) => eventName(code, language)).join(', ')
  const facts = [
    { label: one.address, value: endpoint.url },
    { label: shared.events, value: allEvents ? one.allEvents : chosen },
    { label: one.secret, value: <code>…{endpoint.secretLast4}</code> },
    { label: one.nextSecret, value: nextSecretOf(endpoint, words) },
    { label: words.health.title, value: latest === undefined ? null : <Health health={health} /> },
    { label: one.added, value: <ExactTime at={endpoint.createdAt} /> },
  ]
  return <Facts facts={facts} />
}

function nextSecretOf({ nextSecretLast4, nextSecretAt }: EndpointRecord, { one }: WebhookWords) {
  if (nextSecretAt === null) return null
  return one.secretFrom(<code>…{nextSecretLast4}</code>, <ExactTime at={nextSecretAt} />)
}

function Acts({ endpoint: { id, status } }: Pick<EndpointPageProps, 'endpoint'>) {
  const { one, shared } = useWebhookWords()
  const at = `${paths.webhooks}/${id}`
  const isEnabled = status === 'enabled'
  return (
    <div class="row">
      {isEnabled && <ButtonLink href={`${at}/test`}>{shared.sendTest}</ButtonLink>}
      <ButtonLink href={`${at}/modifier`} look="quiet">
        {one.change}
      </ButtonLink>
      <ButtonLink href={`${at}/etat`} look="quiet">
        {isEnabled ? one.disable : one.enable}
      </ButtonLink>
      <ButtonLink href={`${at}/secret`} look="quiet">
        {one.newSecret}
      </ButtonLink>
      <ButtonLink href={`${at}/supprimer`} look="danger">
        {one.remove}
      </ButtonLink>
    </div>
  )
}

function Latest({ endpoint, latest }: Pick<EndpointPageProps, 'endpoint' | 'latest'>) {
  const { one } = useWebhookWords()
  if (latest === undefined) return <HistoryUnavailable />
  return (
    <section class="card stack">
      <h2>{one.latest}</h2>
      {latest.length === 0 ? (
        <p class="soft">{one.nothingSent}</p>
      ) : (
        <>
          <DeliveryTable caption={one.latest} rows={latest} isShort />
          <p>
            <a href={`${paths.deliveries}?webhook=${endpoint.id}`}>{one.itsDeliveries}</a>
          </p>
        </>
      )}
    </section>
  )
}

/** `Tous les événements`, or how many. */
export function eventsText({ allEvents, events }: EndpointRecord, { one }: WebhookWords): string {
  if (allEvents) return one.allEvents
  return events.length === 1 ? one.oneEvent : one.manyEvents(String(events.length))
}

/** The share of deliveries received in the last 24 hours, and the last failure. */
export function Health({ health }: { readonly health: EndpointHealth | undefined }) {
  const { language } = useScope()
  const words = useWebhookWords()
  const { delivered = 0, missed = 0, lastMiss = null } = health ?? {}
  if (delivered + missed === 0) return <span class="soft">{words.health.none}</span>
  const share = Math.floor((delivered / (delivered + missed)) * 100)
  return (
    <>
      <span>{words.health.share(String(share))}</span>
      {lastMiss !== null && (
        <div class="soft small">
          {words.health.missed(<Time at={lastMiss.at} />)}
          {lastMiss.error !== null && ` · ${errorText(lastMiss.error, language)}`}
        </div>
      )}
    </>
  )
}
