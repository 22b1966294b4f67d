import { toDecimalText } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import type { MtnAccount } from '#platform/operator-accounts.ts'
import type { MoneyOrder, OrderState } from '#activities/operators/operator.ts'
import { plainText } from '#activities/operators/plain-text.ts'
import type { failureCodes } from '#domain/errors/failure-codes.ts'
import { isObject, type JsonFields, parseObject } from './json.ts'

const noteLengthMax = 160

/** The body of an order. For a refund MTN knows the payer from the collection it reverses. */
export function orderBody(order: MoneyOrder, account: MtnAccount): string {
  const note = plainText(order.description, noteLengthMax)
  const party = { partyIdType: 'MSISDN', partyId: order.phone }
  const who = {
    collection: { payer: party },
    payout: { payee: party },
    refund: { referenceIdToRefund: order.refundOf },
  }[order.kind]
  return JSON.stringify({
    amount: toDecimalText(order.amount),
    currency: currencyOf(order, account),
    externalId: order.requestId,
    ...who,
    payerMessage: note,
    payeeNote: note,
  })
}

/** MTN's own sandbox only accepts euros; the number stays the same. */
function currencyOf({ amount }: MoneyOrder, account: MtnAccount): string {
  return account.targetEnvironment === 'sandbox' ? 'EUR' : amount.currency
}

/** The order's state according to a status answer; only an answer that certainly belongs to the order counts. */
export function stateOf(text: string, order: MoneyOrder, account: MtnAccount): OrderState {
  const fields = parseObject(text)
  if (fields === undefined || !isOf(order, fields, account)) return { state: 'unreachable' }
  if (fields['status'] === 'PENDING') return { state: 'pending' }
  const outcome = outcomeOf(fields, order)
  return outcome === undefined ? { state: 'unreachable' } : { state: 'decided', outcome }
}

function outcomeOf(fields: JsonFields, order: MoneyOrder): Outcome | undefined {
  const reference = referenceOf(fields)
  if (fields['status'] === 'SUCCESSFUL') {
    return { status: 'succeeded', providerReference: reference ?? order.requestId }
  }
  if (fields['status'] !== 'FAILED') return undefined
  const failureCode = failureCodeOf(codeIn(fields['reason']), order)
  const status = failureCode === 'approval_timeout' ? 'expired' : 'failed'
  return { status, failureCode, providerReference: reference }
}

/** Our code for one of MTN's codes. */
export function failureCodeOf(code: string | undefined, { kind }: MoneyOrder): string {
  const meaning = code !== undefined && Object.hasOwn(mtnReasons, code) && mtnReasons[code]
  if (!meaning) return unknownReason
  return kind === 'collection' ? meaning.collection : meaning.payout
}

/** The code is either a plain text or the `code` of an object. */
export function codeIn(value: unknown): string | undefined {
  const code = isObject(value) ? value['code'] : value
  return typeof code === 'string' ? code : undefined
}

/** True unless the answer names another order, amount or currency, and so belongs to something else. */
function isOf(order: MoneyOrder, fields: JsonFields, account: MtnAccount): boolean {
  const { externalId = order.requestId, amount, currency = currencyOf(order, account) } = fields
  const isSameAmount = amount === undefined || isSame(amount, toDecimalText(order.amount))
  return externalId === order.requestId && currency === currencyOf(order, account) && isSameAmount
}

function isSame(amount: unknown, expected: string): boolean {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string' || !/^\d{1,15}(\.\d{1,4})?$/.test(text)) return false
  const bare = (decimal: string): string =>
    decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return bare(text) === bare(expected)
}

function referenceOf(fields: JsonFields): string | null {
  const reference = fields['financialTransactionId']
  const text = typeof reference === 'number' ? String(reference) : reference
  return typeof text === 'string' && /^[\w-]{1,64}$/.test(text) ? text : null
}

type FailureCode = keyof typeof failureCodes

/** Our code for an MTN reason, when a payer is debited and when somebody is paid. */
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

/** Used without a reason, or for one that is not in the table. */
const unknownReason: FailureCode = 'operator_error'
