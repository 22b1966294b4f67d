import type { MerchantId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Whether a merchant's people give their password once per ten minutes instead of with each write. */
export async function readTrustsWrites(
  { pool }: Pick<Database, 'pool'>,
  merchantId: MerchantId,
): Promise<boolean> {
  return (await onPool(pool).only(read({ merchantId }))).trustsWrites
}

const read = prepared((p: Params<{ merchantId: MerchantId }>) =>
  db.selectFrom('merchant').select('trustsWrites').where('id', '=', p.merchantId),
)

/** Sets this for everybody at the merchant; turning it off ends the trust of present sessions. */
export async function setTrustsWrites(
  { pool }: Pick<Database, 'pool'>,
  given: { readonly merchantId: MerchantId; readonly trustsWrites: boolean },
): Promise<void> {
  await onPool(pool).run(set(given))
}

const set = prepared((p: Params<{ merchantId: MerchantId; trustsWrites: boolean }>) =>
  db.updateTable('merchant').set({ trustsWrites: p.trustsWrites }).where('id', '=', p.merchantId),
)
