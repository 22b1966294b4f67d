import {
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  DummyDriver,
  type Expression,
  type InsertObject,
  InsertQueryNode,
  type InsertResult,
  Kysely,
  type OperandExpression,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type UpdateResult,
  type UpdateType,
  ValuesNode,
} from 'kysely'
import type { Tables } from './entities/tables.ts'
import { naming } from './naming.ts'

export { expressionBuilder, sql } from 'kysely'
export { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres'
export type {
  AliasedExpression,
  Expression,
  ExpressionBuilder,
  InferResult,
  NotNull,
  Nullable,
  SelectQueryBuilder,
  StringReference,
} from 'kysely'
export { columnsOf, type Tables } from './entities/tables.ts'

/** Builds statements on the tables; it has no connection, so statements may be constants. */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [naming],
})

/** A statement with its values, ready to run; `Row` is the type of its rows. */
export interface Statement<Row> {
  readonly text: string
  readonly values: readonly unknown[]
  /** True for one of a few texts, which a connection may keep prepared. */
  readonly isBounded: boolean
  readonly '~row'?: Row
}

/** A column's path in plain SQL: `refund.createdAt`. */
export type ColumnPath = {
  [Table in keyof Tables]: `${Table}.${Extract<keyof Tables[Table], string>}`
}[keyof Tables]

/**
 * A column in plain SQL that the compiler checks: `column('refund.createdAt')`; with an alias,
 * `column('refund.createdAt', 'r')`.
 */
export function column(path: ColumnPath, alias?: string) {
  const [name = '', table = ''] = path.split('.').toReversed()
  return sql.ref(`${alias ?? table}.${name}`)
}

/** What can be run: a statement being built, or a prepared one with its values. */
export type Query<Row> = Statement<Row> | Compilable<Row>

/** The same if rows are needed: the type says so if a statement returns none. */
export type Asking<Row> = Row extends InsertResult | UpdateResult | DeleteResult
  ? never
  : Query<Row>

/**
 * The type of what `.set((eb): Changes<'refund'> => ({ … }))` returns. Without it, the compiler accepts a column that
 * does not exist: of an object that a function returns, it looks for what is missing, not for what is too much.
 */
export type Changes<Table extends keyof Tables> = {
  readonly [Column in keyof Tables[Table]]?: Value<UpdateType<Tables[Table][Column]>> | undefined
}

type Value<Type> = Type | OperandExpression<Type>

/** Placeholders for the values of a prepared statement. */
export type Params<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> }

/**
 * A statement that is built and compiled once, at its first use:
 * `const byId = prepared((p: Params<{ id: TransactionId }>) => db.selectFrom('transaction').where('id', '=', p.id)…)`,
 * then `tx.first(byId({ id }))`.
 */
export function prepared<Values extends object, Row>(
  build: (params: Params<Values>) => Compilable<Row>,
): (values: Values) => Statement<Row> {
  let compiled: Statement<Row> | undefined
  return (values) => {
    compiled ??= statementOf(build(standIns<Values>()))
    return { ...compiled, values: compiled.values.map((value) => valueOf(value, values)) }
  }
}

/** The statement with its text; for a prepared one, itself. */
export function statementOf<Row>(query: Query<Row>): Statement<Row> {
  if (!('compile' in query)) return query
  const compiled = query.compile()
  return { text: compiled.sql, values: compiled.parameters, isBounded: isBounded(compiled) }
}

/** False for inserts of a variable number of rows: such a text is used once. */
function isBounded({ query }: CompiledQuery): boolean {
  if (!InsertQueryNode.is(query) || query.values === undefined) return true
  return !ValuesNode.is(query.values) || query.values.values.length <= 1
}

class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function standIns<Values extends object>(): Params<Values> {
  return new Proxy({} as Params<Values>, {
    get: (_, name) => sql`${new StandIn(String(name))}`,
  })
}

function valueOf(value: unknown, values: object): unknown {
  return value instanceof StandIn ? Reflect.get(values, value.name) : value
}

/** The name of another part of the same statement, whose rows decide whether something is written. */
export type Source = string

/** Inserts these values, once for each row of the source; without a source, once. */
export function insertFrom<Table extends Extract<keyof Tables, string>>(
  table: Table,
  values: InsertObject<Tables, Table>,
  source?: Source,
) {
  const chosen = Object.entries(values).map(([name, value]) => sql`${value}`.as(name))
  const rows =
    source === undefined
      ? db.selectNoFrom(chosen)
      : db.selectFrom(sql`${sql.ref(source)}`.as('source')).select(chosen)
  return db
    .insertInto(table)
    .columns(Object.keys(values) as never)
    .expression(rows)
}

/** A column of the source, by its name in the database, as one of these values. */
export function ofSource<Value>(column: string) {
  return sql<Value>`${sql.ref(`source.${column}`)}`
}

/** A value for a jsonb column, passed as JSON: a list would otherwise become a database array. */
export function json<Value>(value: Value): Expression<Value> {
  return sql<Value>`${JSON.stringify(value)}`
}
