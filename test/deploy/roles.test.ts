import { given } from '#test/support/given.ts'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { migrate } from '#db/migrate.ts'
import { forgottenByServe, keptByServe, readByServe } from '#db/rights.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { call, eventually } from '#test/support/call.ts'
import { createdCheckout, scanCall } from '#test/support/checkouts.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import {
  type ApiProcess,
  runCommand,
  runReconcile,
  type ServiceProcess,
} from '#test/support/processes.ts'
import { makeRoles } from '#test/support/roles.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { startOwnPostgres } from '#test/support/stack.ts'
import { root } from './read.ts'

const denied = /permission denied|must be owner/

describe('the roles of PostgreSQL', function () {
  this.timeout(180_000)
  let api: ApiProcess
  let worker: ServiceProcess
  let urlAs: Awaited<ReturnType<typeof makeRoles>>
  const clients: Client[] = []

  const as = async (role: Parameters<typeof urlAs>[0]) => {
    const client = new Client({ connectionString: urlAs(role) })
    await client.connect()
    clients.push(client)
    return (statement: string) => client.query(statement)
  }

  after(() => Promise.all(clients.map((client) => client.end())))
  const postgres = given(() => startOwnPostgres(false))
  const scene = givenScene(async () => {
    urlAs = await makeRoles(postgres.url)
    await migrate(urlAs('payments_migrate'))
    return openScene(
      { DATABASE_URL: urlAs('payments_serve') },
      { databaseUrl: urlAs('payments_migrate') },
    )
  })
  before(async () => {
    api = await scene.startApi()
    worker = await scene.startWorker()
  })

  it('let API and worker do all that they do, as payments_serve: money in, out, webhooks, pages, sweeps', async () => {
    await scene.createEndpoint(api)
    const { secret } = scene.tenant.keys
    const phone = await readyToPayOut(scene.database, scene.tenant, { balance: 100_000 })
    const asked = [scanCall(await createdCheckout(api, secret)), payoutCall(secret, { phone })]
    const answers = await Promise.all(asked.map((one) => call(api, one)))
    for (const { status, text } of answers) assert.equal(status, 202, text)
    const ids = [await scene.pay(api), ...answers.map(({ json }) => json.data.id as string)]
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    const desk = await deskBrowser(
      { baseUrl: api.baseUrl, database: scene.database },
      'administrator',
    )
    assert.equal((await desk.get('/staff/etat')).status, 200)
    assert.equal((await desk.post('/staff/preuves')).status, 303)
    await eventually(async () => {
      const { rows } = await scene.database.pool.query(
        `select 1 from ledger_proof where state = 'holds'`,
      )
      return rows.length > 0
    })
    const swept = await runReconcile(scene.environment())
    assert.equal(swept.code, 0, swept.output)
    const checked = await runCommand({ main: 'server/cli/doctor-main.ts' }, scene.environment())
    assert.match(checked.output, /^ok +rights: payments_serve may read and write$/m)
    await scene.settleDown()
    for (const process of [api, worker]) assert.doesNotMatch(process.output(), denied)
  })

  it('let it change nothing of the schema, nothing of what is written in the books, and nobody’s rights', async () => {
    const serve = await as('payments_serve')
    await serve('select api_call_keep_days(7, 30)')
    const refused = [
      'create table more (id int)',
      'alter table transaction add column more int',
      'drop table ledger_entry',
      'truncate ledger_entry',
      'alter table ledger_entry disable trigger all',
      'create schema more',
      'update ledger_entry set amount = 0',
      'delete from ledger_entry',
      'update ledger_movement set kind = kind',
      'delete from transaction',
      'update event set id = id',
      'delete from staff_audit',
      'update installation set id = gen_random_uuid()',
      'delete from migration_checksum',
      `create role more`,
      `set session_replication_role = replica`,
    ]
    for (const statement of refused) await assert.rejects(serve(statement), denied, statement)
  })

  it('let payments_read read, but nothing that opens anything, and write nothing', async () => {
    const read = await as('payments_read')
    // Whoever has the account may do this: the rights must hold without it.
    await read('set default_transaction_read_only = off')
    for (const statement of [
      'select count(*) from transaction',
      'select status, amount from transaction',
      'select * from ledger_entry',
      'select name, role from person',
      'select day, count from day_figure',
      'select id from sandbox_operator.request',
    ])
      await read(statement)
    for (const statement of [
      'select * from person',
      'select password_hash from person',
      'select secret_sealed from webhook_endpoint',
      'select digest from api_key',
      'select response from idempotency_record',
      `select log_chain_add('staff_audit', '{"id": 1}', 'line')`,
      'insert into outbox (kind, subject_id) values (null, null)',
      'update transaction set status = status',
      'delete from outbox',
      'select api_call_keep_days(7, 30)',
      'create table more (id int)',
    ])
      await assert.rejects(read(statement), denied, statement)
  })

  it('let nobody but the triggers of the logs add to their chains, and call with the owner’s rights only what the code calls', async () => {
    const callable = async (role: string) => {
      const { rows } = await scene.database.pool.query<{ name: string }>(
        `select p.proname as name from pg_proc p where p.prosecdef and has_function_privilege($1, p.oid, 'execute')
           and p.pronamespace in ('public'::regnamespace, 'sandbox_operator'::regnamespace)`,
        [role],
      )
      return rows.map(({ name }) => name).toSorted()
    }
    assert.deepEqual(await callable('payments_read'), [])
    const code = codeIn(['use-cases', 'db', 'worker'])
    const called = [
      'api_call_keep_days',
      'forget_events',
      'forget_events_of_erased',
      'forget_payment_tokens',
      'webhook_attempt_given_back',
    ]
    for (const name of called) assert.match(code, new RegExp(`${name}[(<]`), name)
    assert.deepEqual(await callable('payments_serve'), called)
    const serve = await as('payments_serve')
    await assert.rejects(serve(`select log_chain_add('staff_audit', '{"id": 1}', 'line')`), denied)
    await serve(addedLine)
  })

  it('show payments_read no bytes but those of logos, and of passkeys, which only verify', async () => {
    const { rows } = await scene.database.pool.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
         where a.atttypid = 'bytea'::regtype and a.attnum > 0 and c.relkind in ('r', 'p', 'v')
           and c.relnamespace in ('public'::regnamespace, 'sandbox_operator'::regnamespace)
           and has_column_privilege('payments_read', c.oid, a.attnum, 'select') order by 1`,
    )
    const shown = ['passkey.credential_id', 'passkey.public_key', 'service_logo.content']
    assert.deepEqual(
      rows.map(({ name }) => name),
      shown,
    )
  })

  it('give payments_serve for each table what the code does with it, and no more', async () => {
    const { rows } = await scene.database.pool.query<Granted>(
      `select c.relname as name, has_table_privilege('payments_serve', c.oid, 'insert') as insert,
         has_table_privilege('payments_serve', c.oid, 'update') as update,
         has_table_privilege('payments_serve', c.oid, 'delete') as delete
       from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
         and c.relnamespace in ('public'::regnamespace, 'sandbox_operator'::regnamespace)`,
    )
    const granted = (what: 'insert' | 'update' | 'delete') =>
      rows.filter((row) => row[what]).map(({ name }) => name)
    const done = doneByCode()
    assert.ok(done.insert.size > 40)
    assert.deepEqual(granted('delete').toSorted(), [...done.delete].toSorted())
    assert.deepEqual(granted('insert').toSorted(), [...done.insert].toSorted())
    const updated = new Set(granted('update'))
    assert.deepEqual(
      [...done.update].filter((name) => !updated.has(name)),
      updatedByOwner,
    )
    const known = new Set(rows.map(({ name }) => name))
    for (const name of [...readByServe, ...keptByServe, ...forgottenByServe])
      assert.ok(known.has(name), name)
  })
})

const addedLine = `insert into staff_audit (command, act, request_id, outcome, ended_at)
  values ('doctor', 'rights.try', gen_random_uuid(), 'done', now())`

/** `npm run migrate -- --restored` alone does it, as the tables' owner. */
const updatedByOwner = ['installation']

interface Granted {
  readonly name: string
  readonly insert: boolean
  readonly update: boolean
  readonly delete: boolean
}

/** The tables that statements of the code, and functions of the database, insert into, update and delete from. */
function doneByCode(): Readonly<Record<'insert' | 'update' | 'delete', ReadonlySet<string>>> {
  const code = codeIn(['use-cases', 'db', 'activities', 'server'])
  // What a function does by the rights of its owner, nobody else needs the right to.
  const functions = filesIn('db/migrations', '.sql')
    .flatMap((text) => [...text.matchAll(/([^;]*?)\$\$([^]*?)\$\$/g)])
    .flatMap(([, head = '', body = '']) => (head.includes('security definer') ? [] : [body]))
    .join('\n')
  const all = `${code}\n${functions}`
  const named = (pattern: RegExp, text: string) =>
    [...text.matchAll(pattern)]
      .map(([, one, other = '']) => one ?? other)
      .map((name) =>
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^.*\./, ''),
      )
  const isTable = (name: string) =>
    new RegExp(`create (?:unlogged )?table (?:\\w+\\.)?${name} `).test(
      filesIn('db/migrations', '.sql').join('\n'),
    )
  const of = (kysely: RegExp, sql: RegExp) =>
    new Set([...named(kysely, code), ...named(sql, all)].filter(isTable))
  return {
    insert: of(/insert(?:Into|From)\(\s*'([\w.]+)'/g, /insert into ([a-z_.]+)/g),
    update: of(/updateTable\('([\w.]+)/g, /\bupdate ([a-z_.]+)(?: \w+)? set\b/g),
    delete: of(/(?:deleteFrom\('([\w.]+)|purgeOlder\('(\w+))/g, /delete from ([a-z_.]+)/g),
  }
}

function codeIn(folders: readonly string[]): string {
  return folders.flatMap((folder) => filesIn(folder, '.ts')).join('\n')
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8'))
}
