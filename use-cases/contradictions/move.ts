import { counterpartOf } from '#domain/contradictions/contradiction.ts'
import { fail } from '#domain/errors/errors.ts'
import type { RefundId } from '#domain/ids.ts'
import { contradictionSettled } from '#domain/ledger/ledger.ts'
import { shareOfFunds } from '#domain/refunds/refund.ts'
import type { LockedPayment } from '#use-cases/transactions/lock-payment.ts'
import { oneOf } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'

/**
 * Moves exactly what is open, once for each settlement. Returns what it takes from the payment's funds, wherever they
 * stand; negative for what it returns to them.
 */
export async function moveOpen(sql: Sql, settling: Settling): Promise<bigint> {
  const { payment, refundId, waiting } = settling
  const { amount: open, writtenOff, number } = waiting
  const { taken } = await sql.only(takenBy({ refundId, orderId: refundId ?? payment.id }))
  const ofFunds = fundsTaken(settling, taken)
  const isPosted = await post(sql, {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    ...(refundId !== null && { refundId }),
    kind: 'contradiction_settled',
    number,
    provider: payment.provider,
    currency: payment.currency,
    entries: contradictionSettled({
      open,
      writtenOff,
      counterpart: counterpartOf(payment),
      ofFunds,
      funds: ofFunds !== 0n && payment.funds ? { mode: payment.mode, status: payment.funds } : null,
    }),
  })
  if (!isPosted) throw fail('action_not_allowed')
  return ofFunds
}

interface Settling {
  readonly payment: LockedPayment
  readonly refundId: RefundId | null
  readonly waiting: {
    readonly amount: bigint
    readonly writtenOff: bigint
    /** Of the settlements of this order. */
    readonly number: number
  }
}

/**
 * What is recovered of a payment or its refund is taken from where the payment's funds stand, not from the merchant's
 * other funds. What is owed returns there, up to what the refund or earlier settlements took from them, except for a
 * refund whose payment was recovered. Payouts and late debits have no funds.
 */
function fundsTaken(
  { payment, refundId, waiting: { amount, writtenOff } }: Settling,
  before: bigint,
): bigint {
  const { funds, isRecovered } = payment
  const taken = -amount - writtenOff
  if (funds === null) return 0n
  if (taken >= 0n) return funds === 'available' ? 0n : shareOfFunds(taken, { ...payment, funds })
  if (refundId !== null && (isRecovered || funds === 'available')) return 0n
  return -taken < before ? taken : -before
}

/**
 * What an order holds of its payment's funds: what a refund took that was not given back, and what settlements of it
 * took.
 */
const takenBy = prepared((p: Params<{ refundId: RefundId | null; orderId: string }>) => {
  const refund = db
    .selectFrom('refund as r')
    .select('r.fundsAmount')
    .where('r.id', '=', p.refundId)
    .where((eb) => eb.not(oneOf(eb.ref('r.status'), ['rejected', 'failed', 'cancelled'])))
  const settled = db
    .selectFrom('contradictionSettlement as s')
    .select((eb) => eb.fn.sum('s.fundsAmount').as('sum'))
    .where('s.orderId', '=', p.orderId)
    .where('s.state', '=', text.lit('done'))
  return db.selectNoFrom(
    text<bigint>`(coalesce(${refund}, 0) + coalesce(${settled}, 0))::bigint`.as('taken'),
  )
})
