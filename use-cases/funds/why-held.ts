import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { isRuled } from './rules.ts'

/** Why the funds of a payment wait for staff: somebody held them, or a rule that was in force when it was paid. */
export interface HeldReason {
  readonly cause: 'staff' | 'rule'
  readonly reason: string | null
  readonly by: Named | null
  readonly at: Date
}

/** Every known reason; none if the operator itself asked for it, as the sandbox's does for some numbers. */
export async function listHeldReasons(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<HeldReason[]> {
  const tx = onPool(pool)
  const [held, rules] = [await tx.all(holds({ id })), await tx.all(rulesThen({ id }))]
  return [
    ...held.map((act) => ({ ...act, cause: 'staff' as const })),
    ...rules.map((rule) => ({ ...rule, cause: 'rule' as const })),
  ]
}

/** A decision is final, so that there is one; rules are few. */
const rulesMax = 10

const holds = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('fundsAct as a')
    .select(['a.reason'])
    .select((eb) => [
      eb.fn.coalesce('a.appliedAt', 'a.createdAt').as('at'),
      personNamed(eb.ref('a.actedBy')).as('by'),
    ])
    .where('a.transactionId', '=', p.id)
    .where('a.act', '=', 'hold')
    .where('a.appliedAt', 'is not', null)
    .limit(1),
)

const rulesThen = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .innerJoin('merchant as m', 'm.id', 's.merchantId')
    .innerJoin('fundsRule as r', (join) =>
      join
        .onRef('r.madeAt', '<=', 't.completedAt')
        .on((eb) =>
          eb.or([eb('r.endedAt', 'is', null), eb('r.endedAt', '>', eb.ref('t.completedAt'))]),
        ),
    )
    .select(['r.reason', 'r.madeAt as at'])
    .select((eb) => personNamed(eb.ref('r.madeBy')).as('by'))
    .where('t.id', '=', p.id)
    .where('t.mode', '=', 'live')
    .where((eb) =>
      isRuled(eb, {
        provider: eb.ref('t.provider'),
        charged: eb.ref('t.amountCharged'),
        at: eb.ref('t.completedAt'),
      }),
    )
    .orderBy('r.madeAt')
    .limit(rulesMax),
)
