import assert from 'node:assert/strict'
import { migrate } from '#db/migrate.ts'
import { eventually } from '#test/support/call.ts'
import {
  ask,
  differences,
  readSnapshot,
  type Tables,
  tablesOf,
  tablesOfEntities,
  writeSnapshot,
} from '#test/support/schema.ts'
import { createDatabase, sharedStack } from '#test/support/stack.ts'

/**
 * Everything that makes a schema, in words: two schemas are the same when these lines are. Without the parts of tables that
 * have a day of their own, which depend on the day a database was made.
 */
function schemaOf(url: string): Promise<{ line: string }[]> {
  return ask(
    url,
    `select n.nspname || '.' || c.relname || ' ' || c.relkind::text || ' ' || coalesce(string_agg(a.attname, ',' order by a.attnum), '')
       as line from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('public', 'sandbox_operator') and c.relname !~ '_20\\d{6}(_|$)' group by n.nspname, c.relname, c.relkind
     union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace in ('public'::regnamespace)
     order by 1`,
  )
}

describe('the schema', () => {
  describe('is the same', () => {
    let url: string
    let migrated: Tables

    before(async () => {
      url = await createDatabase()
      migrated = await tablesOf(url)
      assert.ok(Object.keys(migrated).length > 50)
      if (process.env['UPDATE'] === '1') writeSnapshot(migrated)
    })

    it('in the entities: every table and column, its type, whether it may be null', async () => {
      assert.deepEqual(differences(await tablesOfEntities(url), migrated), [])
    })

    it('in the snapshot; `npm run schema` writes it', () => {
      assert.deepEqual(differences(readSnapshot(), migrated), [])
    })

    it('only where nothing differs: a type, a null, a list, a column and a table too many are told', async () => {
      const other = await createDatabase()
      await ask(
        other,
        `alter table outbox alter column tries type bigint, alter column subject_id drop not null;
         alter table webhook_endpoint alter column events type text using '';
         alter table waiting add column more text; create table forgotten (id uuid primary key)`,
      )
      assert.deepEqual(differences(await tablesOfEntities(url), await tablesOf(other)), [
        'forgotten.id is uuid not null, not there',
        'outbox.subject_id is uuid, not uuid not null',
        'outbox.tries is bigint not null, not integer not null',
        'waiting.more is text, not there',
        'webhook_endpoint.events is text not null, not text[] not null',
      ])
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
