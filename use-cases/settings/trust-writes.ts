import type { MerchantId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Whether a merchant's people give their password once for ten minutes, instead of with each write. */
export async function readTrustsWrites(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
): Promise<boolean> {
  return (await onPool(pool).only(read({ merchantId }))).trustsWrites
}

const read = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db.selectFrom('merchant').select('trustsWrites').where('id', '=', p.merchantId),
)

/** Chooses it, for all who work for the merchant; sessions that are trusted now are so no more once it is off. */
export async function setTrustsWrites(
  { pool }: Pick<Database, 'pool'>,
  given: { readonly merchantId: MerchantId; readonly trustsWrites: boolean },
): Promise<void> {
  await onPool(pool).run(set(given))
}

const set = prepared((p: Params<{ merchantId: MerchantId; trustsWrites: boolean }>) =>
  db.updateTable('merchant').set({ trustsWrites: p.trustsWrites }).where('id', '=', p.merchantId),
)
