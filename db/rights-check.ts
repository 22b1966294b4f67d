import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import { readByServe } from './rights.ts'
import { knownTables } from './schema-check.ts'
import { DatabaseUnavailable, translate } from './sql.ts'

/** The connected role, and some of the tables that a process uses and this role may not. */
export interface Rights {
  readonly name: string
  readonly closed: readonly string[]
}

/**
 * The rights of these connections on the tables of this version, from the catalogue; a later version may have others.
 */
export async function readRights(pool: Pool): Promise<Rights> {
  const { rows } = await pool.query<Rights>(closedTables, [readByServe, knownTables(pool)])
  return rows[0] ?? { name: '', closed: [] }
}

/** The rights in one line. */
export function rightsText({ name, closed }: Rights): string {
  return `${name} may not read and write ${closed.join(', ')}`
}

/**
 * For the start of a process: refuses an account without the rights that processes need. While the database is down,
 * nothing is checked.
 */
export async function requireRights(pool: Pool): Promise<void> {
  const rights = await readRights(pool).catch((error: unknown) => {
    if (translate(error) instanceof DatabaseUnavailable) return { name: '', closed: [] }
    throw error
  })
  if (rights.closed.length === 0) return
  throw new EnvError([
    `DATABASE_URL: ${rightsText(rights)}: give this process the account payments_serve (docs/deploying.md#roles), or run \`npm run migrate\`, which grants that what it may do.`,
  ])
}

/** For the migrator: refuses an account that does not own what it would change. */
export async function requireOwnership(asked: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await asked.query<{ name: string; owns: boolean }>(ownership)
  const [told] = rows
  if (told === undefined || told.owns) return
  throw new EnvError([
    `DATABASE_URL: ${told.name} may not change the tables: give the migration the account payments_migrate (docs/deploying.md#roles).`,
  ])
}

const closedTables = `select current_user as name,
  array(select c.relname::text from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and c.relname = any ($2) and not (has_table_privilege(c.oid, 'select')
      and (has_table_privilege(c.oid, 'insert') or c.relname = any ($1))) order by 1 limit 5) as closed`

const ownership = `select current_user as name, has_schema_privilege(current_schema(), 'create')
  and not exists (select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not pg_has_role(c.relowner, 'usage')) as owns`
