import assert from 'node:assert/strict'
import { Pool } from 'pg'
import type { Database } from '#db/connect.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, callUntilServed, collectionCall, eventually } from '#test/support/call.ts'
import { endSchedulesAt } from '#test/support/end-schedules.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import {
  type ApiProcess,
  launchWorker,
  type ServiceProcess,
  startApiProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import { openDatabase, testEnvironment } from '#test/support/service.ts'
import { createDatabase, sharedStack } from '#test/support/stack.ts'
import { clientAt } from '#test/support/temporal-connection.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { type ApiHere, startApiHere } from './api-here.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

/** Where the parts of the service are; each may be one that the test can take away. */
export interface Places {
  readonly databaseUrl: string
  readonly temporalAddress: string
  readonly namespace: string
}

/** The service in processes of its own, to be hurt; a merchant; and an endpoint that keeps what it is sent. */
export interface FaultScene {
  readonly places: Places
  readonly database: Database
  /** For inspecting runs, and for acting on them. */
  readonly temporal: TemporalClient
  readonly tenant: Tenant
  readonly mailbox: Mailbox
  /** Starts an API and a worker, and makes the tenant's endpoint. `ofWorker` changes the worker's environment. */
  serve(ofWorker?: Changes): Promise<readonly [ApiProcess, ServiceProcess]>
  /** The same with the API in the test's own process, where it is not the one to be hurt. */
  serveHere(ofWorker?: Changes): Promise<readonly [ApiHere, ServiceProcess]>
  /** `changes` are variables of `.env.example`. */
  startApi(changes?: Changes): Promise<ApiProcess>
  /** An API in the test's own process, where none is to be hurt. */
  startApiHere(): Promise<ApiHere>
  startWorker(changes?: Changes): Promise<ServiceProcess>
  /** A worker that may have to wait for Temporal. */
  launchWorker(changes?: Changes): Promise<ServiceProcess>
  /** The environment of a process of this scene. */
  environment(changes?: Changes): Record<string, string>
  /** A process that the scene did not start is looked after like its own. */
  adopt<Process extends ServiceProcess>(process: Process): Process
  /** Makes the tenant's endpoint, or another's, by the API; what it then receives is in `mailbox`. */
  createEndpoint(api: { readonly baseUrl: string }, of?: Pick<Tenant, 'keys'>): Promise<void>
  /** One accepted collection, requested again while the service is unavailable; its id. */
  pay(
    api: { readonly baseUrl: string },
    changes?: Readonly<Record<string, unknown>>,
  ): Promise<string>
  /** Waits until all these are final, looking at the books alone; their states, by id. */
  untilFinal(ids: readonly string[], timeoutMs?: number): Promise<ReadonlyMap<string, string>>
  /** Waits until every delivery and every outbox entry is over, then fails for whatever the books hold wrong. */
  settleDown(timeoutMs?: number): Promise<void>
  /** Ends every process; fails when one of them complained of an error that nobody caught. */
  stop(): Promise<void>
  /** For an `afterEach`: shows the last lines of each process after a failed test. */
  explain(test: Mocha.Test | undefined): void
}

/**
 * A scene for the surrounding tests, ended after them. After each test that failed, shows the last lines of its
 * processes.
 */
export function givenScene(open: () => Promise<FaultScene> = openScene): FaultScene {
  before(needsOpenssl)
  const scene = given(open)
  afterEach(function () {
    scene.explain(this.currentTest)
  })
  return scene
}

type Changes = Readonly<Record<string, string>>

/** Starts what all parts share; `places` are those of the test's own, the others are the shared ones. */
export async function openScene(
  changes: Changes = {},
  own: Partial<Places> = {},
): Promise<FaultScene> {
  const places = await completePlaces(own)
  const database = await openDatabase(places.databaseUrl)
  const temporal = clientAt(places.temporalAddress, places.namespace)
  const [tenant, mailbox] = await Promise.all([createTenant(database), openMailbox()])
  const processes: ServiceProcess[] = []
  const here: ApiHere[] = []
  const adopt = <Process extends ServiceProcess>(process: Process): Process => {
    processes.push(process)
    return process
  }
  const environment = (more: Changes = {}): Record<string, string> =>
    testEnvironment(places, {
      LOG_LEVEL: 'info',
      WEBHOOK_PRIVATE_HOSTS: mailbox.host,
      WEBHOOK_RETRY_SCHEDULE: '1s,1s,1s,1s,1s',
      ...changes,
      ...more,
    })
  const startApi = async (more?: Changes) => adopt(await startApiProcess(environment(more)))
  const startWorker = async (more?: Changes) => adopt(await startWorkerProcess(environment(more)))
  const openHere = async () => {
    const api = await startApiHere(environment())
    here.push(api)
    return api
  }
  const merchant = merchantOf({ places, tenant, mailbox, database })
  return {
    places,
    database,
    temporal,
    tenant,
    mailbox,
    environment,
    adopt,
    startApi,
    startApiHere: openHere,
    startWorker,
    async serve(ofWorker) {
      const [api, worker] = await Promise.all([startApi(), startWorker(ofWorker)])
      await merchant.createEndpoint(api)
      return [api, worker]
    },
    async serveHere(ofWorker) {
      const [api, worker] = await Promise.all([openHere(), startWorker(ofWorker)])
      await merchant.createEndpoint(api)
      return [api, worker]
    },
    launchWorker: async (more) => adopt(await launchWorker(environment(more))),
    ...merchant,
    async stop() {
      await Promise.all(processes.map((process) => process.kill()))
      await Promise.all(here.map((api) => api.stop()))
      await temporal.close()
      await mailbox.close()
      await database.close()
      if (own.temporalAddress === undefined) {
        await endSchedulesAt(places.temporalAddress, places.namespace)
      }
      for (const process of processes) {
        assert.doesNotMatch(process.output(), uncaught, lastWords(process))
      }
    },
    explain(test) {
      if (test?.state !== 'failed') return
      for (const each of processes) process.stderr.write(`${lastWords(each)}\n`)
      for (const each of here)
        process.stderr.write(`${lastWords({ name: 'api of this process', ...each })}\n`)
    },
  }
}

const linesShown = 25
const charactersShown = 2000
/** What Node prints when an error ends the process, and what we would log of one. */
export const uncaught = /uncaught|unhandled|^Node\.js v\d/im

function lastWords(process: Pick<ServiceProcess, 'name' | 'output'>): string {
  const lines = process.output().trim().split('\n').slice(-linesShown)
  return [`--- ${process.name}`, ...lines.map((line) => line.slice(0, charactersShown))].join('\n')
}

async function completePlaces(own: Partial<Places>): Promise<Places> {
  const { databaseUrl = await createDatabase(), temporalAddress, namespace } = own
  // The shared Temporal starts on first use: not for a test that has its own.
  if (temporalAddress !== undefined && namespace !== undefined)
    return { databaseUrl, temporalAddress, namespace }
  const stack = await sharedStack()
  return {
    databaseUrl,
    temporalAddress: temporalAddress ?? stack.temporalAddress,
    namespace: namespace ?? (await stack.createNamespace()),
  }
}

function merchantOf({
  places,
  tenant,
  mailbox,
  database,
}: Pick<FaultScene, 'places' | 'tenant' | 'mailbox' | 'database'>): Pick<
  FaultScene,
  'createEndpoint' | 'pay' | 'untilFinal' | 'settleDown'
> {
  const key = tenant.keys.secret
  return {
    async createEndpoint(api, of = tenant) {
      const { secret } = of.keys
      const body = { url: `https://${mailbox.host}/hook`, events: ['*'] }
      const answer = await call(api, {
        method: 'POST',
        path: '/v2/webhook_endpoints',
        key: secret,
        body,
      })
      assert.equal(answer.status, 201, answer.text)
      mailbox.trust(answer.json.data.secret)
    },
    async pay(api, changes) {
      const answer = await callUntilServed(api, collectionCall(key, changes))
      assert.equal(answer.status, 202, answer.text)
      return answer.json.data.id
    },
    untilFinal: (ids, timeoutMs = 120_000) =>
      eventually(async () => {
        const states = await statesOf(database, ids)
        return states.size === ids.length && [...states.values()].every(isOver) && states
      }, timeoutMs),
    async settleDown(timeoutMs = 120_000) {
      await eventually(async () => (await owed(database)) === 0, timeoutMs)
      await assertBooksHold(places)
    },
  }
}

/** Over a connection without limits of time: on a busy machine thousands of payments may take longer than a service may. */
async function assertBooksHold({ databaseUrl }: Places): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  try {
    assert.deepEqual(await checkInvariants({ pool }), [])
  } finally {
    await pool.end()
  }
}

function isOver(status: string): boolean {
  return status !== 'pending'
}

async function statesOf(
  { pool }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; status: string }>(
    'select id, status from transaction where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function owed({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ owed: number }>(
    `select (select count(*) from outbox)::int
       + (select count(*) from webhook_delivery where status in ('pending', 'failed'))::int
       + (select count(*) from transaction where status = 'pending')::int as owed`,
  )
  return rows[0]?.owed ?? 0
}
