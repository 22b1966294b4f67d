import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import {
  searchAttributes,
  type SignalName,
  workflowFacts,
  workflowId,
} from '#workflows/contract.ts'
import type { OutboxEntry, OutboxOptions, OutboxRow } from '#db/outbox-entry.ts'
import { openAmong } from './open-facts.ts'
import { onPool } from '#db/sql.ts'

/**
 * Hands one entry over: it is done when its run is open, or when its fact needs none any more. A run that ended without
 * the end of its fact is started again, under the same id.
 */
export async function handOver(options: OutboxOptions, row: OutboxRow): Promise<void> {
  const hasRun = await options.call((client) =>
    row.signal === null ? start(client, row, options.isEager) : signal(client, row),
  )
  if (!hasRun) await startAgain(options, row)
}

/** True while a run is open under this id. */
export async function isRunOpen(client: Client, id: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING'
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

/** False when a run of this id has ended before, and another is refused. */
async function start(client: Client, row: OutboxRow, isEager: boolean): Promise<boolean> {
  const { type } = workflowFacts[row.kind]
  try {
    await client.workflow.start(type, { ...runOf(row), requestEagerStart: isEager })
    return true
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    // A kind that may run again was refused because it runs; of the others this is seldom: a second hand-over, or an end.
    const { isRepeatable } = workflowFacts[row.kind]
    return isRepeatable || isRunOpen(client, workflowId(row.kind, row.subjectId))
  }
}

/** False when there is no run to tell. */
async function signal(client: Client, row: OutboxRow): Promise<boolean> {
  const name = row.signal ?? ''
  try {
    if (row.startsRun) {
      const { type } = workflowFacts[row.kind]
      await client.workflow.signalWithStart(type, { ...runOf(row), signal: name })
    } else {
      await client.workflow.getHandle(workflowId(row.kind, row.subjectId)).signal(name)
    }
    return true
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

async function startAgain(options: OutboxOptions, row: OutboxRow): Promise<void> {
  const [fact] = await openAmong(onPool(options.pool), row.kind, [row.subjectId])
  if (fact === undefined) return
  await options.call((client) => restart(client, fact.entry, row.signal ?? fact.hint))
}

async function restart(
  client: Client,
  entry: OutboxEntry,
  hint: SignalName | undefined,
): Promise<void> {
  const { type } = workflowFacts[entry.kind]
  const workflowIdReusePolicy = WorkflowIdReusePolicy.ALLOW_DUPLICATE
  const run = { ...runOf(rowOf(entry)), workflowIdReusePolicy }
  try {
    if (hint === undefined) await client.workflow.start(type, run)
    else await client.workflow.signalWithStart(type, { ...run, signal: hint })
  } catch (error) {
    // Somebody else has started it meanwhile.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

type RunFacts = Omit<OutboxRow, 'id' | 'signal' | 'startsRun'>

function rowOf({ kind, subjectId, searchAttributes: values, summary }: OutboxEntry): RunFacts {
  return { kind, subjectId, searchAttributes: values ?? {}, summary: summary ?? '' }
}

/** How the run of an entry is started. */
function runOf(row: RunFacts) {
  const facts = workflowFacts[row.kind]
  return {
    workflowId: workflowId(row.kind, row.subjectId),
    taskQueue: facts.taskQueue,
    args: [facts.input(row.subjectId)],
    workflowIdReusePolicy: facts.isRepeatable
      ? WorkflowIdReusePolicy.ALLOW_DUPLICATE
      : WorkflowIdReusePolicy.REJECT_DUPLICATE,
    typedSearchAttributes: typed(row.searchAttributes),
    staticSummary: row.summary,
  }
}

function typed(values: OutboxRow['searchAttributes']): TypedSearchAttributes {
  const names = Object.keys(searchAttributes) as (keyof typeof searchAttributes)[]
  return new TypedSearchAttributes(
    names.flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [{ key: searchAttributes[name], value }]
    }),
  )
}
