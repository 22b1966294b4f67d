import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { findBinary, temporalCli } from '#dev/binaries.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { freePorts } from '#dev/ports.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { certificates } from '#test/activities/webhooks/certificates.ts'
import { type Receiver, startReceiver } from '#test/activities/webhooks/receiver.ts'
import { runScript } from '#test/drills/drill.ts'
import { type Gate, openGate } from '#test/faults/gate.ts'
import { type FaultScene, openScene } from '#test/faults/scene.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import {
  type ApiProcess,
  runCommand,
  type ServiceProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/stack.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { clientAt } from '#test/support/temporal-connection.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { runReconciliation } from '#workflows/contract/schedules.ts'
import { textOf } from '#test/deploy/read.ts'
import { type Prometheus, startPrometheus } from '#test/deploy/prometheus.ts'
import { runbookAct } from './runbook.ts'

/** A whole service on servers of its own, read by a Prometheus, with a gate before everything that may go away. */
export interface WatchedService extends Parts {
  readonly prometheus: Prometheus
  readonly api: ApiProcess
  /** The worker that serves now; a fault may put another in its place. */
  worker: ServiceProcess
  /** Processes that faults have started besides, by their alert. */
  readonly started: Map<string, ServiceProcess>
  /** Payouts in live mode whose operator has them and does not answer, in no test's hands yet. */
  readonly silentPayouts: string[]
  /** A worker whose metrics are read. */
  startWorker(changes?: Readonly<Record<string, string>>, folder?: string): Promise<ServiceProcess>
  readonly sql: (text: string) => Promise<unknown>
  /** As who writes around the rules of the schema: dates are made older, balances wrong. */
  readonly untriggered: (text: string) => Promise<void>
  readonly payLive: () => Promise<void>
  /** Runs what the alert's entry in docs/runbook.md names; what it printed. */
  follow(alert: string, variables?: Readonly<Record<string, string>>): Promise<string>
  /** The alerts whose entry was run. */
  readonly followed: ReadonlySet<string>
  stop(): Promise<void>
}

interface Parts {
  readonly postgres: OwnPostgres
  readonly temporal: OwnTemporal
  readonly client: TemporalClient
  readonly mtn: MtnEmulator
  readonly gates: Readonly<Record<'database' | 'slowDatabase' | 'mtn' | 'receiver', Gate>>
  readonly receiver: Receiver
  readonly scene: FaultScene
  readonly live: Tenant
  readonly ports: Ports
}

/** Where metrics are read; the API's stand on its own port. */
interface Ports {
  readonly api: number
  readonly worker: number
  /** For a second worker, and a second API. */
  readonly otherWorker: number
  readonly otherApi: number
  /** Of an API that takes over. */
  readonly newApi: number
  /** Of a worker for the queue that had none. */
  readonly mailWorker: number
}

/** Everything started; undefined where no Prometheus can be had. */
export async function openWatchedService(): Promise<WatchedService | undefined> {
  const parts = await openParts()
  const { scene, ports } = parts
  const hosts = `${scene.mailbox.host},${parts.gates.receiver.address}`
  const reachable = { WEBHOOK_PRIVATE_HOSTS: hosts, NODE_EXTRA_CA_CERTS: authority() }
  const [api, worker] = await Promise.all([
    scene.startApi({ ...reachable, PORT: String(ports.api) }),
    scene.startWorker({ ...reachable, WORKER_METRICS_PORT: String(ports.worker) }),
  ])
  const followed = new Set<string>()
  const targets = Object.values(ports).map((port) => `127.0.0.1:${port}`)
  const prometheus = await startPrometheus(targets)
  const stop = async (): Promise<void> => {
    await prometheus?.stop()
    await closeParts(parts)
  }
  if (prometheus === undefined) {
    await stop()
    return
  }
  const service: WatchedService = {
    ...parts,
    prometheus,
    api,
    worker,
    started: new Map(),
    silentPayouts: [],
    followed,
    async startWorker(changes, folder) {
      const usual = { ...reachable, WORKER_METRICS_PORT: String(ports.worker) }
      const environment = scene.environment({ ...usual, ...changes })
      return scene.adopt(await startWorkerProcess(environment, folder))
    },
    sql: (text) => scene.database.pool.query(text),
    async untriggered(text) {
      await scene.database.pool.query(
        `begin; set local session_replication_role = replica; ${text}; commit`,
      )
    },
    async payLive() {
      const phone = freshPhone('1234')
      const request = collectionCall(parts.live.keys.secret, { provider: 'mtn-benin', phone })
      await call(api, request)
    },
    async follow(alert, variables = {}) {
      followed.add(alert)
      return followEntry(parts, alert, variables)
    },
    stop,
  }
  await furnish(service).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return service
}

async function openParts(): Promise<Parts> {
  const [postgres, temporal, mtn, receiver] = await Promise.all([
    startOwnPostgres(false),
    startOwnTemporal(),
    startMtnEmulator({ delayMs: 100, float: 1_000_000 }),
    startReceiver((_received, response) => void response.writeHead(204).end()),
  ])
  await migrate(postgres.url)
  const gates = {
    database: await openGate(new URL(postgres.url).host),
    slowDatabase: await openGate(new URL(postgres.url).host),
    mtn: await openGate(new URL(mtn.account.baseUrl).host),
    receiver: await openGate(`127.0.0.1:${receiver.port}`),
  }
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = await freePorts(6)
  const scene = await openScene(settings(mtn, gates.mtn), {
    databaseUrl: leadThrough(gates.database, postgres.url),
    ...temporal.places,
  })
  const client = clientAt(temporal.address, 'default')
  const live = await createTenant(scene.database, { mode: 'live' })
  const workers = { worker: two, otherWorker: three, mailWorker: six }
  const ports = { api: one, otherApi: four, newApi: five, ...workers }
  return { postgres, temporal, client, mtn, gates, receiver, scene, live, ports }
}

/** The gates before what is behind them: a line that a gate has frozen would keep its server open. */
async function closeParts(parts: Parts): Promise<void> {
  const { client, scene, gates, mtn, receiver, temporal, postgres } = parts
  await client.close()
  try {
    await scene.stop()
  } finally {
    await Promise.all(Object.values(gates).map((gate) => gate.close()))
    await Promise.all([mtn.close(), receiver.close(), temporal.stop(), postgres.stop()])
  }
}

/** A file with the authority of the receiver's certificate: in live mode its name counts. */
function authority(): string {
  const path = join(temporaryFolder('authority'), 'root.pem')
  writeFileSync(path, certificates().root)
  return path
}

/** The same database, behind this gate. */
export function leadThrough(gate: Gate, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.host = gate.address
  return url.href
}

/** One slot at the operator is soon full; what fails is tried again soon, and for long enough. */
function settings(mtn: MtnEmulator, gate: Gate): Record<string, string> {
  const { collection } = mtn.account
  assert.ok(collection)
  const products = ['COLLECTION', 'DISBURSEMENT'].map((product) => [
    [`MTN_${product}_SUBSCRIPTION_KEY`, collection.subscriptionKey],
    [`MTN_${product}_API_USER`, collection.apiUser],
    [`MTN_${product}_API_KEY`, collection.apiKey],
  ])
  return {
    ...Object.fromEntries(products.flat()),
    MTN_BASE_URL: `http://${gate.address}`,
    WORKER_OPERATOR_MTN_SLOTS: '1',
    COLLECTION_EXPIRY: '15s',
    WEBHOOK_RETRY_SCHEDULE: '5s,25s,25s,25s,25s',
    TEMPORAL_DEPLOYMENT_NAME: 'payments',
    BUILD_ID: 'one',
  }
}

/** A version that is current, endpoints that are called, payouts that wait, and no sweep but those by hand. */
async function furnish(service: WatchedService): Promise<void> {
  const { scene, api, live, gates, client } = service
  const made = await runCommand(
    { main: 'worker/deploy-main.ts', words: ['current', 'one'] },
    scene.environment(),
  )
  assert.equal(made.code, 0, made.output)
  // A worker makes the schedule some time after it has begun to work.
  const sweeps = client.client.schedule.getHandle(runReconciliation.scheduleId)
  await eventually(() =>
    sweeps.pause('by a test').then(
      () => true,
      () => false,
    ),
  )
  await scene.createEndpoint(api)
  for (let at = 0; at < endpoints; at += 1) {
    const body = { url: `https://${gates.receiver.address}/hook/${at}`, events: ['*'] }
    const path = '/v2/webhook_endpoints'
    const answer = await call(api, { method: 'POST', path, key: live.keys.secret, body })
    assert.equal(answer.status, 201, answer.text)
  }
  await giveBalance(scene.database, live, 1_000_000)
  for (let at = 0; at < payouts; at += 1) {
    const phone = await authorizePhone(scene.database, live, freshPhone('0003'))
    const answer = await call(api, payoutCall(live.keys.secret, { phone }))
    assert.equal(answer.status, 202, answer.text)
    service.silentPayouts.push(String(answer.json.data.id))
  }
  await scene.untilFinal([await scene.pay(api)])
}

/** As many as a service may have. */
const endpoints = 5
const payouts = 3

async function followEntry(
  { scene, postgres, temporal }: Parts,
  alert: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const act = runbookAct(alert)
  assert.ok(!('byHand' in act), `the entry of ${alert} names nothing to run`)
  if ('command' in act)
    return (await runCommand({ main: mainOf(act.command) }, scene.environment())).output
  return runScript(act.script, {
    ...scene.environment(),
    DATABASE: postgres.url,
    TEMPORAL: `'${await findBinary(temporalCli)}' --address ${temporal.address} --namespace default`,
    RECONCILE: ourCommand('reconcile'),
    LOOK_AGAIN: ourCommand('look-again'),
    DEPLOY: ourCommand('deploy'),
    PAUSE: '2',
    WATCH: '5',
    PATIENCE: '120',
    ...variables,
  })
}

/** `npm run <verb>`, as a script's variable. */
const ourCommand = (verb: string): string =>
  `'${process.execPath}' --import=./platform/jsx.mjs ${mainOf(verb)}`

/** The file that `npm run <verb>` starts. */
function mainOf(verb: string): string {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const main = scripts[verb]?.split(' ').find((word) => word.endsWith('.ts'))
  assert.ok(main, verb)
  return main
}
