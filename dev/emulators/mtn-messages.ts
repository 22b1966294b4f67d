import type { KeptOrder, OrderEnd } from './memory.ts'

const reasons: Readonly<Record<Exclude<OrderEnd, 'succeeded'>, string>> = {
  no_funds: 'NOT_ENOUGH_FUNDS',
  rejected: 'APPROVAL_REJECTED',
  recipient_refused: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
}

/** The order as MTN describes it, in answers and callbacks. */
export function statusBody(order: KeptOrder): object {
  const { id, amount, currency, kind, phone, end, reference } = order
  const party = { partyIdType: 'MSISDN', partyId: phone }
  return {
    amount: String(amount),
    currency,
    externalId: id,
    [kind === 'collection' ? 'payer' : 'payee']: party,
    status: end === undefined ? 'PENDING' : end === 'succeeded' ? 'SUCCESSFUL' : 'FAILED',
    ...(end === 'succeeded' && { financialTransactionId: reference }),
    ...(end !== undefined && end !== 'succeeded' && { reason: reasons[end] }),
  }
}

/** MTN only accepts amounts as text. */
export function amountIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^[1-9]\d{0,11}$/.test(value) ? Number(value) : undefined
}
