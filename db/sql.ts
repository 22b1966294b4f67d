import type { CustomTypesConfig, Pool, PoolClient, QueryResultRow } from 'pg'
import { type Asking, type Query, type Statement, statementOf } from './statements.ts'
import { valueTypes } from './value-types.ts'

/**
 * Runs statements one after the other on a transaction's connection, or each on any connection of the pool. A statement
 * is prepared once per connection. `all`, `first`, `only` and `run` take typed statements of db/statements.ts; `rows`
 * and `one` take plain SQL.
 */
export interface Sql {
  all<Row>(query: Query<Row> & Asking<Row>): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row>(query: Query<Row> & Asking<Row>): Promise<Row | undefined>
  /** The one row, which must exist. */
  only<Row>(query: Query<Row> & Asking<Row>): Promise<Row>
  /** For statements that return no rows: how many it wrote. */
  run(query: Query<unknown>): Promise<number>
  rows<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The one row, which must exist. */
  one<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row>
}

/**
 * The database cannot be reached, or refuses work for now: nothing is known to be recorded, and the caller may retry.
 */
export class DatabaseUnavailable extends Error {
  readonly code = 'unavailable'
  override readonly name = 'DatabaseUnavailable'
}

/** A statement refused by a named constraint of the schema. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`refused by ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** A row that must exist does not. */
class RowMissing extends Error {
  readonly code = 'row_missing'
  override readonly name = 'RowMissing'
}

const triesMax = 5
/** Serialization failure and deadlock: the database asks for a retry, and nothing of the attempt remains. */
const repeatable = new Set(['40001', '40P01'])

/**
 * Runs one transaction and commits it, and retries it when the database asks for that; any other error rolls it back.
 */
export function inTransaction<Result>(
  pool: Pool,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return repeated(() => attempt(pool, work))
}

/** The same for a transaction of one statement, in one round trip; returns its row, if any. */
export function inOneStatement<Row>(
  pool: Pool,
  query: Query<Row> & Asking<Row>,
): Promise<Row | undefined> {
  return repeated(() => statements((sent) => alone(pool, sent)).first(query))
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries < triesMax && repeatable.has(sqlState(error))) continue
      throw translate(error)
    }
  }
}

/**
 * PostgreSQL reports that a statement failed before it releases what the statement held, locks included. A caller may
 * retry at once, and must not run into its own locks: so the connection runs one more statement, which answers only
 * after that.
 */
async function alone(pool: Pool, sent: Sent): Promise<Awaited<ReturnType<Send>>> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await client.query(sent)
  } catch (error) {
    broken = await settled(client, 'select')
    throw error
  } finally {
    client.release(broken)
  }
}

/** Statements outside a transaction. */
export function onPool(pool: Pool): Sql {
  return statements(async (query) => {
    try {
      return await pool.query(query)
    } catch (error) {
      throw translate(error)
    }
  })
}

async function attempt<Result>(pool: Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(statements((query) => client.query(query)))
    const { command } = await client.query('commit')
    // A failed statement whose error the work swallowed: the database has rolled everything back without an error.
    if (command !== 'COMMIT')
      throw new Error('a transaction with a failed statement commits nothing')
    return result
  } catch (error) {
    broken = await settled(client, 'rollback')
    throw error
  } finally {
    client.release(broken)
  }
}

/** A connection that cannot even answer this is discarded, and its transaction ends with it. */
async function settled(client: PoolClient, by: 'rollback' | 'select'): Promise<Error | undefined> {
  try {
    await client.query(by)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

type Sent = { name?: string; text: string; values: unknown[]; types?: CustomTypesConfig }
type Send = (sent: Sent) => Promise<{ rows: unknown[]; rowCount: number | null }>

function statements(send: Send): Sql {
  const typed = <Row>(query: Query<Row>) => {
    const { text, values, isBounded }: Statement<Row> = statementOf(query)
    const name = isBounded ? preparedName(text) : undefined
    return send({ ...(name && { name }), text, values: [...values], types: valueTypes })
  }
  const all = async <Row>(query: Query<Row>): Promise<Row[]> => (await typed(query)).rows as Row[]
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const name = preparedName(text)
    return (await send({ ...(name && { name }), text, values: [...values] })).rows as Row[]
  }
  return {
    all,
    first: async (query) => (await all(query))[0],
    only: async (query) => present((await all(query))[0]),
    run: async (query) => (await typed(query)).rowCount ?? 0,
    rows,
    one: async <Row>(text: string, values?: readonly unknown[]) =>
      present((await rows<Row>(text, values))[0]),
  }
}

/** The row, which must exist. */
export function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new RowMissing('a row is missing')
  return row
}

const preparedNames = new Map<string, string>()
const preparedMax = 2000

/** Statements are constants of the code, so each is prepared once per connection; beyond the bound they are not. */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known !== undefined || preparedNames.size >= preparedMax) return known
  const name = `s${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

/** Translates pg errors into ours; unknown ones stay as they are. */
export function translate(error: unknown): unknown {
  const state = sqlState(error)
  if (isUnavailable(state, error))
    return new DatabaseUnavailable('the database is unavailable', { cause: error })
  const constraint = state.startsWith('23') ? textOf(error, 'constraint') : ''
  return constraint === '' ? error : new ConstraintViolation(constraint, error)
}

/**
 * Lost or refused connections, shutdown, too many clients, timeouts of a statement, a lock or an idle transaction; a
 * database that only reads: somebody has set it so, or it is a standby that has not been promoted yet.
 */
function isUnavailable(state: string, error: unknown): boolean {
  if (/^(08|53|57)/.test(state) || /^(55P03|25006|25P03|25P04)$/.test(state)) return true
  if (repeatable.has(state) || /^(E[A-Z]+|EAI_AGAIN)$/.test(state)) return true
  return error instanceof Error && lostConnection.test(error.message)
}

/** The driver's messages without a code for a connection that was lost, is closed, or was never established. */
const lostConnection =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|after calling end on the pool/

function sqlState(error: unknown): string {
  return textOf(error, 'code')
}

function textOf(error: unknown, property: string): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, property) : undefined
  return typeof value === 'string' ? value : ''
}
