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
import { type PortalInput, portalReads, portalSearch } from '#web/portal/portal-page.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Filters } from '#web/portal/filters.tsx'
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
import type { PaymentLinkWords } from './french.tsx'
import { usePaymentLinkWords } from './words.ts'
import { LinkBadge, LinkPrice, paidCount, Poster } from './detail.tsx'

/** The payment links of a service in one mode: created, changed, shared, printed, and what they collected. */
export function paymentLinkPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.paymentLinks, (input) => showList(context, input)),
    portalSearch(context, { page: paths.paymentLinks, permission, fields: filterFields }),
    ...newLinkPages(context),
    page(`${paths.paymentLinks}/:id`, async (input) => html(await linkPage(context, input))),
    page(`${paths.paymentLinks}/:id/affiche`, async (input) => {
      const link = await linkOf(context, input)
      const word = await findLinkWord(context.database, link.id)
      const url = sharedUrl(context.payUrl(link), word)
      return html(<Poster link={link} url={url} />)
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
  return html(<LinkList query={query} page={page} />)
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
  readonly query: URLSearchParams
  readonly page: ListPage<PaymentLinkRecord>
}

/** The links of a service, newest first. */
function LinkList({ query, page: { rows, newer, older } }: ListProps) {
  const words = usePaymentLinkWords().list
  const isNarrowed = filterFields.some((name) => (query.get(name) ?? '') !== '')
  const isEmpty = rows.length === 0 && newer === null
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {!(isEmpty && !isNarrowed) && (
          <ButtonLink href={paths.newPaymentLink}>{words.create}</ButtonLink>
        )}
      </div>
      {isEmpty && !isNarrowed ? (
        <Empty title={words.none}>
          <p>{words.noneText}</p>
          <p class="back">
            <ButtonLink href={paths.newPaymentLink}>{words.create}</ButtonLink>
          </p>
        </Empty>
      ) : (
        <>
          <LinkFilters query={query} isOpen={isNarrowed} />
          <Rows rows={rows} />
        </>
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function LinkFilters({
  query,
  isOpen,
}: {
  readonly query: URLSearchParams
  readonly isOpen: boolean
}) {
  const { filter, known } = usePaymentLinkWords()
  return (
    <Filters action={paths.paymentLinks} isOpen={isOpen} hasText>
      <TextField
        name="q"
        label={known.title}
        type="search"
        value={query.get('q') ?? ''}
        maxLength={120}
        isFilter
      />
      <SelectField
        name="etat"
        label={known.state}
        value={query.get('etat') ?? ''}
        options={statesOf(filter)}
        isFilter
      />
    </Filters>
  )
}

function statesOf(words: PaymentLinkWords['filter']) {
  return [
    ['', words.all],
    ['ouverts', words.payable],
    ['fermes', words.closed],
  ] as const
}

function Rows({ rows }: { readonly rows: readonly PaymentLinkRecord[] }) {
  const words = usePaymentLinkWords()
  if (rows.length === 0) {
    return (
      <Empty title={words.list.noMatch} icon="search">
        <p>
          <a href={paths.paymentLinks}>{words.list.seeAll}</a>
        </p>
      </Empty>
    )
  }
  return (
    <CardTable
      caption={words.list.title}
      columns={columnsOf(words)}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

function columnsOf(words: PaymentLinkWords): readonly Column<PaymentLinkRecord>[] {
  const { known, list, price } = words
  return [
    {
      title: known.title,
      cell: ({ id, title }) => <a href={`${paths.paymentLinks}/${id}`}>{title}</a>,
    },
    { title: known.price, isNamed: true, cell: (link) => <LinkPrice {...link} /> },
    { title: known.state, cell: ({ status }) => <LinkBadge status={status} /> },
    {
      title: list.paid,
      isNamed: true,
      cell: (link) => list.paidTimes(paidCount(link, price)),
    },
    {
      title: known.collected,
      isNumber: true,
      isNamed: true,
      cell: (link) => <Amount of={link.amountCollected} />,
    },
  ]
}
