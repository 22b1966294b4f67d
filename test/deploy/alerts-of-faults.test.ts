import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { migrate } from '#db/migrate.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { freePorts } from '#dev/ports.ts'
import { connectClient, type TemporalClient } from '#platform/temporal.ts'
import { type Gate, openGate } from '#test/faults/gate.ts'
import { type FaultScene, openScene } from '#test/faults/scene.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { type ApiProcess, runCommand, runReconcile } from '#test/support/processes.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/stack.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { runReconciliation } from '#workflows/contract/schedules.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

/** A service that is broken in each of these ways, until its alert is raised; then what the runbook says, until it ends. */
describe('an alert is raised by its fault on a running service, and ends by its entry in the runbook', function () {
  this.timeout(400_000)
  let postgres: OwnPostgres
  let gates: Readonly<Record<'database' | 'mtn', Gate>>
  let temporal: OwnTemporal
  let client: TemporalClient
  let mtn: MtnEmulator
  let scene: FaultScene
  let live: Tenant
  let api: ApiProcess
  let prometheus: Prometheus

  before(needsOpenssl)
  before(async function () {
    ;[postgres, temporal, mtn] = await Promise.all([
      startOwnPostgres(false),
      startOwnTemporal(),
      startMtnEmulator({ delayMs: 100, float: 0 }),
    ])
    await migrate(postgres.url)
    gates = {
      database: await openGate(new URL(postgres.url).host),
      mtn: await openGate(new URL(mtn.account.baseUrl).host),
    }
    const databaseUrl = new URL(postgres.url)
    databaseUrl.host = gates.database.address
    const [metrics = 0] = await freePorts(1)
    scene = await openScene(
      { COLLECTION_EXPIRY: '15s', WORKER_METRICS_PORT: String(metrics), ...operators() },
      { databaseUrl: databaseUrl.href, temporalAddress: temporal.address, namespace: 'default' },
    )
    live = await createTenant(scene.database, { mode: 'live' })
    ;[api] = await Promise.all([scene.startApi(), scene.startWorker()])
    await scene.createEndpoint(api)
    client = connectClient({
      temporalAddress: temporal.address,
      temporalNamespace: 'default',
      temporalApiKey: undefined,
      temporalTls: undefined,
    })
    const ports = [new URL(api.baseUrl).port, metrics]
    const started = await startPrometheus(ports.map((port) => `127.0.0.1:${port}`))
    // Told by the reporter among what was skipped: there is no Prometheus, and none can be had.
    if (started === undefined) return this.skip()
    prometheus = started
    await scene.untilFinal([await scene.pay(api)])
  })
  after(async () => {
    await prometheus?.stop()
    await client?.close()
    await scene?.stop()
    await Promise.all([temporal?.stop(), mtn?.close()])
    await Promise.all(Object.values(gates ?? {}).map((gate) => gate.close()))
    await postgres?.stop()
  })
  afterEach(function () {
    for (const gate of Object.values(gates)) {
      gate.open()
      gate.thaw()
    }
    scene?.explain(this.currentTest)
  })

  it('ServiceAnswersErrors: the log has the error by request_id, and what is repaired ends it', async () => {
    await sql('alter table webhook_endpoint rename to webhook_endpoint_gone')
    let requestId: string | null = null
    const ask = async () => {
      const answer = await read('/v2/webhook_endpoints')
      if (answer.status === 500) requestId = answer.headers.get('X-Request-Id')
    }
    const { annotations } = await steadily(ask, () => prometheus.raises('ServiceAnswersErrors'))
    assert.match(annotations.summary, /\/v2\/webhook_endpoints end with 500/)
    const line = api
      .output()
      .split('\n')
      .find((each) => each.includes(String(requestId)))
    assert.match(line ?? '', /"code":"42P01"/)
    await sql('alter table webhook_endpoint_gone rename to webhook_endpoint')
    await prometheus.ends('ServiceAnswersErrors')
  })

  it('DatabaseAway: the doctor names it, and nothing has to be repaired once it is back', async () => {
    gates.database.shut()
    gates.database.cut()
    await steadily(
      () => read('/v2/transactions'),
      () => prometheus.raises('DatabaseAway'),
    )
    assert.match(await doctor(), /^FAILED {2}database/m)
    gates.database.open()
    await prometheus.ends('DatabaseAway')
    await scene.untilFinal([await scene.pay(api)])
  })

  it('OperatorAway and NoSlots: nothing for payments under way, and they end with the operator’s return', async () => {
    gates.mtn.shut()
    const away = await steadily(payLive, () => prometheus.raises('OperatorAway'))
    assert.equal(away.labels['provider'], 'mtn-benin')
    gates.mtn.open()
    gates.mtn.freeze()
    const full = await steadily(payLive, () => prometheus.raises('NoSlots'))
    assert.equal(full.labels['task_queue'], 'operator-mtn')
    gates.mtn.thaw()
    for (const alert of ['OperatorAway', 'NoSlots']) await prometheus.ends(alert)
  })

  it('SweepsStopped: the schedule is paused, a sweep by hand ends it', async () => {
    const schedule = client.client.schedule.getHandle(runReconciliation.scheduleId)
    await schedule.pause('by a test')
    await runReconcile(scene.environment())
    await prometheus.ends('SweepsStopped')
    await sql(`update run_sweep set swept_at = now() - interval '11 minutes'`)
    await prometheus.raises('SweepsStopped')
    assert.equal((await schedule.describe()).state.paused, true)
    const swept = await runReconcile(scene.environment())
    assert.equal(swept.code, 0, swept.output)
    await prometheus.ends('SweepsStopped')
    await schedule.unpause()
  })

  const operators = () => ({
    MTN_BASE_URL: `http://${gates.mtn.address}`,
    MTN_COLLECTION_SUBSCRIPTION_KEY: mtn.account.collection?.subscriptionKey ?? '',
    MTN_COLLECTION_API_USER: mtn.account.collection?.apiUser ?? '',
    MTN_COLLECTION_API_KEY: mtn.account.collection?.apiKey ?? '',
    WORKER_OPERATOR_MTN_SLOTS: '1',
  })

  const sql = (text: string) => scene.database.pool.query(text)
  async function doctor(): Promise<string> {
    return (await runCommand({ main: 'server/cli/doctor-main.ts' }, scene.environment())).output
  }

  const read = (path: string) =>
    fetch(api.baseUrl + path, {
      headers: { Authorization: `Bearer ${scene.tenant.keys.secret}` },
    })

  async function payLive(): Promise<void> {
    const phone = freshPhone('1234')
    await call(api, collectionCall(live.keys.secret, { provider: 'mtn-benin', phone }))
  }
})

/** Does this again and again while that is waited for. */
async function steadily<Result>(
  act: () => Promise<unknown>,
  until: () => Promise<Result>,
): Promise<Result> {
  let isOver = false
  const acts = async (): Promise<void> => {
    while (!isOver) {
      await act()
      await pause(betweenMs)
    }
  }
  const acting = acts()
  try {
    return await until()
  } finally {
    isOver = true
    await acting
  }
}

const betweenMs = 250
