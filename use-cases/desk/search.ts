import {
  isUuid,
  type MerchantId,
  type OperatorRequestId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, jsonBuildObject, type Params, prepared, sql } from '#db/statements.ts'
import { owned, type Scoped } from './queue.ts'

/** Something that the staff was asked about, and whose it is. */
export interface Found {
  readonly kind: 'merchant' | 'service' | 'transaction'
  readonly id: string
  readonly name: string
  /** Of a transaction. */
  readonly mode: Mode | null
  readonly merchant: { readonly id: string; readonly name: string }
}

/** How many answers a search gives at most. */
export const foundMax = 50

/**
 * What has this id (of a merchant, a service in either mode, a transaction, or its request at the operator), or what this
 * reference (the merchant's or the operator's), at all merchants and in both modes; the latest first.
 */
export function search({ pool }: Pick<Database, 'pool'>, text: string): Promise<Found[]> {
  const sql = onPool(pool)
  return isUuid(text) ? sql.all(byId({ id: text })) : sql.all(byReference({ reference: text }))
}

const kindOf = (kind: Found['kind']) => sql.lit<Found['kind']>(kind).as('kind')
const noMode = sql<Mode | null>`null`.as('mode')

const transactions = db
  .selectFrom('transaction as t')
  .innerJoin(owned.as('of'), 'of.serviceEnvId', 't.serviceEnvId')
  .select((eb) => [
    kindOf('transaction'),
    eb.ref('t.id').$castTo<string>().as('id'),
    't.reference as name',
    eb.ref('t.mode').$castTo<Mode | null>().as('mode'),
    'of.merchant',
  ])

const byId = prepared((p: Params<{ id: string }>) => {
  const id = <Id extends string>() => sql<Id>`${p.id}`
  return db
    .selectFrom('merchant as m')
    .select((eb) => [
      kindOf('merchant'),
      eb.ref('m.id').$castTo<string>().as('id'),
      'm.name',
      noMode,
      jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
    ])
    .where('m.id', '=', id<MerchantId>())
    .unionAll(
      db
        .selectFrom('service as s')
        .innerJoin('merchant as m', 'm.id', 's.merchantId')
        .select((eb) => [
          kindOf('service'),
          's.id',
          's.name',
          noMode,
          jsonBuildObject({ id: eb.ref('m.id'), name: eb.ref('m.name') }).as('merchant'),
        ])
        .where((eb) =>
          eb.or([
            eb('s.id', '=', p.id),
            eb.exists(
              eb
                .selectFrom('serviceEnv as e')
                .select('e.id')
                .where('e.id', '=', id<ServiceEnvId>())
                .whereRef('e.serviceId', '=', 's.id'),
            ),
          ]),
        ),
    )
    .unionAll(
      transactions.where((eb) =>
        eb.or([
          eb('t.id', '=', id<TransactionId>()),
          eb('t.operatorRequestId', '=', id<OperatorRequestId>()),
        ]),
      ),
    )
})

const byReference = prepared((p: Params<{ reference: string }>) =>
  transactions
    .where((eb) =>
      eb.or([eb('t.reference', '=', p.reference), eb('t.providerReference', '=', p.reference)]),
    )
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
    .limit(foundMax),
)

/** Whose a transaction is, and how it stands at the operator. */
export interface Whereabouts extends Scoped {
  /** When an outcome came after the end. */
  readonly lateOutcomeAt: Date | null
}

/** Whose this transaction is. Undefined: nobody's. */
export function findWhereabouts(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<Whereabouts | undefined> {
  return onPool(pool).first(whereabouts({ id }))
}

const whereabouts = prepared((p: Params<{ id: TransactionId }>) =>
  owned
    .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
    .select('t.lateOutcomeAt')
    .where('t.id', '=', p.id),
)
