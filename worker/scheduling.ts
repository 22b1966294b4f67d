import { setTimeout as pause } from 'node:timers/promises'
import {
  Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import type { NativeConnection } from '@temporalio/worker'
import type { Log } from '#platform/log.ts'
import { dailyProof, workflowFacts, workflowId } from '#workflows/contract.ts'

const deadlineMs = 5000
const retryPauseMs = 10_000

/** Sees to it that Temporal has the schedules of the service, however long it takes; workers that start at once agree. */
export function startScheduling({
  connection,
  namespace,
  log,
}: {
  readonly connection: NativeConnection
  readonly namespace: string
  readonly log: Log
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const client = new Client({ connection, namespace })
  const work = async (): Promise<void> => {
    for (let tries = 0; !stopping.signal.aborted; tries += 1) {
      try {
        await connection.withDeadline(Date.now() + deadlineMs, () => ensureDailyProof(client))
        return
      } catch (error) {
        if (tries === 0)
          log.warn({ err: error }, 'Temporal did not take the schedule; trying again')
        await pause(retryPauseMs, undefined, { signal: stopping.signal }).catch(stopPausing)
      }
    }
  }
  const ended = work()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Makes the schedule of the daily proof, or brings it up to this version; one that somebody has paused stays so. */
export async function ensureDailyProof(client: Client): Promise<void> {
  try {
    await client.schedule.create({ scheduleId, ...daily })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...daily, state }))
  }
}

const { scheduleId, hour, minute } = dailyProof

const daily = {
  spec: { calendars: [{ hour, minute }], timezone: 'UTC' },
  action: {
    type: 'startWorkflow',
    workflowType: workflowFacts['ledger-proof'].type,
    // Temporal adds the time of each run.
    workflowId: workflowId('ledger-proof', 'daily'),
    taskQueue: workflowFacts['ledger-proof'].taskQueue,
    args: [{}],
    staticSummary: 'Daily proof of the ledger',
  },
  policies: {
    // A proof that takes longer than a day is not doubled; one that was missed is made up for within the day.
    overlap: ScheduleOverlapPolicy.SKIP,
    catchupWindow: '1 day',
  },
} as const satisfies Omit<ScheduleOptions, 'scheduleId'>

function stopPausing(): void {}
