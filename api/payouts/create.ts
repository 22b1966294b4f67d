import { payoutRules } from '#http/payer-rules.ts'
import { refusalsOf } from '#api/docs/refusals.ts'
import Type, { type Static } from 'typebox'
import { fail, type FieldError } from '#domain/errors/errors.ts'
import { isBankCode } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { ApiContext } from '#http/context.ts'
import { addedVersion } from '#http/added-version.ts'
import { type About, type CheckInput, route, type RouteInput } from '#http/route.ts'
import { phoneErrors, providerErrors } from '#http/payer-errors.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { acceptedAnswer, keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { requestPayout } from '#use-cases/payouts/request.ts'
import {
  amountField,
  currencyField,
  descriptionField,
  type MaybeQuoted,
  phoneCountryField,
  phoneField,
  providerField,
  quoteIdField,
  quoteIdOf,
  referenceField,
  said,
} from '#http/fields.ts'

/** Sends the merchant's money to an authorised account: accepted or refused at once; the outcome follows. */
export function createPayout(context: ApiContext) {
  return route({ ...payoutRoute(context), body: payoutBody })
}

/** The same, with an optional quote. */
export function createQuotedPayout(context: ApiContext) {
  return route({ ...payoutRoute(context), body: quotedBody, since: addedVersion })
}

function payoutRoute(context: ApiContext) {
  return {
    method: 'POST',
    path: '/v2/payouts',
    keys: payoutKeys,
    scope: 'payouts',
    summary: 'Demander un retrait ou un virement',
    about,
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    checkFields: fieldErrors,
    async handler(input: PayoutInput) {
      const request = {
        ...keyedRequest(input, 'POST /v2/payouts'),
        ...acceptedAnswer(input.requestId, input.caller.kind),
      }
      const accepted = await requestPayout(context, request, orderOf(input))
      return storedAnswer(accepted, (id) => `/v2/transactions/${id}`)
    },
  } as const
}

/** Rules that the schema of a payout cannot express: a bank needs an account, an operator a number. */
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
    quoteId: quoteIdOf(body),
  }
}

function phoneOf({ phone, country }: PayoutInput['body']): Phone {
  const parsed = parsePhone(phone ?? '', { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

/** Body of a payout (docs/payouts.md#mobile-money-payouts). */
const payoutFields = {
  amount: amountField,
  currency: said(currencyField, 'Always `XOF`.', 'XOF'),
  provider: said(
    providerField,
    '`mtn-benin`, `moov-benin` or `auto` for Mobile Money; `uba-benin`, `ecobank-benin` or `boa-benin` for a bank transfer.',
    'mtn-benin',
  ),
  phone: Type.Optional(
    said(
      phoneField,
      'Mobile Money: the beneficiary’s number, in international format without `+`. It must be one of your authorized accounts.',
      '2290190000000',
    ),
  ),
  country: Type.Optional(phoneCountryField),
  bank_account_id: Type.Optional(
    said(
      Type.String({ code: 'invalid_bank_account', format: 'uuid' }),
      'Bank transfer: the authorized account. Required if you have several at the bank.',
      '0197a3c2-9b20-7f1e-a0d3-5c7e9a1b2d80',
    ),
  ),
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
}

const payoutBody = Type.Object(payoutFields, { later: { quote_id: addedVersion } })
const quotedBody = Type.Object({ ...payoutFields, quote_id: Type.Optional(quoteIdField) })

type PayoutBody = Static<typeof payoutBody> & MaybeQuoted
const payoutKeys = ['secret'] as const
type PayoutCheck = CheckInput<PayoutBody, unknown, typeof payoutKeys>
type PayoutInput = RouteInput<PayoutBody, unknown, unknown, typeof payoutKeys, 'required'>

const about: About = {
  name: 'createPayout',
  title: 'Send money out',
  text: 'Sends money from your balance to one of your authorized accounts: by Mobile Money at once, or by bank transfer, which is made by hand (live mode only). The answer is `202` with a transaction that is `pending`; its outcome arrives by the webhooks `withdrawal.*`. Accounts are authorized in the portal first.',
  examples: {
    'Mobile Money': {
      amount: 5000,
      currency: 'XOF',
      provider: 'mtn-benin',
      phone: '2290190000000',
      reference: 'SALARY-11',
    },
  },
  rules: payoutRules,
  codes: [
    'quote_not_found',
    'quote_already_used',
    'quote_expired',
    'quote_mismatch',
    ...refusalsOf.number,
    'invalid_bank_account',
    'duplicate_reference',
    'recipient_not_authorized',
    'insufficient_balance',
    'payout_amount_too_small',
    'payout_amount_too_large',
    'payouts_temporarily_unavailable',
    'bank_account_ambiguous',
    'currency_not_supported',
    'provider_unavailable',
    'live_mode_required',
    'operation_not_allowed',
    'sandbox_rate_limited',
    'amount_too_small',
    'amount_out_of_bounds',
  ],
}
