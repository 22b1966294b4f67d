import Type from 'typebox'
import { parseAmount } from '#domain/money/money.ts'
import type { ApiContext } from '#http/context.ts'
import { envelopeText } from '#http/envelope.ts'
import {
  amountField,
  currencyField,
  descriptionField,
  expiresInDefault,
  expiresInField,
  idParameter,
  said,
  waitParameter,
} from '#http/fields.ts'
import { route, type RouteInput } from '#http/route.ts'
import { about } from './about.ts'
import {
  type CheckoutOrder,
  type CheckoutRequest,
  createCheckout,
} from '#use-cases/checkouts/create.ts'
import { presentCheckout } from '#api/present/checkout.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { type CheckoutRecord, isCheckoutOver } from '#domain/checkouts/checkout.ts'
import { waitHeaders, waitSecondsMax } from '#http/wait.ts'
import { fail, orFail } from '#domain/errors/errors.ts'
import { orderCheckout } from '#use-cases/checkouts/hold.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { asId, type CheckoutId } from '#domain/ids.ts'
import type { Language } from '#domain/text/language.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import { scopeOf } from '#api/transactions/routes.ts'

const body = Type.Object({
  amount: amountField,
  currency: Type.Optional(
    said(currencyField, 'Currency of `amount`; the service’s when left out.', 'XOF'),
  ),
  expires_in: Type.Optional(expiresInField),
  description: Type.Optional(descriptionField),
})
type CreateInput = RouteInput<
  Type.Static<typeof body>,
  unknown,
  unknown,
  typeof checkoutKeys,
  'optional'
>

/** Creates the QR code of a sale; whoever scans it pays (docs/checkouts-and-terminals.md#checkouts). */
export function createCheckoutRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/checkouts',
    keys: checkoutKeys,
    summary: 'Créer un code QR de caisse',
    about: about.createCheckout,
    answer: { object: checkoutSchema },
    idempotency: 'optional',
    success: 201,
    body,
    checkFields: ({ body: { currency }, numberText }) =>
      amountErrors(numberText('amount'), currency),
    async handler(input) {
      const created = await createCheckout(context, requestOf(context, input), orderOf(input))
      return storedAnswer(created, (id) => `/v2/checkouts/${id}`)
    },
  })
}

/** Without a currency the amount is in the service's, which is read later; its decimals are checked then. */
function amountErrors(text: string | undefined, currency: CreateInput['body']['currency']) {
  if (text === undefined || currency === undefined) return []
  const amount = parseAmount(text, currency)
  return amount.ok ? [] : [{ field: 'amount', code: amount.code }]
}

function requestOf(context: ApiContext, input: CreateInput): CheckoutRequest {
  const { caller, requestId, idempotencyKey } = input
  return {
    keyed:
      idempotencyKey === null
        ? null
        : keyedRequest({ ...input, idempotencyKey }, 'POST /v2/checkouts'),
    requestId,
    respond(record) {
      const url = context.payUrl({ id: record.id, seller: caller })
      const data = presentCheckout(record, { url, transaction: null, reader: caller.kind })
      return { status: 201, body: envelopeText(requestId, { data }) }
    },
  }
}

function orderOf({ caller, body: wanted, numberText }: CreateInput): CheckoutOrder {
  const { currency, description, expires_in: expiresIn } = wanted
  return {
    seller: caller,
    apiKeyId: caller.apiKeyId,
    amount: { sourceText: numberText('amount'), ...(currency && { currency }) },
    description: description ?? null,
    expiresInSeconds: expiresIn ?? expiresInDefault,
  }
}

/** Reads a QR code; `wait` holds the answer for its next change (docs/checkouts-and-terminals.md#checkouts). */
export function readCheckoutRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/checkouts/:id',
    keys: checkoutKeys,
    summary: 'Lire un code QR de caisse',
    about: about.getCheckout,
    answer: { object: checkoutSchema },
    params: checkoutParams,
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    async handler({ caller, params, query, signal, language }) {
      const viewer = { reader: caller.kind, language }
      const find = (): Promise<CheckoutRecord> => visibleCheckout(context, caller, params.id)
      let found = await find()
      if (isCheckoutOver(found.status) || query.wait === undefined) {
        return { body: { data: await checkoutData(context, viewer, found) } }
      }
      const before = found
      const waited = await context.waits.run(
        { key: caller.apiKeyId, seconds: query.wait, signal },
        (ended) =>
          context.database.wake.wait(before.id, {
            timeoutMs: waitSecondsMax * 1000,
            signal: ended,
            isOver: async () => (await find()).status !== before.status,
          }),
      )
      if (waited === 'waited') found = await find()
      return {
        body: { data: await checkoutData(context, viewer, found) },
        headers: waitHeaders(waited),
      }
    },
  })
}

/**
 * Cancels an open QR code. If a payer pays at the same time, the run decides who wins. Repeating it changes nothing.
 */
export function cancelCheckoutRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/checkouts/:id/cancel',
    keys: checkoutKeys,
    summary: 'Annuler un code QR de caisse',
    about: about.cancelCheckout,
    answer: { object: checkoutSchema },
    params: checkoutParams,
    async handler({ caller, params, language }) {
      const before = await visibleCheckout(context, caller, params.id)
      if (before.status === 'open') {
        await orderCheckout(context, before.id, { name: 'cancelCheckout', input: {} })
      }
      const after = await visibleCheckout(context, caller, params.id)
      if (after.status !== 'cancelled') throw fail('checkout_not_cancellable')
      return {
        body: { data: await checkoutData(context, { reader: caller.kind, language }, after) },
      }
    },
  })
}

/** The checkout object for this caller, with its latest payment. */
async function checkoutData(
  context: ApiContext,
  viewer: { readonly reader: KeyKind; readonly language: Language },
  record: CheckoutRecord,
) {
  const { id, transactionId } = record
  const transaction = transactionId && (await readTransaction(context.database, transactionId))
  return presentCheckout(record, {
    url: context.payUrl({ id, seller: record }),
    transaction,
    ...viewer,
  })
}

/** The cash desk and the merchant's server create and watch codes. A public key, which any page can read, may not. */
const checkoutKeys = ['secret', 'terminal', 'session'] as const
const checkoutParams = Type.Object({ id: idParameter('checkout_not_found') })

/** The checkout, if this key may see it. Refusal: checkout_not_found. */
async function visibleCheckout(
  { database }: ApiContext,
  caller: Caller,
  id: string,
): Promise<CheckoutRecord> {
  return orFail(
    await findCheckout(database, scopeOf(caller), asId<CheckoutId>(id)),
    'checkout_not_found',
  )
}
