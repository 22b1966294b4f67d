import type { failureCodes } from '#domain/errors/failure-codes.ts'

type FailureCode = keyof typeof failureCodes

/** Our code for a reason of MTN's, when a payer is debited and when somebody is paid. */
type Meaning = { readonly collection: FailureCode; readonly payout: FailureCode }

/** Every reason and error code that MTN documents for an order; docs/operators.md shows this table. */
export const mtnReasons: Readonly<Record<string, Meaning>> = {
  NOT_ENOUGH_FUNDS: { collection: 'insufficient_funds', payout: 'operator_float_empty' },
  APPROVAL_REJECTED: { collection: 'payer_rejected', payout: 'operator_error' },
  TRANSACTION_CANCELED: { collection: 'payer_rejected', payout: 'operator_error' },
  PAYMENT_NOT_APPROVED: { collection: 'payer_rejected', payout: 'operator_error' },
  EXPIRED: { collection: 'approval_timeout', payout: 'operator_error' },
  COULD_NOT_PERFORM_TRANSACTION: { collection: 'approval_timeout', payout: 'operator_error' },
  PAYER_NOT_FOUND: { collection: 'payer_not_found', payout: 'operator_error' },
  PAYER_LIMIT_REACHED: { collection: 'payer_limit_reached', payout: 'operator_error' },
  NOT_ALLOWED: { collection: 'payer_account_blocked', payout: 'recipient_rejected' },
  PAYEE_NOT_FOUND: { collection: 'operator_error', payout: 'recipient_cannot_receive' },
  PAYEE_NOT_ALLOWED_TO_RECEIVE: {
    collection: 'operator_error',
    payout: 'recipient_cannot_receive',
  },
  INTERNAL_PROCESSING_ERROR: { collection: 'operator_error', payout: 'operator_error' },
  SERVICE_UNAVAILABLE: { collection: 'operator_unavailable', payout: 'operator_unavailable' },
}

/** For a reason that the table does not know, or none. */
export const unknownReason: FailureCode = 'operator_error'
