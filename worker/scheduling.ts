import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import type { NativeConnection } from '@temporalio/worker'
import { EnvError } from '#platform/env-error.ts'
import type { Log } from '#platform/log.ts'
import { retryUntilStopped } from '#platform/retry-until.ts'
import { type ClientEnv, clientOn } from '#platform/temporal.ts'
import { awayReason } from '#platform/temporal-patience.ts'
import { registerSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { startOf, type Workflows } from '#workflows/contract.ts'
import { keywordAttributes } from '#workflows/contract/search-attributes.ts'
import { dailyProof, housekeeping, runReconciliation } from '#workflows/contract/schedules.ts'

const deadlineMs = 5000
const retryPauseMs = 10_000
/** If Temporal's store is lost, schedules and search attributes are lost with it, while workers keep running. */
const againEveryMs = 60_000

/**
 * Ensures repeatedly that Temporal has the service's search attributes and schedules; concurrent workers do not
 * conflict. At startup each worker updates the schedules to its version; later it only creates missing ones.
 */
export function startScheduling({
  connection,
  env,
  log,
  claim,
  keepOrders,
  everyMs = againEveryMs,
}: {
  readonly connection: NativeConnection
  readonly env: ClientEnv
  readonly log: Log
  /** Claims the namespace; throws an `EnvError` if it belongs to another installation. */
  readonly claim: () => Promise<void>
  /** Keeps the schedules of standing orders in step with the database. */
  readonly keepOrders: (call: ScheduleCall) => Promise<unknown>
  readonly everyMs?: number
}): Scheduling {
  const { temporalNamespace: namespace } = env
  const client = clientOn(connection, env)
  const call = <T>(work: (client: Client) => Promise<T>, withinMs = deadlineMs): Promise<T> =>
    connection.withDeadline(Date.now() + withinMs, () => work(client))
  let isUpToDate = false
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
  refused.catch(() => {})
  const scheduling = retryUntilStopped({
    turn: async () => {
      await claim()
      await call(() => (isUpToDate ? makeMissing(client) : ensureSchedules(client)))
      isUpToDate = true
      await registerSearchAttributes({ connection, call }, namespace, keywordAttributes)
      await keepOrders(call)
      return everyMs
    },
    failed: (error, inARow) => {
      if (error instanceof EnvError) refuse(error)
      const reason = awayReason(error)
      const why = reason === undefined ? { err: error } : { reason }
      if (inARow === 1) log.warn(why, 'Temporal did not take the schedule; trying again')
      return Math.min(retryPauseMs, everyMs)
    },
  })
  return { refused, ...scheduling }
}

/** Calls Temporal under a deadline. */
export type ScheduleCall = <T>(work: (client: Client) => Promise<T>) => Promise<T>

export interface Scheduling {
  /** Rejects if the namespace turns out to belong to another installation. */
  readonly refused: Promise<never>
  stop(): Promise<void>
}

/** Creates the schedules, or updates them to this version; one that somebody has paused stays paused. */
async function ensureSchedules(client: Client): Promise<void> {
  await ensureDailyProof(client)
  await ensureRunReconciliation(client)
  await ensure(client, keepingHouse)
}

/** Creates or updates the schedule of the nightly ledger check. */
export function ensureDailyProof(client: Client): Promise<void> {
  return ensure(client, daily)
}

/** Creates or updates the schedule that compares the database with the open runs. */
export function ensureRunReconciliation(client: Client): Promise<void> {
  return ensure(client, reconcilingRuns)
}

async function ensure(client: Client, schedule: ScheduleOptions): Promise<void> {
  if (await make(client, schedule)) return
  const { scheduleId, ...changes } = schedule
  await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...changes, state }))
}

async function makeMissing(client: Client): Promise<void> {
  for (const schedule of [daily, reconcilingRuns, keepingHouse]) await make(client, schedule)
}

/** False if it exists. */
async function make(client: Client, schedule: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(schedule)
    return true
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    return false
  }
}

const { hour, minute } = dailyProof

const proof = startOf('ledger-proof', 'daily')

const daily = {
  scheduleId: dailyProof.scheduleId,
  spec: { calendars: [{ hour, minute }], timezone: 'UTC' },
  action: {
    type: 'startWorkflow',
    workflowType: proof.type,
    // Temporal appends the time of each run.
    workflowId: proof.workflowId,
    taskQueue: proof.taskQueue,
    args: [{}] satisfies [Workflows['ledgerProof']['input']],
    staticSummary: 'Daily proof of the ledger',
  },
  policies: {
    // A check that takes longer than a day is not doubled; a missed one is made up for within the day.
    overlap: ScheduleOverlapPolicy.SKIP,
    catchupWindow: '1 day',
  },
} as const satisfies ScheduleOptions

/** A schedule that runs every minute; if one is missed, the next does its work. */
function eachMinute(
  { scheduleId, everyMs, ...action }: typeof runReconciliation | typeof housekeeping,
  staticSummary: string,
) {
  const { type: workflowType, taskQueue } = action
  return {
    scheduleId,
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId,
      taskQueue,
      args: [],
      staticSummary,
      workflowExecutionTimeout: '30m',
    },
    // Ten seconds is the minimum that Temporal accepts.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10s' },
  } as const satisfies ScheduleOptions
}

const reconcilingRuns = eachMinute(runReconciliation, 'Open runs against the books')
const keepingHouse = eachMinute(housekeeping, 'What has had its time')
