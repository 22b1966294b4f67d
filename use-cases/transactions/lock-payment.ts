import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Refundable } from '#domain/refunds/refund.ts'
import type {
  FundsStatus,
  Mode,
  TransactionStatus,
  TransactionType,
} from '#domain/transactions/transaction.ts'
import type { Sql } from '#db/sql.ts'

/** A payment as changes of its funds and refunds need it, minor units. */
export interface LockedPayment extends Omit<Refundable, 'funds'> {
  readonly id: TransactionId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly provider: string
  readonly reference: string
  readonly currency: CurrencyCode
  /** Null where nothing was paid in time. */
  readonly funds: FundsStatus | null
  /** True where the payer was debited after the end. */
  readonly isLate: boolean
}

/**
 * Changes of one payment's funds and refunds come one after the other. What its refunds ask for is read once the row is
 * locked: before, a refund at the same moment would not be seen. Undefined for a payment that is not there.
 */
export async function lockPayment(sql: Sql, id: TransactionId): Promise<LockedPayment | undefined> {
  const [row] = await sql.rows<PaymentRow>(
    `select service_env_id, mode, type, status, provider, reference, amount_charged::text as charged, charged_currency,
       net_amount::text as net, funds_status, late_outcome_at is not null as is_late
     from transaction where id = $1 for no key update`,
    [id],
  )
  if (row === undefined) return undefined
  const sums = await sql.one<{ asked: string; of_funds: string }>(
    `select coalesce(sum(amount), 0)::text as asked, coalesce(sum(funds_amount), 0)::text as of_funds
     from refund where transaction_id = $1 and status not in ('rejected', 'failed', 'cancelled')`,
    [id],
  )
  return {
    id,
    serviceEnvId: row.service_env_id,
    mode: row.mode,
    type: row.type,
    status: row.status,
    provider: row.provider,
    reference: row.reference,
    currency: row.charged_currency,
    charged: BigInt(row.charged),
    net: BigInt(row.net),
    asked: BigInt(sums.asked),
    askedOfFunds: BigInt(sums.of_funds),
    funds: row.funds_status,
    isLate: row.is_late,
  }
}

interface PaymentRow {
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly provider: string
  readonly reference: string
  readonly charged: string
  readonly charged_currency: CurrencyCode
  readonly net: string
  readonly funds_status: FundsStatus | null
  readonly is_late: boolean
}
