import { NativeConnection, Worker } from '@temporalio/worker'
import { createActivities } from '#activities/create-activities.ts'
import type { ActivityDependencies } from '#activities/dependencies.ts'
import { createSandbox } from '#activities/operators/sandbox-acquirer.ts'
import { operatorAnswered } from '#db/commands/operator-answered.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { taskQueues } from '#workflows/contract.ts'
import { workflowBundle } from './bundle.ts'
import { startRelay } from './relay.ts'

export interface WorkerParts {
  readonly env: Env
  readonly log: Log
  readonly database: Database
  readonly outbox: Outbox
  readonly connection: NativeConnection
}

export interface RunningWorker {
  /** Settles when the worker has stopped; rejects when it failed. */
  readonly ended: Promise<void>
  /** Takes no more work, lets the steps that run come to their end. */
  stop(): Promise<void>
}

/** Runs the workflows and steps of both queues, and the relay of the outbox. */
export async function startWorker(parts: WorkerParts): Promise<RunningWorker> {
  const queues = Object.values(taskQueues)
  const activities = createActivities(dependenciesOf(parts))
  const bundle = await workflowBundle()
  const workers = await Promise.all(
    queues.map((taskQueue) =>
      Worker.create({
        connection: parts.connection,
        namespace: parts.env.temporalNamespace,
        taskQueue,
        workflowBundle: bundle,
        activities,
        // A worker that is lost is not waited for: another takes over after this.
        stickyQueueScheduleToStartTimeout: '2s',
        shutdownGraceTime: '12s',
        maxConcurrentLocalActivityExecutions: localActivitiesMax,
      }),
    ),
  )
  const relay = startRelay(parts)
  const ended = Promise.all(workers.map((worker) => worker.run())).then(() => {})
  return {
    ended,
    async stop() {
      await relay.stop()
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      await ended
      await parts.outbox.drain()
    },
  }
}

/** A webhook receiver that hangs holds one of these for ten seconds. */
const localActivitiesMax = 200

function dependenciesOf({ env, log, database, outbox }: WorkerParts): ActivityDependencies {
  const operatorOf = createSandbox({
    database,
    delayMs: env.sandboxOperatorDelayMs,
    expiryMs: env.collectionExpiryMs,
    callBack: async (requestId) => {
      await operatorAnswered(database, outbox, requestId)
    },
  })
  return {
    database,
    outbox,
    operatorOf,
    transferReminderMs: env.transferReminderMs,
    webhooks: {
      retryScheduleMs: env.webhookRetryScheduleMs,
      privateHosts: env.webhookPrivateHosts,
    },
    log,
  }
}
