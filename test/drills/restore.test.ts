import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#db/migrate.ts'
import { tell, spread } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { type ApiProcess, runReconcile, type ServiceProcess } from '#test/support/processes.ts'
import { baseBackup } from '#test/support/standby.ts'
import { startOwnPostgres } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsPrograms, runDrill } from './drill.ts'

const payments = 5

describe('the drill of a restore: the books go back to a moment, beside a Temporal that is ahead', function () {
  this.timeout(300_000)
  const place = temporaryFolder('backup')
  const archive = join(place, 'wal')
  let api: ApiProcess
  let worker: ServiceProcess
  let kept: readonly string[]
  let lost: readonly string[]
  let moment: string

  before(needsPrograms)
  const postgres = given(() => startOwnPostgres())
  before(async () => {
    mkdirSync(archive)
    chmodSync(archive, 0o777)
    await onServer((client) =>
      client
        .query(`alter system set archive_mode = 'on'`)
        .then(() => client.query(`alter system set archive_command = 'cp "%p" "${archive}/%f"'`)),
    )
    await postgres.restart()
    await migrate(postgres.url)
  })
  const scene = givenScene(() => openScene({}, { databaseUrl: postgres.url }))
  before(async () => {
    await start()
    await scene.createEndpoint(api)
  })

  it('what was before that moment is there, whole, and what came after is not', async () => {
    await onServer((client) => baseBackup(postgres, join(place, 'base'), client))
    kept = await spread(payments, 2, () => scene.pay(api))
    await scene.untilFinal(kept)
    await scene.settleDown()
    moment = await now()
    lost = await spread(payments, 2, () => scene.pay(api))
    await scene.untilFinal(lost)
    await archived()
    await Promise.all([api.stop(), worker.stop()])
    await postgres.stop()
    const data = join(postgres.folder, 'postgres')
    renameSync(data, join(place, 'old'))
    const started = join(place, 'started')
    const drill = runDrill('restore', {
      BASE: join(place, 'base'),
      ARCHIVE: archive,
      MOMENT: moment,
      DATA: data,
      START: `touch ${started}`,
      DATABASE: postgres.url,
      MIGRATE: 'true',
    })
    // The test is what starts servers here, as systemd would be.
    await Promise.race([eventually(async () => existsSync(started)), drill])
    await postgres.restart()
    assert.match(await drill, /The books are as they were at .*; the last payment is of \d{4}-/)
    assert.deepEqual(await migrate(postgres.url), [])
    const { rows } = await scene.database.pool.query<{ id: string }>('select id from transaction')
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), [...kept].toSorted())
  })

  it('the service goes on with it: payments flow, runs of what is no more are found, and the books hold', async () => {
    await start()
    const fresh = await spread(payments, 2, () => scene.pay(api))
    const states = await scene.untilFinal(fresh)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown()
    const gone = await call(api, {
      path: `/v2/transactions/${lost[0]}`,
      key: scene.tenant.keys.secret,
    })
    assert.equal(gone.status, 404)
    const told = await runReconcile(scene.environment())
    assert.ok([0, 1].includes(told.code ?? -1), told.output)
    tell('restore', { kept: kept.length, 'lost with what came after': lost.length })
  })

  it('a folder that has data is not touched', async () => {
    const data = join(postgres.folder, 'postgres')
    const rest = { BASE: 'x', ARCHIVE: 'x', MOMENT: 'x', START: 'false', MIGRATE: 'false' }
    await assert.rejects(
      runDrill('restore', { ...rest, DATA: data, DATABASE: postgres.url }),
      /move it away first\. Nothing was changed\./,
    )
  })

  async function start(): Promise<void> {
    ;[api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
  }

  async function now(): Promise<string> {
    return onServer(async (client) => {
      const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
      return rows[0]?.now ?? ''
    })
  }

  /** Until the log of all that was written is in the archive. */
  async function archived(): Promise<void> {
    await onServer(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select pg_walfile_name(pg_switch_wal()) as name',
      )
      await eventually(async () => existsSync(join(archive, rows[0]?.name ?? '')))
    })
  }

  async function onServer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
})
