import { fail } from '#domain/errors/errors.ts'
import { money, toNumber } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { ConstraintViolation } from '#db/sql.ts'
import { applyFundsAct } from './move.ts'
import { type StaffFundsOrder, writeFundsAct } from './orders.ts'

/**
 * Staff puts the funds of a payment on hold for review; available ones only as long as the balance covers them. The
 * merchant is notified, and the funds' run waits for the decision. Refusals: action_not_allowed, also for a partly
 * refunded payment and for funds that staff has already decided on; insufficient_balance, idempotency_conflict.
 */
export async function holdFunds(
  { database, outbox }: Pick<UseCaseContext, 'database' | 'outbox'>,
  { actId, transactionId, staffMemberId: actedBy, reason }: StaffFundsOrder,
): Promise<TransactionRecord> {
  await writeFundsAct(database, { actId, transactionId, act: 'hold', actedBy, reason })
  const result = await applyFundsAct(database, outbox, actId).catch(async (error: unknown) => {
    const isSpent =
      error instanceof ConstraintViolation &&
      error.constraint === 'ledger_merchant_account_not_negative'
    if (!isSpent) throw error
    const { serviceEnvId } = await readTransaction(database, transactionId)
    const { available } = await readBalance(database, serviceEnvId)
    throw fail('insufficient_balance', {
      available: toNumber(money(available, 'XOF')),
      currency: 'XOF',
    })
  })
  if ('refused' in result) throw fail(result.refused)
  return readTransaction(database, transactionId)
}
