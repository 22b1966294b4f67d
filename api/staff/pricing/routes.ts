import Type from 'typebox'
import {
  findTermsChange,
  listTermsChanges,
  readAgreedTerms,
  type TermsChange,
} from '#use-cases/pricing/agreed.ts'
import { approveTermsAct, askTermsAct, refuseTermsAct } from '#use-cases/pricing/change-terms.ts'
import type { AgreedTerms } from '#domain/pricing/agreed.ts'
import { asId, type ServiceEnvId, type TermsChangeId } from '#domain/ids.ts'
import { isoTime } from '#domain/text/text.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { ownership } from '#api/present/staff-queues.ts'
import { agreedTerms, termsChange } from '#api/schemas/terms.ts'
import {
  actRoute,
  actRoutes,
  made,
  queueRoute,
  readRoute,
  stateParameter,
} from '#api/staff/desk-route.ts'

const ofService = Type.Object({ id: idParameter('merchant_not_found') })
const service = '/staff/api/services/:id'
const ofChange = Type.Object({ id: idParameter('terms_change_not_found') })

/** The agreed terms of services, and their changes by two members of staff. */
export function termsRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  const path = '/staff/api/terms-changes'
  const one = `${path}/:id`
  return [
    readAgreedRoute(context),
    queueRoute(context, {
      path,
      summary: 'Lister les changements de conditions',
      answer: termsChange,
      filters: { state: stateParameter },
      list: ({ state = 'open' }) => `terms ${state}`,
      read: (page, { state = 'open' }) =>
        listTermsChanges(database, { ...page, isOpen: state === 'open' }),
      at: ({ askedAt }) => askedAt,
      present: presentTermsChange,
    }),
    readRoute({
      path: one,
      summary: 'Lire un changement de conditions',
      answer: termsChange,
      params: ofChange,
      read: async (id) =>
        presentTermsChange(await findTermsChange(database, asId<TermsChangeId>(id))),
    }),
    actRoute(context, {
      path: `${service}/terms-changes`,
      summary: 'Demander d’autres conditions pour un service',
      answer: termsChange,
      params: ofService,
      act: askTermsAct,
      present: presentTermsChange,
      made: made(path),
    }),
    ...actRoutes(
      context,
      { path: one, answer: termsChange, params: ofChange, present: presentTermsChange },
      {
        approve: ['Mettre en vigueur les conditions demandées par un autre', approveTermsAct],
        refuse: ['Refuser des conditions, ou retirer les siennes', refuseTermsAct],
      },
    ),
  ]
}

/** The current agreed terms of a service. */
function readAgreedRoute({ database }: ApiContext): Route {
  return readRoute({
    path: `${service}/terms`,
    summary: 'Lire les conditions d’un service dans un mode',
    answer: agreedTerms,
    params: ofService,
    async read(id) {
      const serviceEnvId = asId<ServiceEnvId>(id)
      const { agreed } = await readAgreedTerms(database, serviceEnvId)
      return { object: 'terms', service_env_id: serviceEnvId, ...presentTerms(agreed) }
    },
  })
}

function presentTerms({ collection, payout, exchangeFee, exchangeMargin, ...terms }: AgreedTerms) {
  return {
    collection_kind: collection.kind,
    collection_value: Number(collection.value),
    collection_payer: collection.payer,
    payout_kind: payout.kind,
    payout_value: Number(payout.value),
    exchange_fee_percent: Number(exchangeFee.percent),
    exchange_fee_payer: exchangeFee.payer,
    exchange_margin_percent: Number(exchangeMargin.percent),
    exchange_margin_payer: exchangeMargin.payer,
    availability_delay_hours: terms.delayHours,
  }
}

function presentTermsChange(change: TermsChange) {
  const { decidedAt } = change
  return {
    id: change.id,
    object: 'terms_change',
    ...ownership(change),
    ...presentTerms(change.terms),
    reason: change.reason,
    state: change.state,
    asked_by: change.askedBy,
    asked_at: isoTime(change.askedAt),
    decided_by: change.decidedBy,
    decided_at: decidedAt && isoTime(decidedAt),
  }
}
