import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * What the merchant now calls the accounts that these payouts of one service went to. A number is looked up among the
 * accounts that are not revoked, since it may have been authorized more than once.
 */
export async function ownNamesOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  payouts: readonly TransactionRecord[],
): Promise<ReadonlyMap<TransactionId, string>> {
  const ids = payouts.flatMap(({ id, transfer }) => (transfer ? [id] : []))
  const phones = payouts.flatMap(({ transfer, customer: { phone } }) =>
    transfer || phone === null ? [] : [phone],
  )
  if (ids.length + phones.length === 0) return new Map()
  const books = onPool(pool)
  const [byTransfer, byPhone] = await Promise.all([
    ids.length === 0 ? [] : books.all(namesOfTransfers({ serviceEnvId, ids })),
    phones.length === 0 ? [] : books.all(namesOfPhones({ serviceEnvId, phones })),
  ])
  const names = new Map<string, string>()
  for (const { key, ownName } of [...byTransfer, ...byPhone])
    if (key !== null && ownName !== null) names.set(key, ownName)
  return new Map(
    payouts.flatMap(({ id, transfer, customer: { phone } }) => {
      const name = names.get(transfer ? id : (phone ?? ''))
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

const namesOfTransfers = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; ids: readonly TransactionId[] }>) =>
    db
      .selectFrom('bankTransfer as b')
      .innerJoin('authorizedAccount as a', 'a.id', 'b.accountId')
      .select(['b.transactionId as key', 'a.ownName'])
      .where('b.serviceEnvId', '=', p.serviceEnvId)
      .where('b.transactionId', '=', anyOf(p.ids)),
)

const namesOfPhones = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; phones: readonly string[] }>) =>
    db
      .selectFrom('authorizedAccount')
      .select(['phone as key', 'ownName'])
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('status', '<>', 'revoked')
      .where('phone', '=', anyOf<string | null>(p.phones)),
)
