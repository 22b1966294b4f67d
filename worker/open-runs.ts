import type { Client, WorkflowHandle } from '@temporalio/client'
import proto from '@temporalio/proto'
import { Worker } from '@temporalio/worker'
import type { DeploymentPlace } from '#platform/temporal-deployment.ts'
import { versioning } from '#workflows/versioning.ts'
import type { WorkflowBundle } from './bundle.ts'

const { VERSIONING_BEHAVIOR_PINNED } = proto.temporal.api.enums.v1.VersioningBehavior

/** Open runs, replayed with different code than the code they ran on. */
export interface Replayed {
  /** Their workflow ids. */
  readonly fitting: readonly string[]
  /** Those that could not continue with it. */
  readonly misfits: readonly string[]
  /** True if there were more, which were not checked. */
  readonly isCut: boolean
}

type ReplayPlace = Pick<DeploymentPlace, 'call' | 'dataConverter'>

/**
 * Replays the histories of the open runs that could move to this code, up to a maximum: all except those pinned to
 * theirs. A run that has just begun is found before Temporal's index knows how it is versioned; its history shows that.
 */
export async function replayMovingRuns(
  place: ReplayPlace,
  bundle: WorkflowBundle,
): Promise<Replayed> {
  const open = `ExecutionStatus = 'Running' and TemporalWorkflowVersioningBehavior`
  const known = await replayOpenRuns(place, bundle, `${open} != 'Pinned'`)
  const begun = await replay(place, bundle, { query: `${open} is null`, isLeftOut: isPinned })
  return {
    fitting: [...known.fitting, ...begun.fitting],
    misfits: [...known.misfits, ...begun.misfits],
    isCut: known.isCut || begun.isCut,
  }
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>

/** Whether the last workflow task pinned the run to its version. */
function isPinned({ events }: History): boolean {
  const done = events?.findLast((event) => event.workflowTaskCompletedEventAttributes)
  return (
    done?.workflowTaskCompletedEventAttributes?.versioningBehavior === VERSIONING_BEHAVIOR_PINNED
  )
}

/** Replays the histories of the open runs that `query` finds, up to a maximum, with the code of this bundle. */
export function replayOpenRuns(
  place: ReplayPlace,
  bundle: WorkflowBundle,
  query: string,
): Promise<Replayed> {
  return replay(place, bundle, { query, isLeftOut: () => false })
}

interface Search {
  readonly query: string
  readonly isLeftOut: (history: History) => boolean
}

async function replay(
  { call, dataConverter }: ReplayPlace,
  { code }: WorkflowBundle,
  { query, isLeftOut }: Search,
): Promise<Replayed> {
  const fitting: string[] = []
  const misfits: string[] = []
  const found = await call(async (client) => take(client, query, runsMax + 1))
  const histories = async function* () {
    for (const workflowId of found.slice(0, runsMax)) {
      const history = await call((client) => client.workflow.getHandle(workflowId).fetchHistory())
      if (!isLeftOut(history)) yield { workflowId, history }
    }
  }
  if (found.length > 0) {
    const replays = Worker.runReplayHistories(
      { workflowBundle: { code }, dataConverter },
      histories(),
    )
    for await (const { workflowId, error } of replays) {
      ;(error === undefined ? fitting : misfits).push(workflowId)
    }
  }
  return { fitting, misfits, isCut: found.length > runsMax }
}

/**
 * Moves open runs to this code if no worker runs theirs any more: a run that replays continues where it is, at the
 * current version; one that does not is terminated, and restarted from the database within two minutes.
 */
export async function adoptOpenRuns(
  place: ReplayPlace,
  bundle: WorkflowBundle,
  query: string,
): Promise<Replayed> {
  const { call } = place
  const replayed = await replayOpenRuns(place, bundle, query)
  for (const workflowId of replayed.fitting) {
    await call((client) => upgrade(client, workflowId)).catch(unlessEnded)
  }
  for (const workflowId of replayed.misfits) {
    await call((client) => client.workflow.getHandle(workflowId).terminate(reason)).catch(
      unlessEnded,
    )
  }
  return replayed
}

/** Thousands are checked in minutes; an installation with more lets them finish on the old version. */
const runsMax = 5000
const reason = 'its code is not run any more, and the current one cannot go on with it'

async function take(client: Client, query: string, most: number): Promise<string[]> {
  const ids: string[] = []
  const types = Object.keys(versioning).map((type) => `'${type}'`)
  const ours = `${query} and WorkflowType in (${types.join(', ')})`
  for await (const { workflowId } of client.workflow.list({ query: ours })) {
    ids.push(workflowId)
    if (ids.length >= most) break
  }
  return ids
}

async function upgrade(client: Client, workflowId: string): Promise<void> {
  await client.workflowService.updateWorkflowExecutionOptions({
    namespace: client.options.namespace,
    workflowExecution: { workflowId },
    workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
    updateMask: { paths: ['versioning_override'] },
  })
}

const notFound = 5

/** A run that has ended meanwhile needs nothing. */
function unlessEnded(error: unknown): void {
  if (error instanceof Error && error.name === 'WorkflowNotFoundError') return
  if (error instanceof Error && 'code' in error && error.code === notFound) return
  throw error
}
