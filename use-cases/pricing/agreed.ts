import {
  type AgreedTerms,
  type Fee,
  generalRule,
  particularRules,
  type TermsChangeState,
} from '#domain/pricing/agreed.ts'
import type { FeeRule } from '#domain/pricing/fee-rule.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TermsChangeId } from '#domain/ids.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, owned, type QueuePage, type Scoped } from '#use-cases/desk/queue.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type InferResult, type Params, prepared, sql } from '#db/statements.ts'
import { readTerms } from './terms.ts'

const none: Fee = { kind: 'percentage', value: '0' }
const hourSeconds = 3600

/** The current terms of a service in one mode, and its owner. */
export interface Agreement {
  readonly agreed: AgreedTerms
  /** Tariffs that take precedence over its own. */
  readonly particular: readonly FeeRule[]
  readonly of: Scoped
}

/** The current terms of a service. Refusal: merchant_not_found if it has no owner. */
export async function readAgreedTerms(database: Database, id: ServiceEnvId): Promise<Agreement> {
  const of = orFail(await onPool(database.pool).first(ownerOf({ id })), 'merchant_not_found')
  const [terms, settings] = await Promise.all([
    readTerms(database, id),
    readServiceSettings(database, id),
  ])
  const { feeRules, exchangeFee, exchangeMargin } = terms
  const collection = generalRule(feeRules, 'collection')
  const agreed = {
    collection: { ...feeOf(collection), payer: collection?.payer ?? 'customer' },
    payout: feeOf(generalRule(feeRules, 'payout')),
    exchangeFee,
    exchangeMargin,
    delayHours: Math.round((settings.availabilityDelaySeconds ?? 0) / hourSeconds),
  }
  return { agreed, particular: particularRules(feeRules), of }
}

const ownerOf = prepared((p: Params<{ id: ServiceEnvId }>) => owned.where('e.id', '=', p.id))

function feeOf(rule: FeeRule | undefined): Fee {
  return rule === undefined ? none : { kind: rule.kind, value: rule.value }
}

/** A requested change of terms, and its outcome. */
export interface TermsChange extends Scoped {
  readonly id: TermsChangeId
  readonly terms: AgreedTerms
  readonly reason: string
  readonly state: TermsChangeState
  readonly askedBy: Named | null
  readonly askedAt: Date
  readonly decidedBy: Named | null
  /** For an approved change, since when it applies. */
  readonly decidedAt: Date | null
}

/** Oldest first; with `isOpen` those that wait for a second person. */
export async function listTermsChanges(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, ...page }: QueuePage & { readonly isOpen: boolean },
): Promise<TermsChange[]> {
  const queue = isOpen ? changes.where('c.state', '=', 'waiting') : changes
  const rows = await onPool(pool).all(oldestFirst(queue, ['c.askedAt', 'c.id'], page))
  return rows.map(toChange)
}

/** The terms that came into force at a service, newest first; at most twenty. */
export async function listTermsHistory(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<TermsChange[]> {
  return (await onPool(pool).all(history({ serviceEnvId }))).map(toChange)
}

/** One of them. Refusal: terms_change_not_found. */
export async function findTermsChange(
  { pool }: Pick<Database, 'pool'>,
  id: TermsChangeId,
): Promise<TermsChange> {
  return toChange(orFail(await onPool(pool).first(byId({ id })), 'terms_change_not_found'))
}

const changes = owned
  .innerJoin('termsChange as c', 'c.serviceEnvId', 'e.id')
  .select(['c.id', 'c.collectionKind', 'c.collectionPayer', 'c.payoutKind', 'c.reason', 'c.state'])
  .select(['c.exchangeFeePayer', 'c.exchangeMarginPayer', 'c.availabilityDelayHours'])
  .select(['c.askedAt', 'c.decidedAt'])
  .select((eb) => [
    sql<string>`trim_scale(${eb.ref('c.collectionValue')})::text`.as('collectionValue'),
    sql<string>`trim_scale(${eb.ref('c.payoutValue')})::text`.as('payoutValue'),
    sql<string>`trim_scale(${eb.ref('c.exchangeFeePercent')})::text`.as('exchangeFeePercent'),
    sql<string>`trim_scale(${eb.ref('c.exchangeMarginPercent')})::text`.as('exchangeMarginPercent'),
    personNamed(eb.ref('c.askedBy')).as('askedBy'),
    personNamed(eb.ref('c.decidedBy')).as('decidedBy'),
  ])

const history = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  changes
    .where('c.serviceEnvId', '=', p.serviceEnvId)
    .where('c.state', '=', 'done')
    .orderBy('c.decidedAt', 'desc')
    .limit(20),
)

const byId = prepared((p: Params<{ id: TermsChangeId }>) => changes.where('c.id', '=', p.id))

function toChange(row: InferResult<typeof changes>[number]): TermsChange {
  const { id, serviceEnvId, mode, service, merchant, reason, state } = row
  const { askedBy, askedAt, decidedBy, decidedAt } = row
  return {
    id,
    serviceEnvId,
    mode,
    service,
    merchant,
    reason,
    state,
    askedBy,
    askedAt,
    decidedBy,
    decidedAt,
    terms: {
      collection: {
        kind: row.collectionKind,
        value: row.collectionValue,
        payer: row.collectionPayer,
      },
      payout: { kind: row.payoutKind, value: row.payoutValue },
      exchangeFee: { percent: row.exchangeFeePercent, payer: row.exchangeFeePayer },
      exchangeMargin: { percent: row.exchangeMarginPercent, payer: row.exchangeMarginPayer },
      delayHours: row.availabilityDelayHours,
    },
  }
}
