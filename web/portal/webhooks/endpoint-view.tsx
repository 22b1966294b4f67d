import type { DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import type { EndpointHealth } from '#use-cases/webhooks/read-health.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorText } from '#web/transactions/delivery-errors.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { EndpointBadge, endpointName, eventName, HistoryUnavailable, mayManage } from './words.tsx'

export interface EndpointPageProps {
  readonly portal: Portal
  readonly endpoint: EndpointRecord
  /** Undefined if there is none, or if it cannot be read. */
  readonly health: EndpointHealth | undefined
  /** Undefined while it cannot be read. */
  readonly latest: readonly DeliveryRecord[] | undefined
}

/** One webhook: its settings, its health, its latest deliveries, and the actions on it. */
export function EndpointPage({ portal, endpoint, health, latest }: EndpointPageProps) {
  const name = endpointName(endpoint)
  return (
    <PortalFrame portal={portal} title={name}>
      <p>
        <a href={paths.webhooks}>Tous les webhooks</a>
      </p>
      <div class="row spread">
        <h1>{name}</h1>
        <EndpointBadge status={endpoint.status} />
      </div>
      {endpoint.status === 'disabled' && (
        <Notice tone="wait">
          Ce webhook ne reçoit rien tant qu’il est désactivé, et ce qui se passe entre-temps ne lui
          sera pas envoyé.
        </Notice>
      )}
      <div class="grid start">
        <section class="card stack">
          <h2>Réglages</h2>
          <Facts facts={factsOf(endpoint, health, latest !== undefined)} />
          {mayManage(portal) && <Acts endpoint={endpoint} />}
        </section>
        <Latest endpoint={endpoint} latest={latest} />
      </div>
    </PortalFrame>
  )
}

function factsOf(endpoint: EndpointRecord, health: EndpointHealth | undefined, isKnown: boolean) {
  return [
    { label: 'Adresse', value: endpoint.url },
    {
      label: 'Événements',
      value: endpoint.allEvents ? eventsText(endpoint) : endpoint.events.map(eventName).join(', '),
    },
    { label: 'Secret', value: <code>…{endpoint.secretLast4}</code> },
    { label: 'Prochain secret', value: nextSecretOf(endpoint) },
    { label: 'Dernières 24 heures', value: isKnown ? <Health health={health} /> : null },
    { label: 'Ajouté', value: <ExactTime at={endpoint.createdAt} /> },
  ]
}

function nextSecretOf({ nextSecretLast4, nextSecretAt }: EndpointRecord) {
  if (nextSecretAt === null) return null
  return (
    <>
      <code>…{nextSecretLast4}</code>, dès <ExactTime at={nextSecretAt} />
    </>
  )
}

function Acts({ endpoint: { id, status } }: Pick<EndpointPageProps, 'endpoint'>) {
  const at = `${paths.webhooks}/${id}`
  const isEnabled = status === 'enabled'
  return (
    <div class="row">
      {isEnabled && <ButtonLink href={`${at}/test`}>Envoyer un test</ButtonLink>}
      <ButtonLink href={`${at}/modifier`} look="quiet">
        Modifier
      </ButtonLink>
      <ButtonLink href={`${at}/etat`} look="quiet">
        {isEnabled ? 'Désactiver' : 'Activer'}
      </ButtonLink>
      <ButtonLink href={`${at}/secret`} look="quiet">
        Nouveau secret
      </ButtonLink>
      <ButtonLink href={`${at}/supprimer`} look="danger">
        Supprimer
      </ButtonLink>
    </div>
  )
}

function Latest({ endpoint, latest }: Pick<EndpointPageProps, 'endpoint' | 'latest'>) {
  if (latest === undefined) return <HistoryUnavailable />
  return (
    <section class="card stack">
      <h2>Dernières livraisons</h2>
      {latest.length === 0 ? (
        <p class="soft">
          Rien n’a encore été envoyé à cette adresse. Un test vous dit en quelques secondes si votre
          serveur répond.
        </p>
      ) : (
        <>
          <DeliveryTable caption="Dernières livraisons" rows={latest} isShort />
          <p>
            <a href={`${paths.deliveries}?webhook=${endpoint.id}`}>Toutes ses livraisons</a>
          </p>
        </>
      )}
    </section>
  )
}

/** `Tous`, or how many. */
export function eventsText({ allEvents, events }: EndpointRecord): string {
  if (allEvents) return 'Tous les événements'
  return events.length === 1 ? '1 événement' : `${events.length} événements`
}

/** The share of deliveries received in the last 24 hours, and the last failure. */
export function Health({ health }: { readonly health: EndpointHealth | undefined }) {
  const { delivered = 0, missed = 0, lastMiss = null } = health ?? {}
  if (delivered + missed === 0) return <span class="soft">Rien à livrer</span>
  const share = Math.floor((delivered / (delivered + missed)) * 100)
  return (
    <>
      <span>{`${share}\u00A0% livrés`}</span>
      {lastMiss !== null && (
        <div class="soft small">
          Échec <Time at={lastMiss.at} />
          {lastMiss.error !== null && ` · ${errorText(lastMiss.error)}`}
        </div>
      )}
    </>
  )
}
