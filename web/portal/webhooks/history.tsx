import { asId, type DeliveryId } from '#domain/ids.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { advanceDelivery, retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import {
  type DeliveryPosition,
  type DeliveryRecord,
  listDeliveries,
  readDelivery,
} from '#use-cases/webhooks/list-deliveries.ts'
import { type EndpointRecord, listEndpoints } from '#use-cases/webhooks/find-endpoints.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { isUnavailable } from '#http/envelope.ts'
import { deliveryFilterFields, readDeliveryFilter } from './delivery-filter.ts'
import { DeliveryPage } from './delivery-view.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { deliveryStatusName, endpointName, HistoryUnavailable, mayManage } from './words.tsx'

const permission = 'payments.view'
/** Spec: Delivery history in the portal. */
const rowsPerPage = 20

/** The history of deliveries, the page of each, and the form that retries one. */
export function historyPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.deliveries, (input) => showList(context, input)),
    page(`${paths.deliveries}/:id`, async (input) => html(await deliveryPage(context, input))),
    actPage(context, { at: 'relancer', act: 'webhook_delivery.retry', work: retryDelivery }),
    actPage(context, { at: 'avancer', act: 'webhook_delivery.advance', work: advanceDelivery }),
  ]
}

function actPage(
  context: WebContext,
  { at, act, work }: { at: string; act: PortalAct; work: typeof retryDelivery },
): PageRoute {
  return portalWrite(context, {
    path: `${paths.deliveries}/:id/${at}`,
    permission: 'webhooks.manage',
    read: deliveryId,
    act: (id) => ({ act, subject: { kind: 'webhook_delivery', id } }),
    async work(id, { session }) {
      const order = { serviceEnvId: session.place.id, id }
      await work(context.database, context.outbox, order)
      const text = 'L’envoi part tout de suite.'
      return redirect(`${paths.deliveries}/${id}`, { flash: { tone: 'ok', text } })
    },
    again: (input, faults) => deliveryPage(context, input, faults),
  })
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const [endpoints, filter] = await Promise.all([
    listEndpoints(database, place.id),
    readDeliveryFilter(database, place.id, query),
  ])
  const page = await unlessUnavailable(
    readListPage<DeliveryRecord, DeliveryPosition>(context, {
      name: 'portal-deliveries',
      path: paths.deliveries,
      place,
      query,
      fields: deliveryFilterFields,
      rowsPerPage,
      read: async (part) =>
        filter === null ? [] : listDeliveries(database, place.id, { filter, ...part }),
      toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
      fromCursor: positionOf,
    }),
  )
  const status = page === undefined ? 503 : 200
  return html(<HistoryPage {...{ portal: session, query, endpoints, page }} />, { status })
}

function positionOf([createdAt = '', id = '']: readonly string[]): DeliveryPosition {
  return { createdAt: new Date(createdAt), id: asId<DeliveryId>(id) }
}

async function deliveryPage(
  { database }: WebContext,
  input: PortalInput,
  faults: Parameters<typeof DeliveryPage>[0]['faults'] = [],
) {
  const { session } = input
  const detail = await readDelivery(database, session.place.id, deliveryId(input))
  return <DeliveryPage portal={session} {...detail} faults={faults} />
}

function deliveryId(input: PortalInput): DeliveryId {
  return idParam<DeliveryId>(input, 'delivery_not_found')
}

interface HistoryPageProps {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly page: ListPage<DeliveryRecord> | undefined
}

/** The deliveries, newest first, and their filters. */
function HistoryPage(props: HistoryPageProps) {
  const { portal, query, endpoints, page } = props
  const isNarrowed = deliveryFilterFields.some((name) => (query.get(name) ?? '') !== '')
  return (
    <PortalFrame portal={portal} title="Livraisons">
      <p>
        <a href={paths.webhooks}>Tous les webhooks</a>
      </p>
      <div class="row spread">
        <h1>Livraisons</h1>
        {mayManage(portal) && (
          <ButtonLink href={paths.replays} look="quiet">
            Relancer les envois échoués
          </ButtonLink>
        )}
      </div>
      <Filters query={query} endpoints={endpoints} isOpen={isNarrowed} />
      <Rows page={page} isNarrowed={isNarrowed} />
    </PortalFrame>
  )
}

function Rows({
  page,
  isNarrowed,
}: Pick<HistoryPageProps, 'page'> & { readonly isNarrowed: boolean }) {
  if (page === undefined) return <HistoryUnavailable />
  if (page.rows.length === 0) return <Nothing isNarrowed={isNarrowed} />
  return (
    <>
      <div class="card">
        <DeliveryTable caption="Livraisons, les plus récentes d’abord" rows={page.rows} />
      </div>
      <Pagination newer={page.newer} older={page.older} />
    </>
  )
}

function Filters({
  query,
  endpoints,
  isOpen,
}: Pick<HistoryPageProps, 'query' | 'endpoints'> & { readonly isOpen: boolean }) {
  const value = (name: string) => query.get(name) ?? ''
  return (
    <details class="more" open={isOpen}>
      <summary>Rechercher et filtrer</summary>
      <div class="card">
        <Form action={paths.deliveries} method="get">
          <div class="grid">
            <TextField
              name="q"
              label="Transaction"
              type="search"
              value={value('q')}
              hint="Son identifiant ou sa référence, en entier."
              maxLength={64}
              isFilter
            />
            <SelectField
              name="statut"
              label="Statut"
              value={value('statut')}
              options={statusOptions}
              isFilter
            />
            <SelectField
              name="webhook"
              label="Webhook"
              value={value('webhook')}
              options={[
                ['', 'Tous'],
                ...endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)] as const),
              ]}
              isFilter
            />
          </div>
          <div class="row">
            <Button icon="search">Rechercher</Button>
            {isOpen && <a href={paths.deliveries}>Tout effacer</a>}
          </div>
        </Form>
      </div>
    </details>
  )
}

const statusOptions = [
  ['', 'Tous'] as const,
  ...deliveryStatuses.map((status) => [status, deliveryStatusName(status)] as const),
]

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="Aucune livraison ne correspond" icon="search">
        <p>
          Un événement que le webhook n’a pas demandé n’est pas envoyé, et n’est pas ici.{' '}
          <a href={paths.deliveries}>Voir toutes les livraisons</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="Aucune livraison pour l’instant">
      <p>Chaque événement envoyé à vos webhooks apparaît ici, avec la réponse de votre serveur.</p>
      <ButtonLink href={paths.webhooks} look="quiet">
        Voir les webhooks
      </ButtonLink>
    </Empty>
  )
}

/** A read of the history; undefined while the history is unavailable, so that the settings beside it still work. */
export async function unlessUnavailable<Result>(
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}
