import type { FieldError } from '#domain/errors/errors.ts'
import { isBankCode } from '#domain/operators/operators.ts'
import { phoneErrors, providerErrors } from '#api/collections/check-fields.ts'
import type { PayoutCheck } from './body.ts'

/** What the schema of a payout cannot say: a bank pays to an account, an operator to a number. */
export function checkPayoutFields({ body }: PayoutCheck): FieldError[] {
  if (isBankCode(body.provider ?? '')) return body.phone === undefined ? [] : phoneErrors(body)
  const isAccount = body.bank_account_id !== undefined
  return [
    ...providerErrors(body),
    ...phoneErrors(body),
    ...(isAccount ? [{ field: 'bank_account_id', code: 'invalid_bank_account' } as const] : []),
  ]
}
