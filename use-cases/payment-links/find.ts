import type { CurrencyCode } from '#domain/money/currency.ts'
import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Seller } from '#domain/payment-links/payable.ts'
import {
  type PaymentLinkRecord,
  type PaymentLinkState,
  paymentLinkStatus,
} from '#domain/payment-links/payment-link.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'

/** A place in a list ordered from the newest: what stands there and before is shown already. */
export interface PaymentLinkPosition {
  readonly createdAt: Date
  readonly id: PaymentLinkId
}

/** The link of this id, whosever it is: who has its address may pay it. */
export async function findPublicLink(
  database: Database,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord | undefined> {
  const [row] = await onPool(database.pool).rows<LinkRow>(`${select} where l.id = $1`, [id])
  return row && toRecord(row)
}

/** One link of a service. Refusal: payment_link_not_found, also for another service's and the other mode's. */
export async function findPaymentLink(
  database: Database,
  serviceEnvId: ServiceEnvId,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord> {
  return readPaymentLink(onPool(database.pool), serviceEnvId, id)
}

/** The same, within a transaction. */
export async function readPaymentLink(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  id: PaymentLinkId,
): Promise<PaymentLinkRecord> {
  const [row] = await sql.rows<LinkRow>(`${select} where l.service_env_id = $1 and l.id = $2`, [
    serviceEnvId,
    id,
  ])
  if (row === undefined) throw fail('payment_link_not_found')
  return toRecord(row)
}

/** What narrows a list: whether they take a payment now, and a part of their title. */
export interface PaymentLinkFilter {
  readonly isOpen?: boolean
  readonly title?: string
}

/** Newest first, `limit` at most, from after `position`; one more than shown tells that there are more. */
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
  const rows = await onPool(database.pool).rows<LinkRow>(
    `${select} where l.service_env_id = $1
       and ($2::timestamptz is null or (l.created_at, l.id) < ($2, $3::uuid))
       and ($5::boolean is null or ${isOpen} = $5) and ($6::text is null or strpos(lower(l.title), lower($6)) > 0)
     order by l.created_at desc, l.id desc limit $4`,
    [
      serviceEnvId,
      position?.createdAt ?? null,
      position?.id ?? null,
      limit,
      filter.isOpen ?? null,
      filter.title ?? null,
    ],
  )
  return rows.map(toRecord)
}

/** Its status is `active` (`paymentLinkStatus`). */
const isOpen = `(l.state = 'active' and coalesce(l.expires_at > now(), true)
  and coalesce(paid.succeeded + paid.pending < l.max_payments, true))`

const select = `select l.id, l.service_env_id, e.mode, l.state, l.title, l.description, l.amount, l.currency, l.min_amount,
    l.max_amount, l.max_payments, l.expires_at, coalesce(l.expires_at <= now(), false) as is_expired, l.custom_fields,
    l.redirect_url, l.success_message, l.metadata, l.created_at, l.updated_at,
    paid.succeeded, paid.pending, paid.collected
  from payment_link l join service_env e on e.id = l.service_env_id
    cross join lateral (select count(*) filter (where status = 'succeeded')::int as succeeded,
        count(*) filter (where status = 'pending')::int as pending,
        coalesce(sum(amount) filter (where status = 'succeeded'), 0)::text as collected
      from transaction where payment_link_id = l.id) paid`

interface LinkRow {
  readonly id: PaymentLinkId
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly state: PaymentLinkState
  readonly title: string
  readonly description: string | null
  readonly amount: string | null
  readonly currency: CurrencyCode
  readonly min_amount: string | null
  readonly max_amount: string | null
  readonly max_payments: number | null
  readonly expires_at: string | null
  readonly is_expired: boolean
  readonly custom_fields: readonly CustomField[]
  readonly redirect_url: string | null
  readonly success_message: string | null
  readonly metadata: string
  readonly created_at: string
  readonly updated_at: string
  readonly succeeded: number
  readonly pending: number
  readonly collected: string
}

function toRecord(row: LinkRow): PaymentLinkRecord {
  const { currency, is_expired: isExpired, max_payments: maxPayments } = row
  const amountOf = (minor: string | null) =>
    minor === null ? null : money(BigInt(minor), currency)
  return {
    kind: 'link',
    id: row.id,
    seller: sellerOf(row),
    state: row.state,
    status: paymentLinkStatus({ ...row, isExpired, maxPayments }),
    title: row.title,
    description: row.description,
    price: amountOf(row.amount),
    currency,
    minAmount: amountOf(row.min_amount),
    maxAmount: amountOf(row.max_amount),
    maxPayments,
    paymentsCount: row.succeeded,
    amountCollected: money(BigInt(row.collected), currency),
    // Spec: POST /v2/collections, customer.
    isCustomerRequired: true,
    customFields: row.custom_fields,
    redirectUrl: row.redirect_url,
    successMessage: row.success_message,
    metadata: row.metadata,
    paymentLink: { id: row.id, title: row.title },
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

function sellerOf({ mode, service_env_id: serviceEnvId }: LinkRow): Seller {
  return { mode, serviceEnvId, channel: 'payment_link', terminalId: null, collaboratorId: null }
}
