import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { WorkflowKind } from '#workflows/contract.ts'
import { subjectOf } from '#workflows/contract/subject-of.ts'

/** A run that Temporal lists as open; the list may lag behind what is true. */
export interface OpenRun {
  readonly workflowId: string
  readonly runId: string
  readonly kind: WorkflowKind
  readonly subjectId: string
  readonly startedAt: Date
}

/** One page of Temporal's list of open runs, those about a fact of the books only; `next` where there is more. */
export async function listOpenRuns(
  client: Client,
  nextPageToken: Uint8Array | undefined,
): Promise<{ readonly runs: readonly OpenRun[]; readonly next: Uint8Array | undefined }> {
  const answer = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    query: `ExecutionStatus = 'Running'`,
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

/** As many as the service gives at once. */
const pageSize = 1000

/** Asks a run to look at its books and to end where they do not know it; one that has ended meanwhile is left alone. */
export async function requestCancel(client: Client, { workflowId, runId }: OpenRun): Promise<void> {
  await unlessEnded(() => client.workflow.getHandle(workflowId, runId).cancel())
}

/** Ends a run that did not obey. */
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
