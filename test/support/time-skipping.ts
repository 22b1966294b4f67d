import { Worker } from '@temporalio/worker'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { creationLimitsOf } from '#use-cases/transactions/count-creation.ts'
import { createActivities } from '#activities/create-activities.ts'
import type { Operator } from '#activities/operators/operator.ts'
import { createSandbox } from '#activities/operators/sandbox-acquirer.ts'
import { startApi } from '#server/start-api.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import type { PaymentMethodType } from '#domain/transactions/transaction.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { createMailServer } from '#platform/mail-server.ts'
import { createMessageGateway } from '#platform/message-gateway.ts'
import { createLog, type Log } from '#platform/log.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { hasWorkflows } from '#worker/bulkhead.ts'
import { allQueues } from '#workflows/contract.ts'
import type { Activities } from '#workflows/ports.ts'
import { given } from './given.ts'
import { installRuntimeOnce, openDatabase, testEnvironment } from './service.ts'
import { createDatabase } from './stack.ts'
import { startTimeSkipping } from './stack-temporal.ts'

/**
 * The service on Temporal's test server, where workflow timers pass at once while somebody awaits a result on
 * `environment.client`. API, database, activities and sandbox are real; only the relay is missing, so that a test
 * decides what is started, and when.
 */
export interface SkippedService {
  readonly baseUrl: string
  readonly environment: TestWorkflowEnvironment
  readonly database: Database
  /** Hands over to Temporal at once. */
  readonly outbox: Outbox
  /** Accepts entries and starts nothing: for the API, and for setup. */
  readonly heldOutbox: Outbox
  /** The sandbox operator, whose time passes with that of the runs. */
  readonly sandbox: Operator
  /** The same for cards and direct debits. */
  readonly acquirer: Operator
  /** Operators that replace the sandbox, by transaction id. */
  readonly operators: Map<string, Operator>
  /** Payments whose time is up by the world's clock, not by that of the runs. */
  readonly inWorldTime: Set<string>
  /** `host:port` entries that the address guard allows; receivers come and go. */
  readonly privateHosts: Set<string>
  /** Stops the workers and starts new ones, which know runs only from their history. */
  restartWorkers(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts it; `changes` are variables of `.env.example`. Call `stop` in `after`. A `forgetful` one replays a run's
 * history at each task; only such workers can be restarted, because the test server waits for the worker that last
 * had a run.
 */
export async function startSkippedService(
  changes: Readonly<Record<string, string>> = {},
  memory: 'remembers' | 'forgetful' = 'remembers',
): Promise<SkippedService> {
  const [databaseUrl, environment] = await startParts()
  const places = { databaseUrl, temporalAddress: environment.address, namespace: 'default' }
  const env = { ...readEnv({ ...testEnvironment(places, changes), PORT: '1' }), port: 0 }
  const log = createLog({ level: env.logLevel, name: 'test' })
  const database = await openDatabase(databaseUrl)
  const outbox = holdingTime(
    environment,
    createOutbox({
      pool: database.pool,
      call: (work) => work(environment.client),
      isEager: false,
      onError: (error) => log.error({ err: error }, 'Temporal did not take it'),
    }),
  )
  const heldOutbox: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }
  const api = await startApi({
    env,
    log,
    database,
    outbox: heldOutbox,
    temporal: { call: (work) => work(environment.client), isReachable: async () => true },
  })
  const parts = {
    env,
    memory,
    log,
    database,
    outbox,
    environment,
    ...outside({ env, database, outbox, environment }),
  }
  let workers = await startWorkers(parts)
  return {
    ...parts,
    heldOutbox,
    baseUrl: `http://127.0.0.1:${api.port}`,
    async restartWorkers() {
      await workers.stop()
      workers = await startWorkers(parts)
    },
    async stop() {
      await api.close()
      await workers.stop()
      await outbox.drain()
      await environment.teardown()
      await database.close()
    },
  }
}

/** While an entry is on its way to a run, no time may be skipped: the run is not waiting. */
function holdingTime({ connection: { testService } }: TestWorkflowEnvironment, outbox: Outbox) {
  let turn: Promise<unknown> = Promise.resolve()
  const handOver = async (ids: Parameters<Outbox['kick']>[0]): Promise<void> => {
    outbox.kick(ids)
    await outbox.drain()
    await testService?.unlockTimeSkipping({})
  }
  return {
    ...outbox,
    kick(ids) {
      // One at a time: `drain` leaves queued entries to a relay, and there is none.
      turn = Promise.all([turn, testService?.lockTimeSkipping({})]).then(() => handOver(ids))
    },
    async drain() {
      await turn
      await outbox.drain()
    },
  } satisfies Outbox
}

/** Temporal's test server without the service, for workers of the test's own. */
export function givenTimeSkipping(): { readonly environment: TestWorkflowEnvironment } {
  return given(async () => {
    installRuntimeOnce(createLog({ level: 'error', name: 'test' }))
    const environment = await startTimeSkipping()
    return { environment, stop: () => environment.teardown() }
  })
}

/** The runtime is installed before the test server, which would install its own. */
async function startParts(): Promise<[string, TestWorkflowEnvironment]> {
  installRuntimeOnce(createLog({ level: 'error', name: 'test' }))
  return Promise.all([createDatabase(), startTimeSkipping()])
}

type Parts = Pick<
  SkippedService,
  | 'database'
  | 'outbox'
  | 'environment'
  | 'operators'
  | 'inWorldTime'
  | 'privateHosts'
  | 'sandbox'
  | 'acquirer'
> & { readonly env: Env; readonly log: Log; readonly memory: 'remembers' | 'forgetful' }

function outside({
  env,
  database,
  outbox,
  environment,
}: Pick<Parts, 'env' | 'database' | 'outbox' | 'environment'>): Pick<
  Parts,
  'operators' | 'inWorldTime' | 'privateHosts' | 'sandbox' | 'acquirer'
> {
  const sandboxOf = createSandbox({
    database,
    delayMs: env.sandboxOperatorDelayMs,
    expiryMs: env.collectionExpiryMs,
    callBack: async (requestId) => {
      await operatorAnswered(database, outbox, requestId)
    },
  })
  return {
    operators: new Map(),
    inWorldTime: new Set(),
    privateHosts: new Set(env.webhookPrivateHosts),
    sandbox: inSkippedTime(sandboxOf(paidBy('mobile_money')), { database, environment }),
    acquirer: inSkippedTime(sandboxOf(paidBy('card')), { database, environment }),
  }
}

function paidBy(type: PaymentMethodType) {
  return { paymentMethod: { type, network: null, cardLast4: null } }
}

/** The sandbox stores times by the database's clock, which does not skip: they are shifted by the skipped time. */
function inSkippedTime(
  sandbox: Operator,
  { database, environment }: Pick<Parts, 'database' | 'environment'>,
): Operator {
  const aheadBefore = new Map<string, number>()
  const aheadMs = async () => (await environment.currentTimeMs()) - Date.now()
  return {
    isIdempotent: sandbox.isIdempotent,
    async request(order) {
      if (!aheadBefore.has(order.requestId)) aheadBefore.set(order.requestId, await aheadMs())
      return sandbox.request(order)
    },
    async read(order) {
      const ahead = await aheadMs()
      const skippedMs = ahead - (aheadBefore.get(order.requestId) ?? ahead)
      aheadBefore.set(order.requestId, ahead)
      await onPool(database.pool).rows(
        `update sandbox_operator.request set decides_at = decides_at - $2::float8 * interval '1 ms',
           closes_at = closes_at - $2::float8 * interval '1 ms' where id = $1`,
        [order.requestId, skippedMs],
      )
      return sandbox.read(order)
    },
  }
}

/** A payment's fifteen minutes are over in the books when they are in the run: their clock does not skip. */
function inRunsTime(
  activities: Activities,
  { database, environment, inWorldTime }: Pick<Parts, 'database' | 'environment' | 'inWorldTime'>,
): Activities {
  return {
    ...activities,
    async expirePayment(input) {
      const { transactionId } = input
      if (!inWorldTime.has(transactionId)) {
        await onPool(database.pool).rows(
          `update transaction set created_at = now() - interval '15 minutes', expires_at = now()
           where id = $1 and status = 'pending' and expires_at > now() and expires_at <= $2`,
          [transactionId, new Date((await environment.currentTimeMs()) + 1000)],
        )
      }
      return activities.expirePayment(input)
    },
  }
}

/** Like worker/start-worker.ts, with the test's operators. */
async function startWorkers(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { env, database, outbox, environment, operators, privateHosts, sandbox, acquirer, log } =
    parts
  const ofService = createActivities({
    database,
    outbox,
    operatorOf: ({ id, paymentMethod }) =>
      operators.get(id) ?? (paymentMethod.type === 'mobile_money' ? sandbox : acquirer),
    retention: env.retention,
    transferReminderMs: env.transferReminderMs,
    staffApprovalAbove: env.staffApprovalAbove,
    limits: creationLimitsOf(env),
    isOpen: () => Promise.resolve(true),
    webhooks: { retryScheduleMs: env.webhookRetryScheduleMs, privateHosts },
    observeProof() {},
    temporal: { call: (work) => work(environment.client) },
    observeAttempt() {},
    observeRestart() {},
    mail: {
      server: createMailServer(env),
      gateway: createMessageGateway(env),
      publicUrl: env.publicUrl,
    },
    log,
  })
  const activities = inRunsTime(ofService, parts)
  const bundle = await workflowBundle()
  const workers = await Promise.all(
    allQueues.map((taskQueue) =>
      Worker.create({
        connection: environment.nativeConnection,
        taskQueue,
        ...(hasWorkflows.has(taskQueue) && { workflowBundle: bundle }),
        activities,
        ...(parts.memory === 'forgetful' && { maxCachedWorkflows: 0 }),
      }),
    ),
  )
  const ended = Promise.all(workers.map((worker) => worker.run()))
  return {
    async stop() {
      for (const worker of workers) worker.shutdown()
      await ended
    },
  }
}
