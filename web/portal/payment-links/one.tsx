import type { PaymentLinkId } from '#domain/ids.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findPaymentLink } from '#use-cases/payment-links/find.ts'
import { listTransactions, type ListPosition } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { idParam } from '#web/http/route.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { positionOf } from '#web/portal/transactions/position.ts'
import { LinkPage, type RefusedState } from './detail.tsx'

export const permission = 'payment_links.manage'

/** The link that an address names. Refusal: payment_link_not_found, also for another service's and the other mode's. */
export async function linkOf(
  { database }: Pick<WebContext, 'database'>,
  input: PortalInput,
): Promise<PaymentLinkRecord> {
  const id = idParam<PaymentLinkId>(input, 'payment_link_not_found')
  return findPaymentLink(database, input.session.place.id, id)
}

/** Where one link is looked at. */
export function linkPath({ id }: Pick<PaymentLinkRecord, 'id'>): string {
  return `${paths.paymentLinks}/${id}`
}

/** The page of one link, with its payments. */
export async function linkPage(
  context: WebContext,
  input: PortalInput,
  refused: RefusedState | null = null,
) {
  const link = await linkOf(context, input)
  const { session, query } = input
  const { place } = session
  const scope = { serviceEnvId: place.id, paymentLinkId: link.id }
  const filter = { createdAfter: link.createdAt }
  const payments = await readListPage<TransactionRecord, ListPosition>(context, {
    name: `portal-payments-of-${link.id}`,
    path: linkPath(link),
    place,
    query,
    fields: [],
    read: (part) => listTransactions(context.database, scope, { filter, ...part }),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: positionOf,
  })
  const url = context.payUrl(link)
  return <LinkPage portal={session} link={link} url={url} payments={payments} refused={refused} />
}
