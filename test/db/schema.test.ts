import assert from 'node:assert/strict'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { ormOptions } from '#db/config.ts'
import { migrate } from '#db/migrate.ts'
import { eventually } from '#test/support/call.ts'
import { createDatabase, sharedStack } from '#test/support/stack.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

async function ask<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Everything that makes a schema, in words: two schemas are the same when these lines are. */
function schemaOf(url: string): Promise<{ line: string }[]> {
  return ask(
    url,
    `select n.nspname || '.' || c.relname || ' ' || c.relkind::text || ' ' || coalesce(string_agg(a.attname, ',' order by a.attnum), '')
       as line from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('public', 'sandbox_operator') group by n.nspname, c.relname, c.relkind
     union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace in ('public'::regnamespace)
     order by 1`,
  )
}

describe('the schema', () => {
  describe('agrees with the entities', () => {
    let orm: MikroORM
    let url: string
    const columns = new Map<string, Column>()

    before(async function () {
      this.timeout(60_000)
      url = await createDatabase()
      orm = new MikroORM(ormOptions(url, 1))
      const rows = await ask<Column>(
        url,
        `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault"
         from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
      )
      for (const row of rows) columns.set(`${row.table}.${row.name}`, row)
    })
    after(() => orm?.close(true))

    function properties() {
      return [...orm.getMetadata().getAll().values()].flatMap((entity) =>
        entity.props.flatMap((property) =>
          (property.fieldNames ?? []).map((field, at) => ({
            place: `${entity.tableName}.${field}`,
            type: property.columnTypes?.[at] ?? '',
            isNullable: property.nullable === true,
          })),
        ),
      )
    }

    it('in every property: its column is there, null only where the entity says so', () => {
      const all = properties()
      assert.ok(all.length > 100, `${all.length} properties`)
      const differences = all.flatMap(({ place, isNullable }) => {
        const column = columns.get(place)
        if (column === undefined) return [`${place} is not in the database`]
        return column.isNullable === isNullable ? [] : [`${place} nullable: ${column.isNullable}`]
      })
      assert.deepEqual(differences, [])
    })

    it('in the type of every column', async () => {
      const all = properties()
      const known = await ask<{ at: number; type: string }>(
        url,
        `select at::int as at, format_type(to_regtype(type)::oid, to_regtypemod(type)) as type
         from unnest($1::text[]) with ordinality as t(type, at) order by at`,
        [all.map(({ type }) => type)],
      )
      const differences = all.flatMap(({ place }, at) => {
        const [said, there] = [known[at]?.type, columns.get(place)?.type]
        return said === there ? [] : [`${place} is ${there}, the entity says ${said}`]
      })
      assert.deepEqual(differences, [])
    })

    it('in every column of their tables that must be given', () => {
      const said = new Set(properties().map(({ place }) => place))
      const tables = new Set([...said].map((place) => place.split('.')[0]))
      const missing = [...columns].filter(
        ([place, { table, isNullable, hasDefault }]) =>
          tables.has(table) && !isNullable && !hasDefault && !said.has(place),
      )
      assert.deepEqual(missing, [])
    })
  })

  describe('is brought up to date', () => {
    let whole: { line: string }[]

    before(async function () {
      this.timeout(90_000)
      whole = await schemaOf(await createDatabase())
      assert.ok(whole.length > 50)
    })

    async function emptyDatabase(): Promise<string> {
      return (await sharedStack()).createEmptyDatabase()
    }

    it('once by three migrators at the same time', async () => {
      const url = await emptyDatabase()
      const ran = await Promise.all([migrate(url), migrate(url), migrate(url)])
      const busy = ran.filter((names) => names.length > 0)
      assert.equal(busy.length, 1, 'one does it, two find nothing to do')
      assert.deepEqual(await schemaOf(url), whole)
      assert.deepEqual(await migrate(url), [])
      assert.deepEqual(await schemaOf(url), whole)
    })

    it('wholly by the next migrator when one is killed half way', async () => {
      const url = await emptyDatabase()
      // The migration stands still at one of its last tables, where its connection is killed.
      await ask(
        url,
        `create function pause() returns event_trigger language plpgsql as $$ begin
           if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.outbox')
           then perform pg_sleep(20); end if; end $$;
         create event trigger pause on ddl_command_end execute function pause()`,
      )
      const killed = assert.rejects(migrate(url))
      await eventually(async () => {
        const hit = await ask(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event = 'PgSleep'`,
        )
        return hit.length > 0
      })
      await killed
      await ask(url, 'drop event trigger pause; drop function pause()')
      assert.ok((await migrate(url)).length > 0)
      assert.deepEqual(await schemaOf(url), whole)
    })
  })
})
