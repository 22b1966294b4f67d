import Type from 'typebox'
import { asId, type PaymentLinkId } from '#domain/ids.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { changePaymentLink } from '#use-cases/payment-links/change.ts'
import { pastErrors } from '#use-cases/payment-links/create.ts'
import { findPaymentLink, listPaymentLinks } from '#use-cases/payment-links/find.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { paymentLinkDetails as detailsSchema } from '#api/schemas/payment-link-details.ts'
import type { ApiContext } from '#http/context.ts'
import { pageFields } from '#http/fields.ts'
import { newestPage } from '#http/page.ts'
import { route } from '#http/route.ts'
import { about } from './about-manage.ts'
import { addressErrors, linkChange, presented, termsIn } from './terms.ts'
import { addedVersion } from '#http/added-version.ts'
import { linkParams } from './routes.ts'

/** The links of the service in the key's mode, newest first, including those created in the portal. */
export function listPaymentLinksRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les liens de paiement',
    about: about.listPaymentLinks,
    answer: { object: detailsSchema, isList: true },
    query: Type.Object(pageFields),
    async handler({ caller, query }) {
      const body = await newestPage<PaymentLinkRecord>(context, {
        place: { list: 'payment-links', scope: caller.apiKeyId },
        asked: query,
        read: (part) => listPaymentLinks(context.database, caller.serviceEnvId, part),
        at: ({ createdAt }) => createdAt,
        present: (link) => presented(context, link),
      })
      return { body }
    },
  })
}

/** A link as its merchant sees it, in whatever state. */
export function readPaymentLinkDetails(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/details',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lire un de ses liens de paiement',
    about: about.getPaymentLinkDetails,
    answer: { object: detailsSchema },
    params: linkParams,
    async handler({ caller: { serviceEnvId }, params }) {
      const id = asId<PaymentLinkId>(params.id)
      const link = await findPaymentLink(context.database, serviceEnvId, id)
      return { body: { data: presented(context, link) } }
    },
  })
}

/** Changes a link for payments from now on; amounts and currency cannot change. */
export function changePaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'PATCH',
    path: '/v2/payment-links/:id',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Modifier un lien de paiement',
    about: about.changePaymentLink,
    answer: { object: detailsSchema },
    refusals: [410],
    params: linkParams,
    body: linkChange,
    checkFields: ({ body, caller }) => [
      ...pastErrors(timeIn(body.expires_at)),
      ...addressErrors(body, caller.mode),
    ],
    async handler({ caller: { serviceEnvId }, params, body }) {
      const place = { serviceEnvId, id: asId<PaymentLinkId>(params.id) }
      const { title } = body
      const change = { ...termsIn(body), ...(title !== undefined && { title }) }
      const link = await changePaymentLink(context.database, place, change)
      return { body: { data: presented(context, link) } }
    },
  })
}

/** Closes a link for good; payments in progress continue. */
export function closePaymentLinkRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payment-links/:id/close',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Fermer un lien de paiement',
    about: about.closePaymentLink,
    answer: { object: detailsSchema },
    params: linkParams,
    async handler({ caller: { serviceEnvId }, params }) {
      const place = { serviceEnvId, id: asId<PaymentLinkId>(params.id) }
      const link = await setPaymentLinkState(context.database, place, 'cancelled')
      return { body: { data: presented(context, link) } }
    },
  })
}

function timeIn(text: string | null | undefined): Date | null | undefined {
  return text ? parseTimestamp(text) : undefined
}
