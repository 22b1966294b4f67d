import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { retryUntil } from '#platform/retry-until.ts'
import {
  type ClientEnv,
  clientOn,
  type ClientTracing,
  temporalConnectionOptions,
} from '#platform/temporal.ts'

/**
 * The worker's connection, with a client on it: a workflow started here may get its first task at once, in this
 * process.
 */
export interface WorkerConnection {
  readonly connection: NativeConnection
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
  /** True if Temporal answers for our namespace. */
  readonly isReachable: () => Promise<boolean>
}

const callDeadlineMs = 5000
/** A readiness probe must answer quickly. */
const probeDeadlineMs = 2000
const retryPauseMs = 1000

/** Connects, however long Temporal takes to come up; undefined if `signal` aborts first. */
export async function connectWorker(
  env: Env,
  log: Log,
  { signal, tracing }: { readonly signal: AbortSignal; readonly tracing?: ClientTracing },
): Promise<WorkerConnection | undefined> {
  let connection: NativeConnection | undefined
  await retryUntil(signal, {
    turn: async () => {
      connection = await NativeConnection.connect(temporalConnectionOptions(env))
      return 'done'
    },
    failed: (error, inARow) => {
      if (inARow === 1) {
        const { temporalAddress: address } = env
        log.warn(
          { address, reason: firstLine(error) },
          'Temporal does not answer yet; trying again',
        )
      }
      return retryPauseMs
    },
  })
  return connection && connected(connection, env, tracing)
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

/** Calls to Temporal on a worker's connection, each under a deadline. */
export function callsOn(
  connection: NativeConnection,
  env: ClientEnv,
  tracing?: ClientTracing,
): WorkerConnection['call'] {
  const client = clientOn(connection, env, tracing)
  return (work) => connection.withDeadline(Date.now() + callDeadlineMs, () => work(client))
}

function connected(
  connection: NativeConnection,
  env: ClientEnv,
  tracing: ClientTracing,
): WorkerConnection {
  const { temporalNamespace: namespace } = env
  const within = <Result>(deadlineMs: number, work: () => Promise<Result>): Promise<Result> =>
    connection.withDeadline(Date.now() + deadlineMs, work)
  const probe = () => connection.workflowService.describeNamespace({ namespace })
  return {
    connection,
    call: callsOn(connection, env, tracing),
    isReachable: async () => {
      const asked = within(probeDeadlineMs, probe).then(
        () => true,
        () => false,
      )
      // While connections are refused, the native client keeps trying past its deadline.
      return Promise.race([asked, pause(probeDeadlineMs, false, { ref: false })])
    },
  }
}
