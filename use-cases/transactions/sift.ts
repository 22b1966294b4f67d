import type { TransactionRecord } from '#domain/transactions/record.ts'
import type {
  Channel,
  TransactionStatus,
  TransactionType,
} from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { rowCount, rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, sql, type Tables } from '#db/statements.ts'
import { toRecord, transactionRows, type TransactionScope } from './find.ts'
import { type ListPart, type ListPosition, newestOf, type TransactionFilter } from './list.ts'

/** Filters that no index supports. */
export interface Sieve {
  readonly statuses?: readonly TransactionStatus[]
  readonly type?: TransactionType
  readonly channel?: Channel
  readonly provider?: string
  /** The price, in XOF minor units, bounds included; prices in other currencies match no amount. */
  readonly amountMin?: bigint
  readonly amountMax?: bigint
}

/** Each is of one value. */
const kinds = ['type', 'channel', 'provider'] as const

/** How far a list was searched, and what matched. */
export interface Sifted {
  /** Newest first. */
  readonly rows: readonly TransactionRecord[]
  /** The number of matches in what was searched. */
  readonly count: number
  /** What paid collections added to the account, and payouts took; XOF minor units. */
  readonly net: bigint
  readonly paidOut: bigint
  /** How many were searched. */
  readonly looked: number
  /** Where the next search begins; null if everything was searched. */
  readonly lookedUpTo: ListPosition | null
}

/** A list is searched in portions of this many payments, so that rare matches cost no more than frequent ones. */
const lookedAtMost = 2000
/** The portion when a text is searched: as many are read of each payer that it finds. */
const foundAtMost = 100

/** The matches among the next 2,000 payments of a list, or among the next 100 that a text finds; at most `limit`. */
export async function siftTransactions(
  { pool }: Pick<Database, 'pool'>,
  scope: TransactionScope,
  { sieve, limit, most: wanted = lookedAtMost, ...part }: SiftPart,
): Promise<Sifted> {
  const most = part.filter.search === undefined ? wanted : Math.min(wanted, foundAtMost)
  const looked = () => newestOf(scope, { ...part, limit: most }).as('looked')
  const found = db
    .selectFrom(looked())
    .select('looked.id')
    .where(fitsOf(sieve))
    .orderBy('looked.createdAt', 'desc')
    .orderBy('looked.id', 'desc')
    .limit(limit)
  const [rows, sums] = await Promise.all([
    onPool(pool).all(
      transactionRows
        .innerJoin(found.as('found'), 'found.id', 't.id')
        .orderBy('t.createdAt', 'desc')
        .orderBy('t.id', 'desc'),
    ),
    onPool(pool).only(
      db.selectFrom(looked()).select([
        rowCount.as('looked'),
        rowCountIf(fitsOf(sieve)).as('count'),
        sql<bigint>`coalesce(sum(${its('netAmount')}) filter (where ${fitsOf(sieve)}
          and ${its('type')} = 'collection' and ${its('status')} = 'succeeded'), 0)::bigint`.as(
          'net',
        ),
        sql<bigint>`coalesce(sum(${its('amountCharged')}) filter (where ${fitsOf(sieve)}
          and ${its('type')} = 'payout' and ${its('status')} = 'succeeded'), 0)::bigint`.as(
          'paidOut',
        ),
        sql<Date>`min(${its('createdAt')})`.as('oldestAt'),
        sql<
          TransactionRecord['id']
        >`(array_agg(${its('id')} order by ${its('createdAt')}, ${its('id')}))[1]`.as('oldest'),
      ]),
    ),
  ])
  const { oldestAt, oldest, ...fitting } = sums
  const records = rows.map(toRecord)
  const isPartly = sums.looked === most
  return {
    ...fitting,
    rows: records,
    lookedUpTo: isPartly ? { createdAt: oldestAt, id: oldest } : null,
  }
}

interface SiftPart extends Omit<ListPart, 'filter'> {
  readonly filter: TransactionFilter
  readonly sieve: Sieve
  /** How many are searched. */
  readonly most?: number
}

/** A column of the payments that are searched. */
const its = (name: keyof Tables['transaction']) => column(`transaction.${name}`, 'looked')

function fitsOf(sieve: Sieve) {
  const { statuses, amountMin, amountMax } = sieve
  const tests = [sql<boolean>`true`]
  if (statuses !== undefined) tests.push(sql`${its('status')} = any(${statuses}::text[])`)
  for (const name of kinds)
    if (sieve[name] !== undefined) tests.push(sql`${its(name)} = ${sieve[name]}`)
  if (amountMin !== undefined || amountMax !== undefined)
    tests.push(sql`${its('currency')} = 'XOF'`)
  if (amountMin !== undefined) tests.push(sql`${its('amount')} >= ${amountMin}::bigint`)
  if (amountMax !== undefined) tests.push(sql`${its('amount')} <= ${amountMax}::bigint`)
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/** True if a payment matches. */
export function fits(sieve: Sieve, payment: TransactionRecord): boolean {
  const { statuses, amountMin, amountMax } = sieve
  if (statuses !== undefined && !statuses.includes(payment.status)) return false
  const isOther = (name: (typeof kinds)[number]) =>
    sieve[name] !== undefined && sieve[name] !== payment[name]
  if (kinds.some(isOther)) return false
  if ((amountMin ?? amountMax) === undefined) return true
  return payment.price.currency === 'XOF' && isWithin(payment.price.minor, sieve)
}

function isWithin(minor: bigint, { amountMin = minor, amountMax = minor }: Sieve): boolean {
  return minor >= amountMin && minor <= amountMax
}

/** The length of a list, counted up to `most`. */
export async function countTransactions(
  { pool }: Pick<Database, 'pool'>,
  scope: TransactionScope,
  { filter, sieve = {}, most }: Pick<ListPart, 'filter'> & { sieve?: Sieve; most: number },
): Promise<number> {
  const looked = newestOf(scope, { filter, limit: most }).as('looked')
  const { count } = await onPool(pool).only(
    db.selectFrom(looked).select(rowCount.as('count')).where(fitsOf(sieve)),
  )
  return count
}
