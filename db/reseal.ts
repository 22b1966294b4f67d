import type { Database } from './connect.ts'
import { type KeptColumn, sealedColumns } from './sealed-columns.ts'
import { forgetOtherKeys, noteSealingKeys } from './sealing-keys.ts'
import { onPool, type Sql } from './sql.ts'

/** The progress of a column. */
export interface ColumnProgress {
  /** `table.column`. */
  readonly column: string
  /** Values under a key other than the first, or not bound to a row. */
  readonly left: number
  readonly resealed: number
  /** Rows whose value no key opens. */
  readonly unreadable: readonly string[]
}

type Books = Pick<Database, 'pool' | 'keyring'>

/** What is left in each column, without changing anything. */
export async function countUnsealed({ pool, keyring }: Books): Promise<ColumnProgress[]> {
  const counted: ColumnProgress[] = []
  for (const { kept, name } of allColumns()) {
    const left = await countLeft(onPool(pool), { kept, name, keyring })
    counted.push({ column: `${kept.table}.${name}`, left, resealed: 0, unreadable: [] })
  }
  return counted
}

/**
 * Reseals, under the first master key and bound to its row, every value that is not; reports its progress after each
 * batch. A batch is one statement, which leaves alone what somebody has changed meanwhile; it can be stopped at any
 * time, and the next call continues. Until nothing is left that a key opens, no process starts without all keys.
 */
export async function* resealAll(books: Books): AsyncGenerator<ColumnProgress> {
  const { pool, keyring } = books
  await noteSealingKeys(onPool(pool), keyring)
  let unreadable = 0
  for (const { kept, name } of allColumns()) {
    let ofColumn = 0
    for await (const progress of resealColumn(books, kept, name)) {
      ofColumn = progress.unreadable.length
      yield progress
    }
    unreadable += ofColumn
  }
  const left = (await countUnsealed(books)).reduce((sum, column) => sum + column.left, 0)
  if (left <= unreadable) await forgetOtherKeys(onPool(pool), keyring)
}

function allColumns(): { readonly kept: KeptColumn; readonly name: string }[] {
  return Object.values(sealedColumns).flatMap((kept: KeptColumn) =>
    [kept.column, ...(kept.waits === undefined ? [] : [kept.waits])].map((name) => ({
      kept,
      name,
    })),
  )
}

interface Asked {
  readonly kept: KeptColumn
  /** The name to display; a scheduled next value has a column of its own. */
  readonly name: string
  readonly keyring: Books['keyring']
}

const batchRows = 200

const isLeft = (name: string): string =>
  `${name} is not null and substring(${name} from 1 for octet_length($1::bytea)) <> $1::bytea`

async function countLeft(books: Sql, { kept, name, keyring }: Asked): Promise<number> {
  const { left } = await books.one<{ left: number }>(
    `select count(*)::int as left from ${kept.table} where ${isLeft(name)}`,
    [keyring.sealedPrefix],
  )
  return left
}

async function* resealColumn(
  { pool, keyring }: Books,
  kept: KeptColumn,
  name: string,
): AsyncGenerator<ColumnProgress> {
  const books = onPool(pool)
  const asked = { kept, name, keyring }
  const unreadable: string[] = []
  let left = await countLeft(books, asked)
  let resealed = 0
  let last: readonly unknown[] | undefined
  while (left > 0) {
    const rows = await nextRows(books, asked, last)
    if (rows.length === 0) break
    last = rows.at(-1)?.place
    const fresh = rows.flatMap((row) => sealAnew(asked, row) ?? [])
    unreadable.push(...rows.filter((row) => !fresh.some(({ at }) => at === row)).map(rowName))
    resealed += await replace(books, asked, fresh)
    left = Math.max(0, left - rows.length)
    yield { column: `${kept.table}.${name}`, left, resealed, unreadable }
  }
}

interface Row {
  readonly place: readonly unknown[]
  readonly sealed: Buffer
}

/** The rows after the last one, by primary key: later rows are sealed by processes that already use the first key. */
async function nextRows(
  books: Sql,
  { kept, name, keyring }: Asked,
  last: readonly unknown[] | undefined,
): Promise<Row[]> {
  const keys = Object.keys(kept.row)
  const after = last?.map((_, at) => `$${at + 2}::${Object.values(kept.row)[at]}`)
  const found = await books.rows<Record<string, unknown> & { sealed: Buffer }>(
    `select ${keys.join(', ')}, ${name} as sealed from ${kept.table} where ${isLeft(name)}
     ${after === undefined ? '' : `and (${keys.join(', ')}) > (${after.join(', ')})`}
     order by ${keys.join(', ')} limit ${batchRows}`,
    [keyring.sealedPrefix, ...(last ?? [])],
  )
  return found.map(({ sealed, ...row }) => ({ place: keys.map((key) => row[key]), sealed }))
}

const rowName = ({ place }: Row): string => place.join(' ')

interface Fresh {
  readonly at: Row
  readonly sealed: Buffer
}

function sealAnew({ kept, keyring }: Asked, at: Row): Fresh | undefined {
  try {
    const opened = keyring.open(kept, rowName(at), at.sealed)
    return { at, sealed: keyring.seal(kept, rowName(at), opened) }
  } catch {
    return undefined
  }
}

/** One statement; a value that has changed stays as it is. Returns how many it wrote. */
async function replace(
  books: Sql,
  { kept, name }: Asked,
  fresh: readonly Fresh[],
): Promise<number> {
  if (fresh.length === 0) return 0
  const keys = Object.entries(kept.row)
  const lists = keys.map(([, type], at) => `$${at + 3}::${type}[]`)
  const rows = await books.rows(
    `update ${kept.table} t set ${name} = n.after
     from unnest($1::bytea[], $2::bytea[], ${lists.join(', ')}) as n(before, after, ${keys.map(([key]) => key).join(', ')})
     where ${keys.map(([key]) => `t.${key} = n.${key}`).join(' and ')} and t.${name} = n.before
     returning 1`,
    [
      fresh.map(({ at }) => at.sealed),
      fresh.map(({ sealed }) => sealed),
      ...keys.map((_, part) => fresh.map(({ at }) => at.place[part])),
    ],
  )
  return rows.length
}
