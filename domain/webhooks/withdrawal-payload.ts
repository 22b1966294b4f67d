import { failureMessage } from '#domain/errors/errors.ts'
import { toNumber } from '#domain/money/money.ts'
import { webhookTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { statusWords, type ToldTransaction } from './payload.ts'

/** The fields of a payout in payloads. */
export type ToldPayout = Omit<
  ToldTransaction,
  'exchange' | 'metadata' | 'fundsStatus' | 'paymentMethod'
> &
  Pick<TransactionRecord, 'transfer' | 'providerReference'>

/** `data` of withdrawal.* (docs/webhooks.md#payloads). Amounts in currency units; times UTC. */
export function withdrawalPayload(payout: ToldPayout) {
  const { price, net, fees, failureCode, completedAt } = payout
  return {
    status: statusWords[payout.status],
    transactionId: payout.id,
    identifier: payout.id,
    amount: toNumber(price),
    currency: price.currency,
    fees: toNumber(fees.amount),
    gateway: { provider: payout.provider, amount: toNumber(net), currency: net.currency },
    beneficiary: beneficiaryOf(payout),
    transferReference: payout.transfer?.bankReference ?? payout.providerReference,
    externalId: payout.reference,
    message: failureCode === null ? null : failureMessage(failureCode),
    transaction_created_at: webhookTime(payout.createdAt),
    completed_at: completedAt && webhookTime(completedAt),
    mode: payout.mode.toUpperCase(),
  }
}

function beneficiaryOf({ transfer, customer }: ToldPayout) {
  if (!transfer) {
    return { type: 'mobile_money', phone: customer.phone, bank: null, account_masked: null }
  }
  const { bank, accountMasked } = transfer
  return { type: 'bank', phone: null, bank, account_masked: accountMasked }
}
