import Type from 'typebox'
import { parseAmount, toNumber } from '#domain/money/money.ts'
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
import { type About, type RouteInput, route } from '#http/route.ts'
import {
  type CheckoutOrder,
  type CheckoutRequest,
  createCheckout,
} from '#use-cases/checkouts/create.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { keyedRequest, storedAnswer } from '#api/transactions/accepted.ts'
import { type CheckoutRecord, isCheckoutOver, secondsLeft } from '#domain/checkouts/checkout.ts'
import { waitHeaders, waitSecondsMax } from '#http/wait.ts'
import { fail, orFail } from '#domain/errors/errors.ts'
import { orderCheckout } from '#use-cases/checkouts/hold.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { type CheckoutId, asId } from '#domain/ids.ts'
import type { Language } from '#domain/text/language.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import { scopeOf } from '#api/transactions/routes.ts'
import { refusalsOf } from '#api/docs/refusals.ts'
import { isoTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { presentLinkDisplay } from '#api/present/display.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { presentPlace } from '#api/present/terminal.ts'
import { presentTransaction } from '#api/present/transaction.ts'

const body = Type.Object({
  amount: amountField,
  currency: Type.Optional(
    said(currencyField, 'Currency of `amount`; defaults to the service’s.', 'XOF'),
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
            isOver: async () => hasChanged(before, await find()),
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

/** True if the desk would see a change: another state, or the payment, which is recorded only after the state changes. */
function hasChanged(before: CheckoutRecord, after: CheckoutRecord): boolean {
  return after.status !== before.status || after.transactionId !== before.transactionId
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

/** The documentation of this folder's routes. */
const about = {
  createCheckout: {
    name: 'createCheckout',
    title: 'Create a cash-desk QR code',
    text: 'Creates a QR code for a fixed amount, which can be paid once by whoever scans it. Terminal and cashier are those of the key. At most 30 a minute per terminal.',
    examples: {
      'Five minutes': { amount: 1000, description: 'Table 4', expires_in: 300 },
    },
    codes: [...refusalsOf.price, 'operation_not_allowed', 'sandbox_rate_limited'],
  },
  getCheckout: {
    name: 'getCheckout',
    title: 'Read a cash-desk QR code',
    text: 'The QR code in its current state, with its latest payment. With `wait`, the answer is delayed until the next change, for up to 5 seconds. Show the payment as received when `status` is `succeeded`.',
  },
  cancelCheckout: {
    name: 'cancelCheckout',
    title: 'Cancel a cash-desk QR code',
    text: 'Withdraws an open QR code. Cancelling again changes nothing; one that is being paid or has been paid is refused.',
    codes: ['checkout_not_cancellable'],
  },
} satisfies Readonly<Record<string, About>>

/** The checkout object (docs/checkouts-and-terminals.md#checkouts), as this reader may see it. */
function presentCheckout(
  checkout: CheckoutRecord,
  shown: {
    /** The address in the QR code. */
    readonly url: string
    /** The latest payment. */
    readonly transaction: TransactionRecord | null
    readonly reader: Reader
    readonly language?: Language
  },
) {
  const { price, terminal, completedAt, cancelledAt } = checkout
  return {
    id: checkout.id,
    object: 'checkout',
    mode: checkout.mode,
    channel: checkout.channel,
    amount: toNumber(price),
    currency: price.currency,
    description: checkout.description,
    status: checkout.status,
    expires_in: secondsLeft(checkout),
    expires_at: isoTime(checkout.expiresAt),
    url: shown.url,
    terminal: terminal && presentPlace(terminal),
    operator: checkout.operator,
    transaction:
      shown.transaction && presentTransaction(shown.transaction, shown.reader, shown.language),
    display: presentLinkDisplay(checkout.display),
    created_at: isoTime(checkout.createdAt),
    completed_at: completedAt && isoTime(completedAt),
    cancelled_at: cancelledAt && isoTime(cancelledAt),
  }
}
