import { setTimeout as pause } from 'node:timers/promises'
import { NativeConnection, Worker, type WorkerDeploymentOptions } from '@temporalio/worker'
import { createActivities } from '#activities/create-activities.ts'
import type { ActivityDependencies } from '#activities/dependencies.ts'
import { createLiveOperators } from '#activities/operators/live.ts'
import { measured } from '#activities/operators/measured.ts'
import type { SandboxSettings } from '#activities/operators/sandbox.ts'
import { traced } from '#activities/operators/traced.ts'
import { createSandbox } from '#activities/operators/sandbox-acquirer.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { createOpenNow } from '#use-cases/operators/open-now.ts'
import { keepStandingSchedules } from '#use-cases/standing-orders/schedules.ts'
import { creationLimitsOf } from '#use-cases/transactions/count-creation.ts'
import { noteReference } from '#use-cases/transactions/request-sent.ts'
import {
  claimNamespace,
  claimWaitMs,
  namespaceClaimed,
  type NamespacePlace,
} from '#db/installation.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { buildIdOfCode } from './build-id.ts'
import { createMailServer, type MailServer } from '#platform/mail-server.ts'
import { createMessageGateway } from '#platform/message-gateway.ts'
import type { Tracing } from '#platform/tracing.ts'
import { dataConverterOf } from '#platform/temporal.ts'
import { partsFor, workflowBundle } from './bundle.ts'
import {
  observeDeliveries,
  observeOperators,
  observeProofs,
  observeRuns,
  observeSteps,
} from './observe.ts'
import { bulkhead } from './bulkhead.ts'
import { callsOn } from './connect.ts'
import { startFigures } from './figures.ts'
import { startLines } from './lines.ts'
import { startRelay } from './relay.ts'
import { warnIfPassedOver } from './routing.ts'
import { type ScheduleCall, startScheduling } from './scheduling.ts'

export interface WorkerParts {
  readonly env: Env
  readonly log: Log
  readonly database: Database
  readonly outbox: Outbox
  readonly connection: NativeConnection
  readonly telemetry: Telemetry
  /** Undefined while tracing is off. */
  readonly tracing?: Tracing | undefined
}

export interface RunningWorker {
  /** Settles when the worker has stopped; rejects if it failed. */
  readonly ended: Promise<void>
  /** False while it stops, and once one of its queues is no longer served. */
  isRunning(): boolean
  /** Takes no more work and lets running activities finish. */
  stop(): Promise<void>
}

/** Runs the workflows and activities of its queues, and the relay of the outbox. */
export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const place = placeOf(parts)
  const starting = new AbortController()
  const given = pause(claimWaitMs, undefined, { ref: false }).finally(() => starting.abort())
  await Promise.race([namespaceClaimed(place, starting.signal), given])
  const activities = createActivities(dependenciesOf(parts))
  const tracing = parts.tracing?.worker
  const interceptors = {
    activity: [...(tracing ? [tracing.activity] : []), observeSteps(parts.telemetry)],
  }
  const { env } = parts
  const bundle = await workflowBundle(partsFor(env))
  const deployment = deploymentOf(env)
  const workers = await Promise.all(
    parts.env.worker.queues.map((taskQueue) =>
      Worker.create({
        connection: parts.connection,
        namespace: parts.env.temporalNamespace,
        dataConverter: dataConverterOf(env),
        ...deployment,
        activities,
        interceptors,
        ...(tracing && { sinks: tracing.sinks }),
        shutdownGraceTime: '12s',
        ...bulkhead(taskQueue, parts.env.worker, bundle),
      }),
    ),
  )
  const warned = warnIfPassedOver(parts.connection, env, parts.log)
  const relay = startRelay(parts)
  const lines = startLines(parts)
  const figures = startFigures(parts)
  const { connection, log } = parts
  const claim = () => claimNamespace(place)
  const { database } = parts
  const keepOrders = (call: ScheduleCall) => keepStandingSchedules({ database, call })
  const scheduling = startScheduling({ connection, log, env, claim, keepOrders })
  const ran = Promise.all(workers.map((worker) => worker.run())).then(() => {})
  const ended = Promise.race([ran, scheduling.refused])
  return {
    ended,
    isRunning: () => workers.every((worker) => worker.getState() === 'RUNNING'),
    async stop() {
      await Promise.all([lines.stop(), relay.stop(), figures.stop(), scheduling.stop()])
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      await Promise.all([ran, warned])
      await parts.outbox.drain()
    },
  }
}

function placeOf({ env, database, connection }: WorkerParts): NamespacePlace {
  const namespace = env.temporalNamespace
  return { pool: database.pool, namespace, call: callsOn(connection, env) }
}

/**
 * The version that the worker announces (docs/changing-a-workflow.md#deploying); each workflow has its own versioning
 * behaviour.
 */
function deploymentOf({ temporalDeployment }: Env): {
  readonly workerDeploymentOptions?: WorkerDeploymentOptions
} {
  if (temporalDeployment === undefined) return {}
  const { name: deploymentName, buildId = buildIdOfCode() } = temporalDeployment
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName, buildId },
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  }
}

function dependenciesOf(parts: WorkerParts): ActivityDependencies {
  const { env, log, database, outbox, connection } = parts
  return {
    database,
    outbox,
    operatorOf: operatorsOf(parts),
    retention: parts.env.retention,
    transferReminderMs: parts.env.transferReminderMs,
    staffApprovalAbove: parts.env.staffApprovalAbove,
    limits: creationLimitsOf(env),
    isOpen: createOpenNow({ database, accounts: env.operatorAccounts }),
    webhooks: {
      retryScheduleMs: env.webhookRetryScheduleMs,
      privateHosts: env.webhookPrivateHosts,
    },
    observeProof: observeProofs(parts.telemetry),
    temporal: { call: callsOn(connection, env, parts.tracing) },
    observeAttempt: observeDeliveries(parts.telemetry),
    observeRestart: observeRuns(parts.telemetry),
    mail: {
      server: mailServerOf(parts),
      gateway: createMessageGateway(env),
      publicUrl: env.publicUrl,
    },
    log,
  }
}

function mailServerOf({ env, log }: WorkerParts): MailServer {
  if (env.smtpUrl === undefined) log.warn({}, 'SMTP_URL is not set: mails to people wait')
  return createMailServer(env)
}

/** The operator of a transaction: chosen by mode, so that no sandbox payment ever reaches a real operator. */
function operatorsOf(parts: WorkerParts): ActivityDependencies['operatorOf'] {
  const { env, database, outbox } = parts
  const callBack: SandboxSettings['callBack'] = async (requestId) => {
    await operatorAnswered(database, outbox, requestId)
  }
  const sandbox = createSandbox({
    database,
    delayMs: env.sandboxOperatorDelayMs,
    expiryMs: env.collectionExpiryMs,
    callBack,
  })
  const live = createLiveOperators({
    database,
    accounts: env.operatorAccounts,
    heardReference: async (requestId, reference) => {
      await noteReference(database, requestId, reference)
      await callBack(requestId)
    },
  })
  const observe = observeOperators(parts.telemetry)
  return (transaction) => {
    const operator =
      transaction.mode === 'sandbox'
        ? sandbox(transaction)
        : measured(live(transaction), transaction.provider, observe)
    return traced(operator, transaction)
  }
}
