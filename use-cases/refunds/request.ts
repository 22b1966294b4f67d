import { fail } from '#domain/errors/errors.ts'
import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { type Money, money, toNumber } from '#domain/money/money.ts'
import { refundableAmount, shareOfFunds } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { type LockedPayment, lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { findById } from './find.ts'
import { recordRefund } from './record.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'

export interface RefundRequest {
  /** Chosen by the caller: the same id again is the same refund. */
  readonly id: RefundId
  readonly serviceEnvId: ServiceEnvId
  readonly transactionId: TransactionId
  /** What the payer gets back; null for everything that is left. */
  readonly amount: Money | null
  /** 255 characters at most. */
  readonly reason: string | null
  /** The merchant's portal user who requests it. */
  readonly requestedBy: string
  /** Above this amount two members of staff must approve, XOF. */
  readonly approvalAbove: bigint
}

/**
 * A merchant requests a refund of a paid collection, whole or in part: in one transaction the money is reserved, the
 * event recorded, and the run announced that waits for staff. Safe to repeat. Refusals: transaction_not_found,
 * refund_not_allowed, currency_not_supported, invalid_amount, refund_amount_too_large, insufficient_balance, and
 * idempotency_conflict if the id belongs to another refund.
 */
export async function requestRefund(
  database: Database,
  outbox: Outbox,
  request: RefundRequest,
): Promise<RefundRecord> {
  try {
    const { refund, announced } = await inTransaction(database.pool, (sql) =>
      record(sql, database, request),
    )
    outbox.kick(announced)
    return refund
  } catch (error) {
    throw await refusalOf(error, database, request)
  }
}

async function record(sql: Sql, database: Database, request: RefundRequest) {
  const payment = await lockPayment(sql, request.transactionId)
  if (payment?.serviceEnvId !== request.serviceEnvId) throw fail('transaction_not_found')
  const known = await findKnown(sql, request)
  if (known !== undefined) return { refund: known, announced: [] }
  const funds = refundableFunds(payment)
  const amount = amountOf(request, payment)
  const ofFunds = shareOfFunds(amount, { ...payment, funds })
  const { id, reason, requestedBy } = request
  const approvalsNeeded = approvalsFor(amount, request.approvalAbove)
  const draft = { id, amount, ofFunds, reason, requestedBy, approvalsNeeded }
  return recordRefund(sql, database, { payment, draft: { ...draft, origin: 'merchant' } })
}

/** How many members of staff must approve this amount. */
export function approvalsFor(amount: bigint, above: bigint): 1 | 2 {
  return amount > above ? 2 : 1
}

/** The refund that already has this id. Refusal: idempotency_conflict if it is another payment's. */
export async function findKnown(
  sql: Sql,
  { id, transactionId }: Pick<RefundRequest, 'id' | 'transactionId'>,
): Promise<RefundRecord | undefined> {
  const known = await findById(sql, id)
  if (known !== undefined && known.transactionId !== transactionId)
    throw fail('idempotency_conflict')
  return known
}

/** Where the payment's money is, if a merchant may refund it: withheld money is not theirs to give. */
function refundableFunds({ type, status, funds, isErased }: LockedPayment): FundsStatus {
  const isPaid = type === 'collection' && status === 'succeeded'
  if (!isPaid || isErased || funds === null || funds === 'withheld')
    throw fail('refund_not_allowed')
  return funds
}

function amountOf({ amount }: RefundRequest, payment: LockedPayment): bigint {
  const { currency } = payment
  const left = refundableAmount(payment)
  if (left <= 0n) throw fail('refund_not_allowed')
  if (amount === null) return left
  if (amount.currency !== currency) {
    throw fail('currency_not_supported', { field: 'currency', currency: amount.currency })
  }
  if (amount.minor <= 0n) throw fail('invalid_amount', { field: 'amount' })
  if (amount.minor > left) {
    throw fail('refund_amount_too_large', { available: toNumber(money(left, currency)), currency })
  }
  return amount.minor
}

async function refusalOf(
  error: unknown,
  database: Database,
  request: RefundRequest,
): Promise<unknown> {
  if (!(error instanceof ConstraintViolation)) return error
  if (error.constraint !== 'ledger_merchant_account_not_negative') return error
  const { available } = await readBalance(database, request.serviceEnvId)
  return fail('insufficient_balance', {
    available: toNumber(money(available, 'XOF')),
    currency: 'XOF',
  })
}
