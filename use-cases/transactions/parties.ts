import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** What a merchant calls a payment by. */
export interface Party {
  /** The name of the payer or the beneficiary, or else the number; null once erased. */
  readonly who: string | null
  /** The merchant's own; null if the merchant gave none. */
  readonly reference: string | null
}

/** Whose these payments are. */
export async function partiesOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, Party>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).all(parties({ serviceEnvId, ids }))
  return new Map(
    rows.map(({ id, reference, ...row }) => [
      id,
      { who: partyName(row), reference: reference === id ? null : reference },
    ]),
  )
}

/** The name, or else the number. */
export function partyName(row: {
  readonly customerName: string | null
  readonly phone: string | null
}): string | null {
  return row.customerName ?? (row.phone === null ? null : groupedPhone(row.phone))
}

const parties = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; ids: readonly TransactionId[] }>) =>
    db
      .selectFrom('transaction')
      .select(['id', 'reference', 'customerName', 'phone'])
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('id', '=', anyOf(p.ids)),
)
