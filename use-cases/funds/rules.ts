import type { FundsRuleKind } from '#domain/funds/rules.ts'
import { orFail } from '#domain/errors/errors.ts'
import type { FundsRuleId, MerchantId, ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  type Expression,
  type ExpressionBuilder,
  jsonObjectFrom,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { oldestFirst, type QueuePage } from '#use-cases/desk/queue.ts'

/** What a rule does with the funds of a payment. */
export type FundsVerdict = 'held' | 'pending_confirmation'

/** The fields of a payment that rules look at. */
export interface Ruled {
  readonly serviceEnvId: ServiceEnvId
  readonly provider: string
  /** What the payer is debited, XOF. */
  readonly charged: bigint
}

/** What the rules in force do with the funds of a live payment: one row, null if none matches. Part of a statement. */
export function rulesVerdict(p: Params<Ruled>) {
  return db
    .selectFrom('fundsRule as r')
    .innerJoin('serviceEnv as of', (join) => join.on('of.id', '=', p.serviceEnvId))
    .innerJoin('service as s', 's.id', 'of.serviceId')
    .innerJoin('merchant as m', 'm.id', 's.merchantId')
    .select((eb) =>
      // `held` takes precedence: funds that need a review are not released by a confirmation.
      sql<FundsVerdict | null>`min(case ${eb.ref('r.kind')} when 'operator' then 'pending_confirmation' else 'held' end)`.as(
        'verdict',
      ),
    )
    .where('r.endedAt', 'is', null)
    .where('of.mode', '=', 'live')
    .where((eb) => isRuled(eb, { provider: p.provider, charged: p.charged, at: now }))
}

type WithRules = ExpressionBuilder<
  Tables & { r: Tables['fundsRule']; m: Tables['merchant'] },
  'r' | 'm'
>

/** True if rule `r` matches a payment of merchant `m` that ends at this time. */
export function isRuled(
  eb: WithRules,
  payment: {
    readonly provider: Expression<string>
    readonly charged: Expression<bigint>
    readonly at: Expression<Date | null>
  },
) {
  const { provider, charged, at } = payment
  return eb.and([
    eb.or([eb('r.merchantId', 'is', null), eb('r.merchantId', '=', eb.ref('m.id'))]),
    eb.or([
      eb('r.amount', '<=', charged),
      eb('r.provider', '=', provider),
      sql<boolean>`${eb.ref('m.createdAt')} > ${at} - ${eb.ref('r.days')} * interval '1 day'`,
    ]),
  ])
}

/** The same as a statement of its own. */
export const verdictOfRules = prepared((p: Params<Ruled>) => rulesVerdict(p))

/** A rule as staff sees it. */
export interface FundsRule {
  readonly id: FundsRuleId
  readonly kind: FundsRuleKind
  /** Null: all merchants. */
  readonly merchant: Named | null
  /** XOF. */
  readonly amount: bigint | null
  readonly days: number | null
  readonly provider: string | null
  readonly reason: string
  readonly madeBy: Named | null
  readonly madeAt: Date
  readonly endedBy: Named | null
  readonly endedAt: Date | null
}

/** Oldest first; with `isOpen` only those in force. */
export function listFundsRules(
  { pool }: Pick<Database, 'pool'>,
  { isOpen, ...page }: QueuePage & { readonly isOpen: boolean },
): Promise<FundsRule[]> {
  const queue = isOpen ? rules.where('r.endedAt', 'is', null) : rules
  return onPool(pool).all(oldestFirst(queue, ['r.madeAt', 'r.id'], page))
}

/** One of them. Refusal: funds_rule_not_found. */
export async function findFundsRule(
  { pool }: Pick<Database, 'pool'>,
  id: FundsRuleId,
): Promise<FundsRule> {
  return orFail(await onPool(pool).first(byId({ id })), 'funds_rule_not_found')
}

const rules = db
  .selectFrom('fundsRule as r')
  .select(['r.id', 'r.kind', 'r.amount', 'r.days', 'r.provider', 'r.reason', 'r.madeAt'])
  .select('r.endedAt')
  .select((eb) => [
    personNamed(eb.ref('r.madeBy')).as('madeBy'),
    personNamed(eb.ref('r.endedBy')).as('endedBy'),
    jsonObjectFrom(
      db
        .selectFrom('merchant as m')
        .select(['m.id', 'm.name'])
        .where('m.id', '=', sql<MerchantId>`${eb.ref('r.merchantId')}`),
    ).as('merchant'),
  ])

const byId = prepared((p: Params<{ id: FundsRuleId }>) => rules.where('r.id', '=', p.id))
