import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type ServiceEnvId, type StandingOrderId } from '#domain/ids.ts'
import { standingOrdersMax } from '#domain/standing-orders/order.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { judgeTerms, requirePayable, type StandingPlace, type StandingTerms } from './judge.ts'

/**
 * Creates a standing order; if it may send more than one person can release, it waits for a second person. Refusals:
 * standing_orders_too_many, and those of `requirePayable`.
 */
export async function makeStandingOrder(
  context: Pick<UseCaseContext, 'database' | 'isOpen' | 'staffApprovalAbove'>,
  place: StandingPlace,
  terms: StandingTerms,
): Promise<StandingOrderId> {
  await requirePayable(context, place, terms)
  const { serviceEnvId, memberId } = place
  const id = asId<StandingOrderId>(randomUUIDv7())
  await inTransaction(context.database.pool, async (tx) => {
    const approvalAbove = context.staffApprovalAbove
    const judged = await judgeTerms(tx, { serviceEnvId, id }, { terms, approvalAbove })
    const { open } = await tx.only(countOpen({ serviceEnvId }))
    if (Number(open) >= standingOrdersMax) throw fail('standing_orders_too_many')
    const { timetable, ...sent } = terms
    await tx.run(
      db
        .insertInto('standingOrder')
        .values({ id, serviceEnvId, madeBy: memberId, ...sent, ...timetable, ...judged }),
    )
  })
  return id
}

const countOpen = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('standingOrder')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('endedAt', 'is', null),
)
