import { fail } from '#domain/errors/errors.ts'
import { isBankCode } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { exactAmount } from '#use-cases/pricing/offer.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedPayout } from './accept.ts'
import { payoutBody, type PayoutInput, payoutKeys } from './body.ts'
import { checkPayoutFields } from './check-fields.ts'
import type { PayoutOrder } from '#use-cases/payouts/draft.ts'

/** Sends money of the merchant to an authorised account: accepted or refused at once, its outcome follows. */
export function createPayout(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payouts',
    keys: payoutKeys,
    summary: 'Demander un retrait ou un virement',
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    body: payoutBody,
    checkFields: checkPayoutFields,
    handler: (input) =>
      acceptedPayout(context, {
        requestId: input.requestId,
        viewer: input.caller.kind,
        ask: () => orderOf(input),
        idempotency: {
          serviceEnvId: input.caller.serviceEnvId,
          holderId: input.caller.apiKeyId,
          route: 'POST /v2/payouts',
          key: input.idempotencyKey,
        },
        canonicalRequest: input.canonicalRequest,
        addressOf: (id) => `/v2/transactions/${id}`,
      }),
  })
}

function orderOf(input: PayoutInput): PayoutOrder {
  const { body, caller, numberText } = input
  const { provider, bank_account_id: accountId, currency, reference, description } = body
  return {
    seller: caller,
    apiKeyId: caller.apiKeyId,
    provider,
    phone: isBankCode(provider) ? undefined : phoneOf(body),
    accountId,
    amount: exactAmount(numberText('amount'), currency),
    reference,
    description,
  }
}

function phoneOf({ phone, country }: PayoutInput['body']): Phone {
  const parsed = parsePhone(phone ?? '', { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}
