import assert from 'node:assert/strict'
import { Client } from 'pg'
import { readMigrations } from '#db/migrations.ts'
import { ask } from '#test/support/schema.ts'
import { createDatabase } from '#test/support/stack.ts'

const ofQueues = ['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=1000']
const queues = ['figure_due', 'outbox', 'request_limit', 'waiting']

const ofGrowing = [
  'autovacuum_analyze_scale_factor=0.02',
  'autovacuum_vacuum_insert_scale_factor=0.02',
  'autovacuum_vacuum_scale_factor=0.02',
]
const growing = [
  'event',
  'idempotency_record',
  'ledger_entry',
  'ledger_movement',
  'transaction',
  'webhook_attempt',
  'webhook_delivery',
]

interface Found {
  readonly table: string
  readonly settings: readonly string[]
}

/** The tables with settings of their own for autovacuum, and these. */
function settingsIn(url: string): Promise<Found[]> {
  return ask(
    url,
    `select c.oid::regclass::text as table, array_agg(o.setting order by o.setting collate "C") as settings
     from pg_class c cross join unnest(c.reloptions) as o(setting)
     where c.relkind = 'r' and o.setting like 'autovacuum%' group by c.oid`,
  )
}

function namesOf(found: readonly Found[], settings: readonly string[]): readonly string[] {
  return found
    .filter((one) => one.settings.join() === settings.join())
    .map(({ table }) => table)
    .toSorted()
}

describe('autovacuum', () => {
  it('comes to a queue after a thousand dead rows, to a table that grows after a fiftieth, to others as usual', async () => {
    const url = await createDatabase()
    const found = await settingsIn(url)
    assert.deepEqual(namesOf(found, ofQueues), queues)
    assert.deepEqual(namesOf(found, ofGrowing), growing)
    assert.equal(found.length, queues.length + growing.length)
  })

  it('is set while others read and write: nobody waits for it, and it waits for nobody', async () => {
    const migration = readMigrations().find(({ name }) => name === '38-vacuum')
    assert.ok(migration)
    const url = await createDatabase()
    const [writer, setter] = [
      new Client({ connectionString: url }),
      new Client({ connectionString: url }),
    ]
    await Promise.all([writer.connect(), setter.connect()])
    const hot = [...queues, ...growing].join(', ')
    const write = `begin; set local lock_timeout = '1s'; lock table ${hot} in row exclusive mode`
    await writer.query(write)
    await setter.query(`begin; set local lock_timeout = '1s'; ${migration.text}`)
    await writer.query(`commit; ${write}; commit`)
    await setter.query('rollback')
    await Promise.all([writer.end(), setter.end()])
  })
})
