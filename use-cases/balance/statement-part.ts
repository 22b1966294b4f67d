import type { ServiceEnvId } from '#domain/ids.ts'
import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** An account of a merchant, in XOF. */
export interface StatementAccount {
  readonly serviceEnvId: ServiceEnvId
  readonly kind: MerchantAccountKind
}

/** A part of a statement: its entries are those from `first` up to, and without, `end`. */
export interface StatementPart {
  readonly first: bigint
  readonly end: bigint
  /** What the account held before it and after it, and what came and went in it; minor units of XOF. */
  readonly opening: bigint
  readonly closing: bigint
  readonly in: bigint
  readonly out: bigint
}

/**
 * The part of a statement that was booked from `since` until `until`. It begins with the first entry that is no older than
 * `since`, and ends before the first that is no older than `until`: parts follow each other, and each entry is in one of them.
 */
export async function findStatementPart(
  { pool }: Pick<Database, 'pool'>,
  account: StatementAccount,
  { since, until }: { readonly since?: Date | undefined; readonly until?: Date | undefined },
): Promise<StatementPart> {
  const sql = onPool(pool)
  const accountId = (await sql.first(accountOf(account)))?.id
  if (accountId === undefined) return nothing
  const firstAt = async (time: Date) => (await sql.first(firstEntry({ accountId, time })))?.id
  const first = since === undefined ? 0n : ((await firstAt(since)) ?? never)
  const end = until === undefined ? never : ((await firstAt(until)) ?? never)
  const { balance, later, ...moved } = await sql.only(sumsOf({ accountId, first, end }))
  const closing = (balance ?? 0n) - later
  return { first, end, ...moved, closing, opening: closing - moved.in + moved.out }
}

/** No entry has an id as large. */
const never = 2n ** 63n - 1n
/** Of an account that does not exist yet. */
const nothing: StatementPart = { first: 0n, end: 0n, opening: 0n, closing: 0n, in: 0n, out: 0n }

const accountOf = prepared((p: Params<StatementAccount>) =>
  db
    .selectFrom('ledgerAccount')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('kind', '=', p.kind)
    .where('currency', '=', 'XOF'),
)

interface Sought {
  readonly accountId: bigint
  readonly time: Date
}

/**
 * The first entry that is no older. Entries of an account are in the order of their commits, and have the times at which their
 * transactions began; no transaction takes an hour. So the place an hour before is found by halving, and read on from.
 */
const firstEntry = prepared((p: Params<Sought>) =>
  db
    .withRecursive('halved(low, high)', (eb) =>
      eb
        .selectFrom('ledgerEntry')
        .select([
          sql<bigint>`0::bigint`.as('low'),
          (e) => sql<bigint>`${e.fn.max('id')} + 1`.as('high'),
        ])
        .where('accountId', '=', p.accountId)
        .unionAll(
          eb
            .selectFrom('halved')
            .leftJoinLateral(
              entriesOf(p)
                .select(
                  sql<boolean>`m.at < ${p.time}::timestamptz - interval '1 hour'`.as('isOlder'),
                )
                .where('e.id', '>=', middle)
                .where('e.id', '<', sql<bigint>`halved.high`)
                .as('seen'),
              (join) => join.onTrue(),
            )
            .select([
              sql<bigint>`case when seen.is_older then seen.id + 1 else halved.low end`.as('low'),
              sql<bigint>`case when seen.is_older then halved.high else ${middle} end`.as('high'),
            ])
            .where('halved.low', '<', sql<bigint>`halved.high`),
        ),
    )
    .selectFrom('halved')
    .innerJoinLateral(
      entriesOf(p)
        .where('e.id', '>=', sql<bigint>`halved.low`)
        .where('m.at', '>=', sql<Date>`${p.time}::timestamptz`)
        .as('first'),
      (join) => join.onTrue(),
    )
    .select('first.id')
    .where('halved.low', '=', sql<bigint>`halved.high`),
)

const middle = sql<bigint>`((halved.low + halved.high) / 2)`

/** The first of those that follow. */
function entriesOf(p: Pick<Params<Sought>, 'accountId'>) {
  return db
    .selectFrom('ledgerEntry as e')
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .select('e.id')
    .where('e.accountId', '=', p.accountId)
    .orderBy('e.id')
    .limit(1)
}

interface Summed {
  readonly accountId: bigint
  readonly first: bigint
  readonly end: bigint
}

const sumsOf = prepared((p: Params<Summed>) =>
  db
    .selectFrom('ledgerAccount as a')
    .leftJoin('ledgerEntry as e', (join) =>
      join.onRef('e.accountId', '=', 'a.id').on('e.id', '>=', p.first),
    )
    .select('a.balance')
    .select([
      sumOf(sql<boolean>`e.id >= ${p.end}::bigint`).as('later'),
      sumOf(sql<boolean>`e.id < ${p.end}::bigint and e.amount > 0`).as('in'),
      sql<bigint>`-${sumOf(sql<boolean>`e.id < ${p.end}::bigint and e.amount < 0`)}`.as('out'),
    ])
    .where('a.id', '=', p.accountId)
    .groupBy('a.id'),
)

function sumOf(which: ReturnType<typeof sql<boolean>>) {
  return sql<bigint>`coalesce(sum(e.amount) filter (where ${which}), 0)::bigint`
}
