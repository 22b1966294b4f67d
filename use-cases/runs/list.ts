import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { WorkflowKind } from '#workflows/contract.ts'
import { subjectOf } from '#workflows/contract/subject-of.ts'

/** A run that Temporal lists as open; the list may be outdated. */
export interface OpenRun {
  readonly workflowId: string
  readonly runId: string
  readonly kind: WorkflowKind
  readonly subjectId: string
  readonly startedAt: Date
}

interface Page {
  readonly runs: readonly OpenRun[]
  /** Where the next page begins, if there is one. */
  readonly next: Uint8Array | undefined
}

/** One page of Temporal's list of open runs, only those with a subject in the database. */
export function listOpenRuns(client: Client, nextPageToken: Uint8Array | undefined): Promise<Page> {
  return listRuns(client, `ExecutionStatus = 'Running'`, nextPageToken)
}

/** The same for any query. */
export async function listRuns(
  client: Client,
  query: string,
  nextPageToken: Uint8Array | undefined,
): Promise<Page> {
  const answer = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    query,
    pageSize,
    nextPageToken: nextPageToken ?? null,
  })
  const runs = answer.executions.flatMap(({ execution, startTime }) => {
    const { workflowId, runId } = execution ?? {}
    const subject = subjectOf(workflowId ?? '')
    if (subject === undefined || !workflowId || !runId) return []
    return [
      { workflowId, runId, ...subject, startedAt: new Date(Number(startTime?.seconds) * 1000) },
    ]
  })
  const next = answer.nextPageToken
  return { runs, next: next === null || next.length === 0 ? undefined : next }
}

/** The maximum page size of the service. */
const pageSize = 1000

/**
 * Cancels a run, which makes it check the database and end if its subject is missing; does nothing if it has already
 * ended.
 */
export async function requestCancel(client: Client, { workflowId, runId }: OpenRun): Promise<void> {
  await unlessEnded(() => client.workflow.getHandle(workflowId, runId).cancel())
}

/** Terminates a run that did not react to the cancellation. */
export async function terminate(client: Client, { workflowId, runId }: OpenRun): Promise<void> {
  await unlessEnded(() => client.workflow.getHandle(workflowId, runId).terminate(reason))
}

const reason = 'its fact is not in the database, and it did not end when asked to'

async function unlessEnded(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}
