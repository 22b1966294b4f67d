import { orFail } from '#domain/errors/errors.ts'
import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { type PaymentLinkRecord, paymentLinkStatus } from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { newestFirst, type Position } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { column, db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** The last link that a list has shown. */
export type PaymentLinkPosition = Position<PaymentLinkId>

/** The link with this id, whoever owns it, because anybody who has its address may pay it. */
export async function findPublicLink(
  database: Database,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord | undefined> {
  const row = await onPool(database.pool).first(publicById({ id }))
  return row && toRecord(row)
}

/** One link of a service. Refusal: payment_link_not_found, also for another service or mode. */
export async function findPaymentLink(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord> {
  return readPaymentLink(onPool(database.pool), serviceEnvId, id)
}

/** The same, in a transaction. */
export async function readPaymentLink(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord> {
  return toRecord(orFail(await tx.first(byId({ serviceEnvId, id })), 'payment_link_not_found'))
}

/** Filters: whether they accept a payment now, and part of their title. */
export interface PaymentLinkFilter {
  readonly isOpen?: boolean
  readonly title?: string
}

/** Newest first, at most `limit`, after `position`; one extra row shows that there are more. */
export async function listPaymentLinks(
  database: Database,
  serviceEnvId: ServiceEnvId,
  page: {
    readonly limit: number
    readonly position?: PaymentLinkPosition
    readonly filter?: PaymentLinkFilter
  },
): Promise<PaymentLinkRecord[]> {
  const { limit, position, filter = {} } = page
  let query = links.where('l.serviceEnvId', '=', serviceEnvId)
  if (filter.isOpen !== undefined) query = query.where(isOpen, '=', filter.isOpen)
  if (filter.title !== undefined)
    query = query.where(sql<boolean>`strpos(lower(l.title), lower(${filter.title})) > 0`)
  const rows = await onPool(database.pool).all(
    newestFirst(query, ['l.createdAt', 'l.id'], { limit, after: position }),
  )
  return rows.map(toRecord)
}

/** True if its status is `active` (`paymentLinkStatus`). */
const isOpen = sql<boolean>`(${column('paymentLink.state', 'l')} = 'active'
  and coalesce(${column('paymentLink.expiresAt', 'l')} > now(), true)
  and coalesce(paid.succeeded + paid.pending < ${column('paymentLink.maxPayments', 'l')}, true))`

const links = db
  .selectFrom('paymentLink as l')
  .innerJoin('serviceEnv as e', 'e.id', 'l.serviceEnvId')
  .innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('transaction')
        .select([
          rowCountIf(sql<boolean>`status = 'succeeded'`).as('succeeded'),
          rowCountIf(sql<boolean>`status = 'pending'`).as('pending'),
          sql<bigint>`coalesce(sum(amount) filter (where status = 'succeeded'), 0)::int8`.as(
            'collected',
          ),
        ])
        .whereRef('paymentLinkId', '=', 'l.id')
        .as('paid'),
    (join) => join.onTrue(),
  )
  .select(['l.id', 'l.serviceEnvId', 'e.mode', 'l.state', 'l.title', 'l.description', 'l.amount'])
  .select(['l.currency', 'l.minAmount', 'l.maxAmount', 'l.maxPayments', 'l.expiresAt'])
  .select(['l.customFields', 'l.redirectUrl', 'l.successMessage', 'l.metadata', 'l.createdAt'])
  .select(['l.cancelUrl', 'l.shopOrigin', 'l.reference', 'l.isEmailRequired'])
  .select(['l.updatedAt', 'paid.succeeded', 'paid.pending', 'paid.collected'])
  .select(
    sql<boolean>`coalesce(${column('paymentLink.expiresAt', 'l')} <= now(), false)`.as('isExpired'),
  )

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: PaymentLinkId }>) =>
  links.where('l.serviceEnvId', '=', p.serviceEnvId).where('l.id', '=', p.id),
)

const publicById = prepared((p: Params<{ id: PaymentLinkId }>) => links.where('l.id', '=', p.id))

function toRecord(row: InferResult<typeof links>[number]): PaymentLinkRecord {
  const { serviceEnvId, mode, isExpired, succeeded, pending, collected, amount, ...link } = row
  const { currency, minAmount, maxAmount, id, title, maxPayments, state } = link
  const amountOf = (minor: bigint | null) => (minor === null ? null : money(minor, currency))
  return {
    ...link,
    kind: 'link',
    seller: {
      mode,
      serviceEnvId,
      channel: 'payment_link',
      terminalId: null,
      collaboratorId: null,
    },
    status: paymentLinkStatus({ state, isExpired, maxPayments, succeeded, pending }),
    price: amountOf(amount),
    minAmount: amountOf(minAmount),
    maxAmount: amountOf(maxAmount),
    paymentsCount: succeeded,
    amountCollected: money(collected, currency),
    // As required by POST /v2/collections.
    isCustomerRequired: true,
    paymentLink: { id, title },
  }
}
