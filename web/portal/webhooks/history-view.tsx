import { deliveryStatuses } from '#domain/webhooks/delivery.ts'
import type { DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import type { EndpointRecord } from '#use-cases/webhooks/find-endpoints.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { deliveryFilterFields } from './delivery-filter.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { deliveryStatusName, endpointName, HistoryUnavailable, mayManage } from './words.tsx'

export interface HistoryPageProps {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly endpoints: readonly EndpointRecord[]
  /** Undefined while it cannot be read. */
  readonly page: ListPage<DeliveryRecord> | undefined
}

/** What webhooks were sent, newest first, and what narrows it. */
export function HistoryPage(props: HistoryPageProps) {
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
            Renvoyer ce qui a manqué
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
