import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { temporalConnectionOptions } from '#platform/temporal.ts'

/** The worker's connection, with a client on it: workflows it starts may get their first task at once, right here. */
export interface WorkerConnection {
  readonly connection: NativeConnection
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
}

const callDeadlineMs = 5000
const retryPauseMs = 1000

/** Connects, however long Temporal takes to be there; undefined when `signal` aborts first. */
export async function connectWorker(
  env: Env,
  log: Log,
  signal: AbortSignal,
): Promise<WorkerConnection | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const connection = await NativeConnection.connect(temporalConnectionOptions(env))
      const client = new Client({ connection, namespace: env.temporalNamespace })
      return {
        connection,
        call: (work) => connection.withDeadline(Date.now() + callDeadlineMs, () => work(client)),
      }
    } catch (error) {
      if (tries === 0) log.warn({ err: error }, 'Temporal does not answer yet; trying again')
      await pause(retryPauseMs, undefined, { signal }).catch(stopWaiting)
    }
  }
  return undefined
}

function stopWaiting(): void {}
