import Type from 'typebox'
import type { Static } from 'typebox'
import { fail, type FieldError } from '#domain/errors/errors.ts'
import { isBankCode } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { ApiContext } from '#http/context.ts'
import { type CheckInput, route, type RouteInput } from '#http/route.ts'
import { phoneErrors, providerErrors } from '#http/payer-errors.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedAnswer, keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { requestPayout } from '#use-cases/payouts/request.ts'
import {
  amountField,
  currencyField,
  descriptionField,
  phoneCountryField,
  phoneField,
  providerField,
  referenceField,
} from '#http/fields.ts'

/** Sends money of the merchant to an authorised account: accepted or refused at once, its outcome follows. */
export function createPayout(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payouts',
    keys: payoutKeys,
    scope: 'payouts',
    summary: 'Demander un retrait ou un virement',
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    body: payoutBody,
    checkFields: fieldErrors,
    async handler(input) {
      const request = {
        ...keyedRequest(input, 'POST /v2/payouts'),
        ...acceptedAnswer(input.requestId, input.caller.kind),
      }
      const accepted = await requestPayout(context, request, orderOf(input))
      return storedAnswer(accepted, (id) => `/v2/transactions/${id}`)
    },
  })
}

/** What the schema of a payout cannot say: a bank pays to an account, an operator to a number. */
function fieldErrors({ body }: PayoutCheck): FieldError[] {
  if (isBankCode(body.provider ?? '')) return body.phone === undefined ? [] : phoneErrors(body)
  const isAccount = body.bank_account_id !== undefined
  return [
    ...providerErrors(body),
    ...phoneErrors(body),
    ...(isAccount ? [{ field: 'bank_account_id', code: 'invalid_bank_account' } as const] : []),
  ]
}

function orderOf(input: PayoutInput) {
  const { body, caller, numberText } = input
  const { provider, bank_account_id: accountId, currency, reference, description } = body
  return {
    seller: caller,
    apiKeyId: caller.apiKeyId,
    provider,
    phone: isBankCode(provider) ? undefined : phoneOf(body),
    accountId,
    amount: { sourceText: numberText('amount'), currency },
    reference,
    description,
  }
}

function phoneOf({ phone, country }: PayoutInput['body']): Phone {
  const parsed = parsePhone(phone ?? '', { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

/** Body of a payout (docs/payouts.md#mobile-money-payouts). */
const payoutBody = Type.Object({
  amount: amountField,
  currency: currencyField,
  provider: providerField,
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  bank_account_id: Type.Optional(Type.String({ code: 'invalid_bank_account', format: 'uuid' })),
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
})

type PayoutBody = Static<typeof payoutBody>
const payoutKeys = ['secret'] as const
type PayoutCheck = CheckInput<PayoutBody, unknown, typeof payoutKeys>
type PayoutInput = RouteInput<PayoutBody, unknown, unknown, typeof payoutKeys, 'required'>
