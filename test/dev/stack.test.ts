import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client as TemporalSdkClient, Connection } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { Client } from 'pg'
import { freePorts } from '#dev/ports.ts'
import { startPostgres } from '#dev/postgres.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { shared } from '#test/support/shared.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import {
  createDatabase,
  dropDatabases,
  sharedStack,
  startOwnPostgres,
} from '#test/support/stack.ts'
import { startOwnTemporal, startTimeSkipping } from '#test/support/stack-temporal.ts'

const searchAttributes = new TypedSearchAttributes([
  { key: defineSearchAttributeKey('ServiceEnv', 'KEYWORD'), value: 'abc' },
])

async function ask(url: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Asked of another database: who connects keeps it. */
async function isGone(url: string): Promise<boolean> {
  const { pathname } = new URL(url)
  const found = await ask(
    new URL('/postgres', url).href,
    'select from pg_database where datname = $1',
    [pathname.slice(1)],
  )
  return found.length === 0
}

async function startWorkflow(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address })
  const client = new TemporalSdkClient({ connection, namespace })
  const options = { taskQueue: 'none', workflowId: 'one', typedSearchAttributes: searchAttributes }
  await client.workflow.start('none', options)
  await connection.close()
}

describe('embedded PostgreSQL', () => {
  it('keeps UTF-8 text in C order, in UTC', async () => {
    const stack = await sharedStack()
    const settings = `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
      (select datcollate from pg_database where datname = current_database()) as collation, 'a' < 'B' as is_worldly`
    assert.deepEqual(await ask(await stack.createEmptyDatabase(), settings), [
      { encoding: 'UTF8', zone: 'UTC', collation: 'C', is_worldly: false },
    ])
  })

  it('gives each test a migrated database of its own, though many ask at once', async () => {
    const stack = await sharedStack()
    const urls = await Promise.all(Array.from({ length: 4 }, () => stack.createDatabase()))
    assert.equal(new Set(urls).size, 4)
    for (const url of urls) {
      const [row] = await ask(
        url,
        `select to_regclass('ledger_account') is not null as is_migrated`,
      )
      assert.deepEqual(row, { is_migrated: true })
    }
    await ask(urls[0] ?? '', 'create table mine ()')
    await assert.rejects(ask(urls[1] ?? '', 'select from mine'))
  })

  it('loses after a file what that file made for itself, once nobody is connected to it', async () => {
    const [left, open] = [await createDatabase(), await createDatabase()]
    const forAll = await shared(async () => ({
      url: await createDatabase(),
      stop: () => Promise.resolve(),
    })).get()
    const client = new Client({ connectionString: open })
    await client.connect()
    await dropDatabases()
    await assert.rejects(ask(left, 'select 1'), { code: '3D000' })
    await client.query('select 1')
    await client.end()
    assert.ok(await waitUntil(() => dropDatabases().then(() => isGone(open)), 30_000))
    await ask(forAll.url, 'select 1')
  })

  it('starts where an earlier start was cut off while it wrote its password', async () => {
    const folder = temporaryFolder('cut-off')
    writeFileSync(join(folder, 'postgres.password'), '')
    const [port = 0] = await freePorts(1)
    const { url, server } = await startPostgres({ folder, port, isDurable: false })
    try {
      assert.deepEqual(await ask(url, 'select 1 as one'), [{ one: 1 }])
    } finally {
      await server.stop()
    }
  })

  it('tells no row in its log, and its files to its owner alone', async () => {
    const postgres = await startOwnPostgres()
    await ask(postgres.url, 'create table payer (name text, check (false))')
    const insert = ask(postgres.url, 'insert into payer values ($1)', ['Awa Dossou'])
    await assert.rejects(insert, { detail: 'Failing row contains (Awa Dossou).' })
    const isTold = () => Promise.resolve(/violates check/.test(postgres.lastWords()))
    assert.ok(await waitUntil(isTold, 10_000))
    assert.doesNotMatch(postgres.lastWords(), /Awa|DETAIL/)
    const [row] = await ask(postgres.url, `select current_setting('data_directory') as folder`)
    const { folder } = row as { readonly folder: string }
    assert.equal((await stat(folder)).mode & 0o077, 0)
    await postgres.stop()
  })

  it('keeps what it committed through kill -9', async () => {
    const postgres = await startOwnPostgres()
    await ask(postgres.url, 'create table kept as select 1 as one')
    await postgres.kill()
    await assert.rejects(ask(postgres.url, 'select 1'))
    await postgres.restart()
    assert.deepEqual(await ask(postgres.url, 'select * from kept'), [{ one: 1 }])
    await postgres.stop()
  })
})

describe('Temporal dev service', () => {
  it('gives each test a namespace of its own that takes our search attributes at once', async () => {
    const stack = await sharedStack()
    const namespaces = [await stack.createNamespace(), await stack.createNamespace()]
    for (const namespace of namespaces) await startWorkflow(stack.temporalAddress, namespace)
  })

  it('keeps open workflows through kill -9 and a new start on the same address', async () => {
    const own = await startOwnTemporal()
    await startWorkflow(own.address, 'default')
    await own.kill()
    await own.restart()
    const connection = await Connection.connect({ address: own.address })
    const { status } = await new TemporalSdkClient({ connection }).workflow
      .getHandle('one')
      .describe()
    assert.equal(status.name, 'RUNNING')
    await connection.close()
    await own.stop()
  })
})

describe('time-skipping test server', () => {
  it('skips hours at once, and takes our search attributes', async () => {
    const environment = await startTimeSkipping()
    const before = await environment.currentTimeMs()
    await environment.sleep('8 hours')
    assert.ok((await environment.currentTimeMs()) - before >= 8 * 3_600_000)
    const options = {
      taskQueue: 'none',
      workflowId: 'one',
      typedSearchAttributes: searchAttributes,
    }
    await environment.client.workflow.start('none', options)
    await environment.teardown()
  })
})
