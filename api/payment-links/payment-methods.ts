import Type from 'typebox'
import { fieldsError } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import {
  amountErrors,
  amountParameter,
  countryErrors,
  countryParameter,
} from '#api/payment-methods/list.ts'
import { presentPaymentMethod } from '#api/present/payment-method.ts'
import { paymentMethod as paymentMethodSchema } from '#api/schemas/catalogue.ts'
import { findOpenLink, priceOf } from '#use-cases/payment-links/link.ts'
import { methodsOf } from '#use-cases/payment-links/methods.ts'
import { closedLinkRefusals, linkParams } from './params.ts'

/** The payment methods that take the price of a link; where it is free, any, or those that take the amount asked. */
export function listLinkPaymentMethods(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/payment-methods',
    keys: 'none',
    summary: 'Lister les moyens de paiement d’un lien',
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
