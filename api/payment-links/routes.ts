import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { about } from './about.ts'
import { presentPayable } from '#api/present/payment-link.ts'
import { paymentLink as paymentLinkSchema } from '#api/schemas/payment-link.ts'
import {
  findLink,
  findOpenLink,
  keylessSeller,
  priceOf,
  takenPrice,
} from '#use-cases/payment-links/link.ts'
import { previewOf } from '#use-cases/payment-links/preview.ts'
import { fail, fieldsError } from '#domain/errors/errors.ts'
import { wholeList } from '#http/page.ts'
import {
  amountErrors,
  amountParameter,
  countryErrors,
  countryParameter,
} from '#api/payment-methods/list.ts'
import { presentPaymentMethod } from '#api/present/payment-method.ts'
import { paymentMethod as paymentMethodSchema } from '#api/schemas/catalogue.ts'
import { methodsOf } from '#use-cases/payment-links/methods.ts'
import { linkPaymentBody, priceFields } from '#http/link-payment.ts'
import { payerErrors, providerErrors } from '#http/payer-errors.ts'
import { payerFields, payerOf } from '#http/payer-fields.ts'
import { presentQuote } from '#api/present/quote.ts'
import { numberErrors } from '#api/quotes/create.ts'
import { priceQuote, quotedPhone } from '#use-cases/pricing/quote.ts'
import {
  quote as quoteSchema,
  receipt as receiptSchema,
  transaction as transactionSchema,
} from '#api/schemas/objects.ts'
import { acceptedAnswer, storedAnswer } from '#api/transactions/accepted.ts'
import { payLink } from '#use-cases/payment-links/pay.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { paymentsOf } from '#use-cases/payment-links/payables.ts'
import { idParameter, waitParameter } from '#http/fields.ts'
import { readAnswer } from '#api/transactions/routes.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import { makeReceipt, receiptQuery } from '#api/receipts/read.ts'

/** What a payer sees before paying. */
export function readPaymentLink(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id',
    keys: 'none',
    summary: 'Lire un lien de paiement',
    about: about.getPaymentLink,
    answer: { object: paymentLinkSchema },
    refusals: closedLinkRefusals,
    params: linkParams,
    async handler({ params }) {
      const payable = await findOpenLink(context, params.id)
      const preview = await previewOf(context, payable)
      const url = context.payUrl(payable)
      const logoUrl = context.logoUrl(preview.merchant)
      return { body: { data: presentPayable({ payable, ...preview, url, logoUrl }) } }
    },
  })
}

/**
 * The payment methods that accept the price of a link; if the price is free, all, or those that accept the given
 * amount.
 */
export function listLinkPaymentMethods(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/payment-methods',
    keys: 'none',
    summary: 'Lister les moyens de paiement d’un lien',
    about: about.listPaymentLinkMethods,
    answer: { object: paymentMethodSchema, isList: true },
    refusals: closedLinkRefusals,
    params: linkParams,
    query: Type.Object({
      amount: Type.Optional(amountParameter),
      country: Type.Optional(countryParameter),
    }),
    checkFields: ({ query }) => [...countryErrors(query), ...amountErrors(query)],
    async handler({ params, query }) {
      const payable = await findOpenLink(context, params.id)
      const price = priceOf(payable, { amountText: query.amount })
      if (price !== undefined && 'code' in price) throw fieldsError([price])
      const methods = await methodsOf(context, payable, { country: query.country, price })
      return { body: wholeList(methods.map(presentPaymentMethod)) }
    },
  })
}

const { provider, payment_method, phone, country } = payerFields

/** Body of a link's quote: the fields that the price depends on. */
const linkQuoteBody = Type.Object({
  provider,
  payment_method,
  phone,
  country,
  ...priceFields,
})

/** Quotes what paying a link would cost; refused where the payment would be. */
export function quotePaymentLink(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/quotes',
    keys: 'none',
    summary: 'Obtenir le devis d’un lien de paiement',
    about: about.createPaymentLinkQuote,
    answer: { object: quoteSchema },
    refusals: closedLinkRefusals,
    params: linkParams,
    body: linkQuoteBody,
    checkFields: ({ body }) => [...providerErrors(body), ...numberErrors(body)],
    async handler({ params, body, numberText }) {
      const payable = await findOpenLink(context, params.id)
      const seller = keylessSeller(payable)
      const { currency } = body
      const price = takenPrice(payable, { amountText: numberText('amount'), currency })
      const priced = await priceQuote(context, {
        seller,
        provider: body.provider,
        method: body.payment_method,
        phone: quotedPhone(body),
        price,
      })
      const { mode, channel } = seller
      const quote = { ...priced, id: randomUUID(), type: 'collection', mode, channel } as const
      return {
        body: {
          data: presentQuote({ ...quote, expiresAt: null, createdAt: new Date() }, seller.kind),
        },
      }
    },
  })
}

/** Pays a link: a collection like any other, requested by the payer. */
export function payPaymentLink(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/collections',
    keys: 'none',
    summary: 'Payer un lien de paiement',
    about: about.createPaymentLinkCollection,
    answer: { object: transactionSchema },
    refusals: closedLinkRefusals,
    idempotency: 'required',
    success: 202,
    params: linkParams,
    body: linkPaymentBody,
    checkFields: ({ body }) => payerErrors(body),
    async handler({ params, body, numberText, requestId, ...input }) {
      const payable = await findLink(context, params.id)
      const accepted = await payLink(context, payable, {
        idempotencyKey: input.idempotencyKey,
        canonicalRequest: input.canonicalRequest,
        address: input.address,
        ...acceptedAnswer(requestId, 'none'),
        payer: payerOf(body),
        answers: body.custom_fields ?? {},
        said: { amountText: numberText('amount'), currency: body.currency },
      })
      return storedAnswer(accepted, (id) => `/v2/payment-links/${payable.id}/transactions/${id}`)
    },
  })
}

/** Reads a payment of a link, in whatever state the link is; `wait` holds the answer for its final status. */
export function readLinkTransaction(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/transactions/:transaction',
    keys: 'none',
    summary: 'Lire un paiement d’un lien',
    about: about.getPaymentLinkTransaction,
    answer: { object: transactionSchema },
    params: linkTransactionParams,
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    async handler({ params, query, signal, language }) {
      const payable = await findLink(context, params.id)
      return readAnswer(context, {
        id: asId<TransactionId>(params.transaction),
        scope: paymentsOf(payable),
        reader: 'none',
        // Without a key, waits are counted by transaction, so that payers of one link do not block each other.
        waitKey: params.transaction,
        waitSeconds: query.wait,
        signal,
        language,
      })
    },
  })
}

/** The receipt of a link's successful payment: complete with its receipt token, else masked. */
export function readLinkReceipt(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/transactions/:transaction/receipt',
    keys: 'none',
    summary: 'Lire le reçu d’un paiement d’un lien',
    about: about.getPaymentLinkReceipt,
    answer: { object: receiptSchema },
    params: linkTransactionParams,
    query: receiptQuery,
    async handler({ params, query }) {
      const payable = await findLink(context, params.id)
      const id = asId<TransactionId>(params.transaction)
      const transaction = await findTransaction(context.database, paymentsOf(payable), id)
      if (transaction === undefined) throw fail('transaction_not_found')
      return { body: { data: await makeReceipt(context, transaction, { query, reader: 'none' }) } }
    },
  })
}

/** `:id` of a link or QR code, which is paid without a key. */
export const linkParams = Type.Object({ id: idParameter('payment_link_not_found') })

/** `:transaction` of one of its payments. */
const linkTransactionParams = Type.Object({
  id: idParameter('payment_link_not_found'),
  transaction: idParameter('transaction_not_found'),
})

/** Refusals of a link that accepts no payments (docs/payment-links.md#rules-of-a-link). */
const closedLinkRefusals: readonly number[] = [409, 410]
