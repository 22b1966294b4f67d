import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors.ts'
import { asId, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { isBankCode, operatorOf } from '#domain/operators.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import type { PayoutDraft } from '#db/commands/accept-payout.ts'
import type { WantedRecipient } from '#db/queries/authorized-accounts.ts'
import { offeredAmounts } from '#api/collections/draft.ts'
import type { ApiContext } from '#api/context.ts'
import { exactAmount } from '#api/pricing/offer.ts'
import { makePayoutOffer, type PayoutOffer } from '#api/pricing/payout-offer.ts'
import type { PayoutInput } from './body.ts'

/** A payout priced and checked against the rules, ready for the books. Refusals: those of `makePayoutOffer`. */
export async function draftPayout(context: ApiContext, input: PayoutInput): Promise<PayoutDraft> {
  const { body, caller, numberText } = input
  const isBank = isBankCode(body.provider)
  const phone = isBank ? undefined : phoneOf(input)
  const amount = exactAmount(numberText('amount'), body.currency)
  const offer = await makePayoutOffer(context, { caller, provider: body.provider, phone, amount })
  return {
    recipient: recipientOf(input, phone),
    expiryMs: askingMs,
    needsApproval: isBank && amount.minor > context.staffApprovalAbove,
    record: {
      ...identity(input, isBank),
      ...offeredAmounts(offer),
      // Who the account belongs to is read with it.
      customer: { name: null, email: null, phone: phone?.phone ?? null },
      country: phone?.country ?? null,
      ...wayOf(offer),
      terminal: null,
      operator: null,
      paymentLink: null,
      checkoutId: null,
      nextActionUrl: null,
    },
  }
}

/** A payout that its operator was never there for is given up after a day. */
const askingMs = 86_400_000

function phoneOf({ body }: PayoutInput): Phone {
  const parsed = parsePhone(body.phone ?? '', { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

function recipientOf({ body }: PayoutInput, phone: Phone | undefined): WantedRecipient {
  const { provider: bank, bank_account_id: accountId } = body
  if (isBankCode(bank)) return { type: 'bank', bank, accountId }
  return { type: 'mobile_money', phone: phone?.phone ?? '' }
}

function wayOf({ provider, paymentMethod }: PayoutOffer) {
  const network = operatorOf(provider)?.network ?? null
  return { provider, paymentMethod: { type: paymentMethod, network, cardLast4: null } }
}

function identity({ body, caller }: PayoutInput, isBank: boolean) {
  const id = asId<TransactionId>(randomUUIDv7())
  return {
    id,
    serviceEnvId: caller.serviceEnvId,
    mode: caller.mode,
    apiKeyId: caller.apiKeyId,
    type: 'payout',
    status: 'pending',
    pendingReason: isBank ? 'awaiting_bank_transfer' : 'awaiting_provider',
    channel: caller.channel,
    reference: body.reference ?? id,
    description: body.description ?? null,
    metadata: '{}',
    operatorRequestId: asId<OperatorRequestId>(randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}
