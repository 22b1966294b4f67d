import { fail, type ServiceError } from '#domain/errors/errors.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import { money, toNumber } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { ConstraintViolation } from '#db/sql.ts'
import { readBalance } from './read.ts'

/** True if the ledger refused to take more from a merchant's account than it holds. */
export function isShort(error: unknown): boolean {
  return (
    error instanceof ConstraintViolation &&
    error.constraint === 'ledger_merchant_account_not_negative'
  )
}

/** The refusal insufficient_balance, with what is available; `named` says which field asked for more. */
export function tooLittle(
  available: bigint,
  named: { readonly field?: string } = {},
): ServiceError {
  const held = toNumber(money(available, 'XOF'))
  return fail('insufficient_balance', { ...named, available: held, currency: 'XOF' })
}

/** The same with what is available now. */
export async function tooLittleNow(
  database: Database,
  serviceEnvId: ServiceEnvId,
  named: { readonly field?: string } = {},
): Promise<ServiceError> {
  return tooLittle((await readBalance(database, serviceEnvId)).available, named)
}
