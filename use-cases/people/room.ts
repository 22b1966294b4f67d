import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import { membersMax } from '#domain/people/person.ts'
import { rowCount, takeTurn } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Refuses one more person at a merchant that has as many as it may; staff has no such limit. Refusal: members_too_many.
 */
export async function requireRoom(tx: Sql, merchantId: MerchantId | null): Promise<void> {
  if (merchantId === null) return
  await tx.run(takeTurn({ name: `people of ${merchantId}` }))
  const { count } = await tx.only(countPeople({ merchantId }))
  if (count >= membersMax) throw fail('members_too_many')
}

const countPeople = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db
    .selectFrom('person')
    .select(rowCount.as('count'))
    .where('realm', '=', 'portal')
    .where('merchantId', '=', p.merchantId)
    .where('status', '<>', 'disabled'),
)
