import { counterpartOf } from '#domain/contradictions/contradiction.ts'
import { fail } from '#domain/errors/errors.ts'
import type { RefundId } from '#domain/ids.ts'
import { contradictionSettled } from '#domain/ledger/ledger.ts'
import { shareOfFunds } from '#domain/refunds/refund.ts'
import type { LockedPayment } from '#use-cases/transactions/lock-payment.ts'
import { post } from '#db/ledger.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Moves exactly what is open; a second movement of this order is none, whoever asks. Returns what it takes of the payment's
 * funds where they stand, negative what it returns to them.
 */
export async function moveOpen(sql: Sql, settling: Settling): Promise<bigint> {
  const { payment, refundId, waiting } = settling
  const { amount: open, writtenOff } = waiting
  const ofRefund = refundId === null ? 0n : (await sql.only(shareOf({ refundId }))).fundsAmount
  const ofFunds = fundsTaken(settling, ofRefund)
  const isPosted = await post(sql, {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    ...(refundId !== null && { refundId }),
    kind: 'contradiction_settled',
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
  readonly waiting: { readonly amount: bigint; readonly writtenOff: bigint }
}

/**
 * What is recovered of a payment, or of a refund of it, is taken from where the payment's funds stand, not from others of the
 * merchant; what is owed of a refund returns there, as much as it took of them, unless they are recovered. Payouts and late
 * debits have no funds.
 */
function fundsTaken(
  { payment, waiting: { amount, writtenOff } }: Settling,
  ofRefund: bigint,
): bigint {
  const { funds, isRecovered } = payment
  const taken = -amount - writtenOff
  if (funds === null || funds === 'available') return 0n
  if (taken >= 0n) return shareOfFunds(taken, { ...payment, funds })
  if (isRecovered) return 0n
  return -taken < ofRefund ? taken : -ofRefund
}

const shareOf = prepared((p: Params<{ refundId: RefundId }>) =>
  db.selectFrom('refund').select('fundsAmount').where('id', '=', p.refundId),
)
