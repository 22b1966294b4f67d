import { randomUUID } from 'node:crypto'
import { asId, type MerchantId } from '#domain/ids.ts'
import { makeFundsRuleAct } from '#use-cases/funds/rule-acts.ts'
import { askTermsAct } from '#use-cases/pricing/change-terms.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { onPool } from '#db/sql.ts'
import { createStaffMember, password } from '#test/support/people.ts'
import { createTenant } from '#test/support/tenant.ts'
import { termsSheet } from '#test/support/terms.ts'
import type { Place, WithId } from './place.ts'
import { about, type Sample } from './table.ts'

const reason = 'Contrat'

/** Requests to what services agreed to, and to rules that hold funds: each of a merchant of its own. */
export const termsSamples: Readonly<Record<string, (place: Place) => Promise<Sample> | Sample>> = {
  'GET /staff/api/funds-rules': () => ({}),
  'POST /staff/api/funds-rules': async (place) => ({ body: await newRule(place) }),
  'POST /staff/api/funds-rules/{id}/end': async (place) => {
    const { person, context } = await supervisor(place)
    const order = { person, requestId: randomUUID(), id: '', body: await newRule(place) }
    const { id } = await makeFundsRuleAct.work(context, order)
    return { params: { id }, body: { reason, password } }
  },
  'GET /staff/api/services/{id}/terms': async (place) => ({
    params: { id: await someService(place) },
  }),
  'POST /staff/api/services/{id}/terms-changes': async (place) => ({
    params: { id: await someService(place) },
    body: termsSheet,
  }),
  'GET /staff/api/terms-changes': () => ({}),
  'GET /staff/api/terms-changes/{id}': askedTerms,
  'POST /staff/api/terms-changes/{id}/approve': about(askedTerms, { password }),
  'POST /staff/api/terms-changes/{id}/refuse': about(askedTerms, { password }),
}

async function someService({ service }: Place): Promise<string> {
  return (await createTenant(service.database, { mode: 'live' })).serviceEnvId
}

/** In force for one merchant: others are paid as they were. */
async function newRule({ service }: Place) {
  const { serviceEnvId } = await createTenant(service.database, { mode: 'live' })
  const { id } = await onPool(service.database.pool).one<{ id: string }>(
    `select s.merchant_id as id from service s join service_env e on e.service_id = s.id where e.id = $1`,
    [serviceEnvId],
  )
  return {
    kind: 'amount',
    amount: 500_000,
    merchant_id: asId<MerchantId>(id),
    reason,
    password,
  } as const
}

async function supervisor({ service: { database } }: Place) {
  const person = await createStaffMember(database, 'supervisor')
  return { person, context: { database } as UseCaseContext }
}

/** Another termsSheet of terms, which somebody else asked for. */
async function askedTerms(place: Place): Promise<WithId> {
  const { person, context } = await supervisor(place)
  const id = await someService(place)
  const change = await askTermsAct.work(context, {
    person,
    requestId: randomUUID(),
    id,
    body: termsSheet,
  })
  return { params: { id: change.id } }
}
