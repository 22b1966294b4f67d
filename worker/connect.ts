import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { retryUntil } from '#platform/retry-until.ts'
import { temporalConnectionOptions } from '#platform/temporal.ts'

/** The worker's connection, with a client on it: workflows it starts may get their first task at once, right here. */
export interface WorkerConnection {
  readonly connection: NativeConnection
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
  /** True when the service answers for our namespace. */
  readonly isReachable: () => Promise<boolean>
}

const callDeadlineMs = 5000
/** Whoever asks whether the service is there wants to know soon. */
const probeDeadlineMs = 2000
const retryPauseMs = 1000

/** Connects, however long Temporal takes to be there; undefined when `signal` aborts first. */
export async function connectWorker(
  env: Env,
  log: Log,
  signal: AbortSignal,
): Promise<WorkerConnection | undefined> {
  let connection: NativeConnection | undefined
  await retryUntil(signal, {
    turn: async () => {
      connection = await NativeConnection.connect(temporalConnectionOptions(env))
      return 'done'
    },
    failed: (error, inARow) => {
      if (inARow === 1) log.warn({ err: error }, 'Temporal does not answer yet; trying again')
      return retryPauseMs
    },
  })
  return connection && connected(connection, env.temporalNamespace)
}

/** Calls to Temporal on a worker's connection, each under a deadline. */
export function callsOn(connection: NativeConnection, namespace: string): WorkerConnection['call'] {
  const client = new Client({ connection, namespace })
  return (work) => connection.withDeadline(Date.now() + callDeadlineMs, () => work(client))
}

function connected(connection: NativeConnection, namespace: string): WorkerConnection {
  const client = new Client({ connection, namespace })
  const within = <Result>(deadlineMs: number, work: () => Promise<Result>): Promise<Result> =>
    connection.withDeadline(Date.now() + deadlineMs, work)
  const probe = () => client.workflowService.describeNamespace({ namespace })
  return {
    connection,
    call: callsOn(connection, namespace),
    isReachable: async () => {
      const asked = within(probeDeadlineMs, probe).then(
        () => true,
        () => false,
      )
      // While connections are refused the native client goes on trying past its deadline.
      return Promise.race([asked, pause(probeDeadlineMs, false, { ref: false })])
    },
  }
}
