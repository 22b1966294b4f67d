import { asId, type PaymentLinkId } from '#domain/ids.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import {
  listPaymentLinks,
  type PaymentLinkFilter,
  type PaymentLinkPosition,
} from '#use-cases/payment-links/find.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { filterFields, LinkList } from './list.tsx'
import { linkOf, linkPage, permission } from './one.tsx'
import { Poster } from './poster.tsx'
import { changeLinkPages, linkStatePage, newLinkPages } from './writes.tsx'

/** The payment links of a service in one mode: made, changed, shared, put up, and what they brought. */
export function paymentLinkPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.paymentLinks, (input) => showList(context, input)),
    ...newLinkPages(context),
    page(`${paths.paymentLinks}/:id`, async (input) => html(await linkPage(context, input))),
    page(`${paths.paymentLinks}/:id/affiche`, async (input) => {
      const link = await linkOf(context, input)
      return html(<Poster portal={input.session} link={link} url={context.payUrl(link)} />)
    }),
    ...changeLinkPages(context),
    linkStatePage(context),
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
