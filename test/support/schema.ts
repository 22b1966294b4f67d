import { readFileSync, writeFileSync } from 'node:fs'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { migratorOptions } from '#db/config.ts'

/** A column in one line: `text[] not null`. */
export type Columns = Record<string, string>
/** Every table with its columns by name. */
export type Tables = Record<string, Columns>

/** Queries a database on its own connection. */
export async function ask<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The migrator's own tables. */
const kept = ['mikro_orm_migrations', 'migration_checksum']

/** Views do not say which columns may be null. */
const views = ['operator_order', 'figure_part', 'contradiction']

/** The actual tables of a database; for views the columns, without nullability. */
export async function tablesOf(url: string): Promise<Tables> {
  const rows = await ask<Found & { name: string; isView: boolean }>(
    url,
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as table, a.attname as name,
       format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable", c.relkind = 'v' as "isView"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'sandbox_operator') and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and c.relname <> all($1)
     order by 1, a.attname`,
    [kept],
  )
  return gathered(rows.map((row) => ({ ...row, isNullable: row.isView || row.isNullable })))
}

/** The same according to the entities; the database provides the type names. */
export async function tablesOfEntities(url: string): Promise<Tables> {
  const orm = new MikroORM(migratorOptions(url, []))
  const columns = [...orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap((property) =>
      (property.fieldNames ?? []).map((name, at) => ({
        table:
          entity.schema === undefined ? entity.tableName : `${entity.schema}.${entity.tableName}`,
        name,
        type: property.columnTypes?.[at] ?? '',
        isNullable: property.nullable === true || views.includes(entity.tableName),
      })),
    ),
  )
  await orm.close(true)
  const types = await ask<{ type: string | null }>(
    url,
    `select format_type(to_regtype(type)::oid, to_regtypemod(type)) as type
     from unnest($1::text[]) with ordinality as t(type, at) order by at`,
    [columns.map(({ type }) => type)],
  )
  return gathered(
    columns.map((column, at) => ({ ...column, type: types[at]?.type ?? column.type })),
  )
}

interface Found {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
}

function gathered(columns: readonly Found[]): Tables {
  const tables: Tables = {}
  for (const { table, name, type, isNullable } of columns)
    (tables[table] ??= {})[name] = isNullable ? type : `${type} not null`
  return tables
}

/** The differences between two schemas, one line per column; `said` is the one that differs from `there`. */
export function differences(said: Tables, there: Tables): string[] {
  const places = new Set([...placesOf(said), ...placesOf(there)])
  return [...places].toSorted().flatMap((place) => {
    const [table = '', name = ''] = place.split(' ')
    const [one, other] = [said[table]?.[name], there[table]?.[name]]
    return one === other
      ? []
      : [`${table}.${name} is ${other ?? 'not there'}, not ${one ?? 'there'}`]
  })
}

function placesOf(tables: Tables): string[] {
  return Object.entries(tables).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table} ${name}`),
  )
}

const snapshot = new URL('../../db/schema.snapshot.json', import.meta.url)

/** The committed schema. */
export function readSnapshot(): Tables {
  return JSON.parse(readFileSync(snapshot, 'utf8')) as Tables
}

/** Replaces it with this schema. */
export function writeSnapshot(tables: Tables): void {
  const sorted = Object.keys(tables)
    .toSorted()
    .map((table) => [table, tables[table]])
  writeFileSync(snapshot, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
