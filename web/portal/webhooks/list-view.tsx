import type { EndpointId } from '#domain/ids.ts'
import { endpointsMax } from '#use-cases/webhooks/create-endpoint.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import type { EndpointHealth } from '#use-cases/webhooks/read-health.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { Health } from './health.tsx'
import { EndpointBadge, endpointName, HistoryUnavailable, mayManage } from './words.tsx'

type Healths = ReadonlyMap<EndpointId, EndpointHealth> | undefined

export interface EndpointListProps {
  readonly portal: Portal
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly health: Healths
}

/** The webhooks of a service in one mode, and how each does. */
export function EndpointList({ portal, endpoints, health }: EndpointListProps) {
  const mayAdd = mayManage(portal) && endpoints.length < endpointsMax
  return (
    <PortalFrame portal={portal} title="Webhooks">
      <div class="row spread">
        <h1>Webhooks</h1>
        {mayAdd && endpoints.length > 0 && (
          <ButtonLink href={paths.newWebhook}>Ajouter un webhook</ButtonLink>
        )}
      </div>
      <p class="soft">
        Nous appelons votre serveur à chaque événement{'\u00A0'}: un paiement, un retrait, un
        remboursement. Sans réponse, nous essayons six fois.
      </p>
      {health === undefined && <HistoryUnavailable />}
      {endpoints.length === 0 ? (
        <Nothing mayAdd={mayAdd} />
      ) : (
        <div class="card">
          <Table
            caption="Webhooks"
            columns={columnsOf(health)}
            rows={endpoints}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      {endpoints.length === endpointsMax && mayManage(portal) && (
        <p class="soft small">
          Cinq webhooks par mode, actifs et désactivés compris{'\u00A0'}: supprimez-en un pour en
          ajouter un autre.
        </p>
      )}
      <div class="row">
        <ButtonLink href={paths.deliveries} look="quiet">
          Historique des livraisons
        </ButtonLink>
        <ButtonLink href={paths.replays} look="quiet">
          Renvoyer ce qui a manqué
        </ButtonLink>
      </div>
    </PortalFrame>
  )
}

function columnsOf(health: Healths): readonly Column<EndpointRecord>[] {
  return [
    {
      title: 'Webhook',
      cell: (endpoint) => (
        <>
          <a href={`${paths.webhooks}/${endpoint.id}`}>{endpointName(endpoint)}</a>
          <div class="soft small break">{endpoint.url}</div>
        </>
      ),
    },
    { title: 'Événements', cell: eventsText },
    ...(health === undefined
      ? []
      : [
          {
            title: 'Dernières 24 heures',
            cell: ({ id }: EndpointRecord) => <Health health={health.get(id)} />,
          },
        ]),
    { title: 'État', cell: ({ status }) => <EndpointBadge status={status} /> },
  ]
}

/** `Tous`, or how many. */
export function eventsText({ allEvents, events }: EndpointRecord): string {
  if (allEvents) return 'Tous les événements'
  return events.length === 1 ? '1 événement' : `${events.length} événements`
}

function Nothing({ mayAdd }: { readonly mayAdd: boolean }) {
  if (!mayAdd) {
    return (
      <Empty title="Aucun webhook">
        <p>Un développeur, un administrateur ou le propriétaire du compte peut en ajouter un.</p>
      </Empty>
    )
  }
  return (
    <Empty title="Aucun webhook pour l’instant">
      <p>Donnez-nous l’adresse de votre serveur, et il saura tout sans rien demander.</p>
      <ButtonLink href={paths.newWebhook}>Ajouter un webhook</ButtonLink>
    </Empty>
  )
}
