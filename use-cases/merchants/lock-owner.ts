import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { people, personIn } from '#use-cases/people/columns.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The owner of a merchant, locked until the transaction ends; null if there is none. Refusal: merchant_not_found. */
export async function lockOwner(tx: Sql, merchantId: MerchantId): Promise<PortalUser | null> {
  if ((await tx.run(lockMerchant({ merchantId }))) === 0) throw fail('merchant_not_found')
  const row = await tx.first(lockPerson({ merchantId }))
  return row === undefined ? null : personIn('portal', row)
}

const lockMerchant = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db.selectFrom('merchant').select('id').where('id', '=', p.merchantId).forNoKeyUpdate(),
)

const lockPerson = prepared((p: Params<{ merchantId: MerchantId }>) =>
  people
    .where('person.merchantId', '=', p.merchantId)
    .where('person.role', '=', 'owner')
    .where('person.status', '<>', 'disabled')
    .forNoKeyUpdate(),
)
