import { createRequire } from 'node:module'
import type { Client, WorkflowHandle } from '@temporalio/client'
import { onPool } from '#db/sql.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'

/** A run, as its history tells it. */
export interface Run {
  readonly events: readonly RunEvent[]
  /** Of the whole history as JSON text: what people and programs can read of it. */
  readonly text: string
}

/** A history event in the JSON form of Temporal's API: times and ids as text, payloads in base64. */
export interface RunEvent {
  readonly eventType: string
  readonly eventTime: { readonly seconds: string; readonly nanos?: number }
  readonly timerStartedEventAttributes?: {
    readonly timerId: string
    readonly startToFireTimeout: { readonly seconds: string; readonly nanos?: number }
  }
  readonly markerRecordedEventAttributes?: { readonly markerName: string }
  readonly timerFiredEventAttributes?: { readonly timerId: string }
  readonly activityTaskScheduledEventAttributes?: {
    readonly activityType: { readonly name: string }
    readonly taskQueue: { readonly name: string }
    readonly priority?: { readonly priorityKey?: number }
  }
  readonly userMetadata?: { readonly summary?: Payload }
}
interface Payload {
  readonly data?: string
}

/** A timer of a run; `firedAt` is missing when it was cancelled, or waits. */
export interface RunTimer {
  readonly startedAt: number
  readonly durationMs: number
  readonly firedAt: number | undefined
  readonly summary: string | undefined
}

/** Hands over what is announced for this subject: what a kick would do, when the test wants it. */
export async function handOver(
  { database, outbox }: { readonly database: Database; readonly outbox: Outbox },
  subjectId: string,
): Promise<void> {
  const rows = await onPool(database.pool).rows<{ id: string }>(
    'select id from outbox where subject_id = $1 order by id',
    [subjectId],
  )
  outbox.kick(rows.map(({ id }) => id))
  await outbox.drain()
}

/** The end of a run; on a time-skipping client, time passes until then. */
export async function resultOf(
  client: Client,
  kind: WorkflowKind,
  subjectId: string,
): Promise<unknown> {
  return client.workflow.getHandle(workflowId(kind, subjectId)).result()
}

/** The run's history so far. */
export async function readRun(client: Client, kind: WorkflowKind, subjectId: string): Promise<Run> {
  return readHandle(client.workflow.getHandle(workflowId(kind, subjectId)))
}

/** The same of a handle, which may name one of several runs. */
export async function readHandle(handle: WorkflowHandle): Promise<Run> {
  const history = await handle.fetchHistory()
  const text = JSON.stringify(history)
  return { ...(JSON.parse(text) as { events: RunEvent[] }), text }
}

/** How many local activities it has done. */
export function stepsOf({ events }: Run): number {
  const markers = events.map((event) => event.markerRecordedEventAttributes?.markerName ?? '')
  return markers.filter((name) => name.includes('local_activity')).length
}

/** What the run's page says of its present state: empty as long as it says nothing. */
export async function readDetails(
  client: Client,
  kind: WorkflowKind,
  subjectId: string,
): Promise<string> {
  const handle = client.workflow.getHandle(workflowId(kind, subjectId))
  const metadata = await handle.query<{ readonly currentDetails?: string }>(
    '__temporal_workflow_metadata',
  )
  return metadata.currentDetails ?? ''
}

/** The timers of a run, in the order of their start. */
export function timersOf({ events }: Run): RunTimer[] {
  const fired = new Map(
    events.flatMap((event) => {
      const id = event.timerFiredEventAttributes?.timerId
      return id === undefined ? [] : [[id, timeOf(event)]]
    }),
  )
  return events.flatMap((event) => {
    const timer = event.timerStartedEventAttributes
    if (timer === undefined) return []
    const { seconds, nanos = 0 } = timer.startToFireTimeout
    const durationMs = Number(seconds ?? 0) * 1000 + nanos / 1e6
    const summary = event.userMetadata?.summary
    return [
      {
        startedAt: timeOf(event),
        durationMs,
        firedAt: fired.get(timer.timerId),
        summary: summary && (JSON.parse(decoded(summary)) as string),
      },
    ]
  })
}

/** The regular steps of a run, in the order in which they were scheduled: `checkPayment on operator-mtn`. */
export function regularSteps({ events }: Run): string[] {
  return events.flatMap(({ activityTaskScheduledEventAttributes: step }) =>
    step === undefined ? [] : [`${step.activityType.name} on ${step.taskQueue.name}`],
  )
}

/** When an event happened, in milliseconds; the first by default the start, the last the end of the run. */
function timeOf(event: RunEvent | undefined): number {
  const { seconds, nanos = 0 } = event?.eventTime ?? { seconds: 'NaN' }
  return Number(seconds ?? 0) * 1000 + nanos / 1e6
}

/** From the first event to the last, in the run's own time. */
export function lengthMs({ events }: Run): number {
  return timeOf(events.at(-1)) - timeOf(events[0])
}

/** When the last event happened, in the run's own time. */
export function endedAt({ events }: Run): number {
  return timeOf(events.at(-1))
}

/** True if the run's last timer has neither fired nor been cancelled. */
export function isPausing({ events }: Run): boolean {
  return (
    events
      .findLast(({ eventType }) => eventType.includes('_TIMER_'))
      ?.eventType.endsWith('_STARTED') === true
  )
}

/** The sentences that the history shows beside its steps, timers and start, in order. */
export function summariesOf({ events }: Run): string[] {
  return events.flatMap(({ userMetadata }) => {
    const summary = userMetadata?.summary
    return summary === undefined ? [] : [JSON.parse(decoded(summary)) as string]
  })
}

/** The JSON text of a run with its payloads in clear: what an engineer, or anyone with access, can read. */
export function clearText({ text }: Pick<Run, 'text'>): string {
  return text.replaceAll(
    /"data":"([A-Za-z0-9+/=]+)"/g,
    (_, data: string) => `"data":${JSON.stringify(decoded({ data }))}`,
  )
}

/** The size of the largest payload, in bytes. */
export function largestPayload({ text }: Run): number {
  const sizes = Array.from(
    text.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g),
    ([, data = '']) => Buffer.from(data, 'base64').length,
  )
  return Math.max(...sizes)
}

/** A stored history as the replayer takes it: its own types, which its JSON reader does not accept from a nested package. */
export function historyOf(json: object): object {
  const require = createRequire(createRequire(import.meta.url).resolve('@temporalio/worker'))
  const { temporal } = require('@temporalio/proto') as ProtoPackage
  return temporal.api.history.v1.History.fromObject(json)
}

interface ProtoPackage {
  readonly temporal: {
    readonly api: {
      readonly history: { readonly v1: { readonly History: { fromObject(json: object): object } } }
    }
  }
}

function decoded({ data = '' }: Payload): string {
  return Buffer.from(data, 'base64').toString('utf8')
}
