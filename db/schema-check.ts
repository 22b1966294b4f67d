import { type EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import { ormOptions } from './config.ts'
import { type MigrationFile, readMigrations } from './migrations.ts'
import { DatabaseUnavailable, translate } from './sql.ts'

/** Anything that runs a statement: a pool, or a single connection. */
type Asked = Pick<Pool, 'query'>

/**
 * For the start of a process: refuses, in one line, a database that is not of this version, or in which an entity does
 * not find its columns; changes nothing. A database that does not answer is not checked: each statement fails by
 * itself.
 */
export async function requireSchema(
  pool: Pool,
  files: readonly MigrationFile[] = readMigrations(),
): Promise<void> {
  try {
    const ran = await requireOwn(pool, files)
    const missing = files.filter(({ name }) => !ran.has(name))
    if (missing.length > 0)
      throw refused(`it lacks ${namesOf(missing)}. Run \`npm run migrate\` first.`)
    await requireColumns(pool)
  } catch (error) {
    if (!(translate(error) instanceof DatabaseUnavailable)) throw error
  }
}

/**
 * Refuses a database with migrations that do not serve this version, or that were edited since they ran; returns which
 * ran. A later version may have run its migrations while this one is still running, or is rolled back to: a migration
 * that only adds still serves it (docs/database.md#expand-then-contract).
 */
export async function requireOwn(
  asked: Asked,
  files: readonly MigrationFile[],
): Promise<ReadonlySet<string>> {
  const ran = await readRan(asked)
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const later = ran.filter(({ name }) => !known.has(name))
  const foreign = later.filter(({ serves_from: from }) => from === null || !known.has(from))
  if (foreign.length > 0)
    throw refused(`it has ${namesOf(foreign)}, which this version does not know.`)
  const ours = ran.filter(({ name }) => known.has(name))
  const edited = ours.filter(({ name, checksum }) => known.get(name) !== checksum)
  if (edited.length > 0)
    throw refused(`${namesOf(edited)} was edited after it ran. A change is a new migration.`)
  return new Set(ran.map(({ name }) => name))
}

/**
 * What a later version added does not matter; the columns that our statements name must exist and have the expected
 * type.
 */
async function requireColumns(pool: Pool): Promise<void> {
  const columns = entitiesOf(pool).flatMap(({ schema, tableName, props }) =>
    props.flatMap(({ fieldNames, columnTypes }) =>
      fieldNames.map((name, at) => ({
        table: schema === undefined ? tableName : `${schema}.${tableName}`,
        name,
        type: columnTypes[at],
      })),
    ),
  )
  const { rows } = await pool.query<{ said: string }>(wrongColumns, [
    columns.map(({ table }) => table),
    columns.map(({ name }) => name),
    columns.map(({ type }) => type),
  ])
  if (rows.length === 0) return
  const said = rows.slice(0, namesMax).map((row) => row.said)
  const more = rows.length - said.length
  throw refused(`${said.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`)
}

/** The tables as this version of the code knows them: the same for every pool, so they are worked out once. */
function entitiesOf(pool: Pool) {
  known ??= [...new MikroORM(ormOptions(pool)).getMetadata().getAll().values()]
  return known
}

let known: readonly EntityMetadata[] | undefined

/** The tables of this version of the code, without those of other schemas. */
export function knownTables(pool: Pool): readonly string[] {
  return entitiesOf(pool).flatMap(({ schema, tableName }) =>
    schema === undefined ? [tableName] : [],
  )
}

const wrongColumns = `
  select c.place || '.' || c.name || case
      when a.attname is null then ' is not there'
      else ' is ' || a.atttypid::regtype || ', not ' || to_regtype(c.type) end as said
  from unnest($1::text[], $2::text[], $3::text[]) as c(place, name, type)
  left join pg_attribute a on a.attrelid = to_regclass(c.place) and a.attname = c.name and not a.attisdropped
  where a.attname is null or a.atttypid <> to_regtype(c.type)::oid
  order by 1`

type Ran = {
  readonly name: string
  readonly checksum: string | null
  /** Null: it serves only code that knows it. */
  readonly serves_from: string | null
}

async function readRan(asked: Asked): Promise<readonly Ran[]> {
  const { rows: kept } = await asked.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = current_schema()
       and table_name in ('mikro_orm_migrations', 'migration_checksum')`,
  )
  const keeps = (table: string, column: string): boolean =>
    kept.some((one) => one.table_name === table && one.column_name === column)
  if (!keeps('mikro_orm_migrations', 'name')) return []
  const column = (name: string): string =>
    keeps('migration_checksum', name)
      ? `(select c.${name} from migration_checksum c where c.name = m.name) as ${name}`
      : `null as ${name}`
  const { rows } = await asked.query<Ran>(
    `select m.name, ${column('checksum')}, ${column('serves_from')} from mikro_orm_migrations m order by m.name`,
  )
  return rows
}

const namesMax = 3

function namesOf(migrations: readonly { readonly name: string }[]): string {
  const names = migrations.slice(0, namesMax).map(({ name }) => name)
  const more = migrations.length - names.length
  const what = migrations.length === 1 ? 'the migration' : 'the migrations'
  return `${what} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function refused(why: string): EnvError {
  return new EnvError([`DATABASE_URL: the database is not of this version: ${why}`])
}
