import type { EndpointId } from '#domain/ids.ts'
import { listDeliveries } from '#use-cases/webhooks/list-deliveries.ts'
import {
  type EndpointRecord,
  findEndpoint,
  listEndpoints,
} from '#use-cases/webhooks/find-endpoints.ts'
import { type EndpointHealth, readWebhookHealth } from '#use-cases/webhooks/read-health.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { endpointsMax } from '#use-cases/webhooks/create-endpoint.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { EndpointPage, eventsText, Health } from './endpoint-view.tsx'
import { unlessUnavailable } from './history.tsx'
import { EndpointBadge, endpointName, HistoryUnavailable, mayManage } from './words.tsx'

const permission = 'payments.view'
const latestShown = 5

/** The list of webhooks with their health, and the page of each. */
export function endpointPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.webhooks, (input) => showList(context, input)),
    page(`${paths.webhooks}/:id`, (input) => showOne(context, input)),
  ]
}

/** The webhook in the path. Error: webhook_endpoint_not_found. */
export async function endpointOf(
  { database }: WebContext,
  input: PortalInput,
): Promise<EndpointRecord> {
  const id = idParam<EndpointId>(input, 'webhook_endpoint_not_found')
  return findEndpoint(database, input.session.place.id, id)
}

async function showList({ database }: WebContext, { session }: PortalInput) {
  const [endpoints, health] = await Promise.all([
    listEndpoints(database, session.place.id),
    unlessUnavailable(readWebhookHealth(database, session.place.id)),
  ])
  return html(<EndpointList portal={session} endpoints={endpoints} health={health} />)
}

async function showOne(context: WebContext, input: PortalInput) {
  const endpoint = await endpointOf(context, input)
  const { database } = context
  const serviceEnvId = input.session.place.id
  const page = { filter: { endpointId: endpoint.id }, limit: latestShown }
  const [health, latest] = await Promise.all([
    unlessUnavailable(readWebhookHealth(database, serviceEnvId)),
    unlessUnavailable(listDeliveries(database, serviceEnvId, page)),
  ])
  return html(
    <EndpointPage
      portal={input.session}
      endpoint={endpoint}
      health={health?.get(endpoint.id)}
      latest={latest}
    />,
  )
}

type Healths = ReadonlyMap<EndpointId, EndpointHealth> | undefined

interface EndpointListProps {
  readonly portal: Portal
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly health: Healths
}

/** The webhooks of a service in one mode, with their health. */
function EndpointList({ portal, endpoints, health }: EndpointListProps) {
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
        <CardTable
          caption="Webhooks"
          columns={columnsOf(health)}
          rows={endpoints}
          keyOf={({ id }) => id}
        />
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
          Relancer les envois échoués
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
