import { asId, type PaymentLinkId } from '#domain/ids.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import {
  listPaymentLinks,
  type PaymentLinkFilter,
  type PaymentLinkPosition,
} from '#use-cases/payment-links/find.ts'
import { findLinkWord } from '#use-cases/payment-links/word.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import {
  changeLinkPages,
  linkOf,
  linkPage,
  linkStatePage,
  linkWordPage,
  newLinkPages,
  permission,
  sharedUrl,
} from './writes.tsx'
import { LinkBadge, LinkPrice, paidCount, Poster } from './detail.tsx'

/** The payment links of a service in one mode: created, changed, shared, printed, and what they collected. */
export function paymentLinkPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.paymentLinks, (input) => showList(context, input)),
    ...newLinkPages(context),
    page(`${paths.paymentLinks}/:id`, async (input) => html(await linkPage(context, input))),
    page(`${paths.paymentLinks}/:id/affiche`, async (input) => {
      const link = await linkOf(context, input)
      const word = await findLinkWord(context.database, link.id)
      const url = sharedUrl(context.payUrl(link), word)
      return html(<Poster portal={input.session} link={link} url={url} />)
    }),
    ...changeLinkPages(context),
    linkStatePage(context),
    linkWordPage(context),
  ]
}

async function showList(context: WebContext, input: PortalInput) {
  const { session, query } = input
  const { place } = session
  const filter = readFilter(query)
  const page = await readListPage<PaymentLinkRecord, PaymentLinkPosition>(context, {
    name: 'portal-payment-links',
    path: paths.paymentLinks,
    place,
    query,
    fields: filterFields,
    read: (part) => listPaymentLinks(context.database, place.id, { filter, ...part }),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: ([createdAt = '', id = '']) => ({
      createdAt: new Date(createdAt),
      id: asId<PaymentLinkId>(id),
    }),
  })
  return html(<LinkList portal={session} query={query} page={page} />)
}

const titleLengthMax = 120

function readFilter(query: URLSearchParams): PaymentLinkFilter {
  const title = (query.get('q') ?? '').trim().slice(0, titleLengthMax)
  const state = query.get('etat')
  return {
    ...(title !== '' && { title }),
    ...(state === 'ouverts' && { isOpen: true }),
    ...(state === 'fermes' && { isOpen: false }),
  }
}

/** Query fields of the list. */
const filterFields = ['q', 'etat'] as const

interface ListProps {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly page: ListPage<PaymentLinkRecord>
}

/** The links of a service, newest first. */
function LinkList({ portal, query, page: { rows, newer, older } }: ListProps) {
  const isNarrowed = filterFields.some((name) => (query.get(name) ?? '') !== '')
  const isEmpty = rows.length === 0 && newer === null
  return (
    <PortalFrame portal={portal} title="Liens de paiement">
      <div class="row spread">
        <h1>Liens de paiement</h1>
        {!(isEmpty && !isNarrowed) && (
          <ButtonLink href={paths.newPaymentLink}>Créer un lien</ButtonLink>
        )}
      </div>
      {isEmpty && !isNarrowed ? (
        <Empty title="Encaissez sans site ni terminal">
          <p>
            Un lien se partage par message ou s’imprime en QR code{'\u00A0'}: vos clients l’ouvrent
            et paient.
          </p>
          <p class="back">
            <ButtonLink href={paths.newPaymentLink}>Créer un lien</ButtonLink>
          </p>
        </Empty>
      ) : (
        <>
          <Filters query={query} isOpen={isNarrowed} />
          <Rows rows={rows} />
        </>
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Filters({ query, isOpen }: { readonly query: URLSearchParams; readonly isOpen: boolean }) {
  return (
    <details class="more" open={isOpen}>
      <summary>Rechercher et filtrer</summary>
      <div class="card">
        <Form action={paths.paymentLinks} method="get">
          <div class="grid">
            <TextField
              name="q"
              label="Titre"
              type="search"
              value={query.get('q') ?? ''}
              maxLength={120}
              isFilter
            />
            <SelectField
              name="etat"
              label="État"
              value={query.get('etat') ?? ''}
              options={states}
              isFilter
            />
          </div>
          <div class="row">
            <Button icon="search">Rechercher</Button>
            {isOpen && <a href={paths.paymentLinks}>Tout effacer</a>}
          </div>
        </Form>
      </div>
    </details>
  )
}

const states = [
  ['', 'Tous'],
  ['ouverts', 'Ouverts aux paiements'],
  ['fermes', 'Fermés'],
] as const

function Rows({ rows }: { readonly rows: readonly PaymentLinkRecord[] }) {
  if (rows.length === 0) {
    return (
      <Empty title="Aucun lien ne correspond" icon="search">
        <p>
          <a href={paths.paymentLinks}>Voir tous les liens</a>
        </p>
      </Empty>
    )
  }
  return (
    <CardTable caption="Liens de paiement" columns={columns} rows={rows} keyOf={({ id }) => id} />
  )
}

const columns: readonly Column<PaymentLinkRecord>[] = [
  {
    title: 'Titre',
    cell: ({ id, title }) => <a href={`${paths.paymentLinks}/${id}`}>{title}</a>,
  },
  { title: 'Prix', cell: (link) => <LinkPrice {...link} /> },
  { title: 'État', cell: ({ status }) => <LinkBadge status={status} /> },
  { title: 'Payé', cell: (link) => `${paidCount(link)}\u00A0fois` },
  { title: 'Encaissé', isNumber: true, cell: ({ amountCollected: of }) => <Amount of={of} /> },
]
