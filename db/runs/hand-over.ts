import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import { startOf, type WorkflowFunction, type WorkflowType } from '#workflows/contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { type SignalName, signals } from '#workflows/contract/messages.ts'
import type { OutboxEntry, OutboxOptions, OutboxRow } from '#db/outbox-entry.ts'
import { countAsSent } from './count-as-sent.ts'
import { openAmong } from './open-facts.ts'
import { onPool } from '#db/sql.ts'

/**
 * Hands one entry over: it is done when its run is open, or when its fact no longer needs one. A run that ended before
 * its fact is started again, under the same id.
 */
export async function handOver(options: OutboxOptions, row: OutboxRow): Promise<void> {
  const hasRun = await options.call((client) =>
    isSignal(row) ? signal(client, row, options) : start(client, row, options),
  )
  if (!hasRun) await startAgain(options, row)
}

function isSignal(row: OutboxRow): row is OutboxRow & { readonly signal: SignalName } {
  return row.signal !== null
}

/** True while a run with this workflow id is open; with `runId`, while that run of it is. */
export async function isRunOpen(client: Client, id: string, runId?: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(id, runId).describe()).status.name === 'RUNNING'
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

/** False if a run with this id has ended and Temporal refuses a second one. */
async function start(client: Client, row: OutboxRow, options: OutboxOptions): Promise<boolean> {
  const { type, isRepeatable, run } = runOf(row, options)
  try {
    await client.workflow.start<Begun>(type, { ...run, requestEagerStart: options.isEager })
    return true
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    // A repeatable kind is only refused while it runs; for other kinds this is rare: a second hand-over, or an ended
    // run.
    return isRepeatable || isRunOpen(client, run.workflowId)
  }
}

/** False if there is no run to signal. */
async function signal(
  client: Client,
  row: OutboxRow & { readonly signal: SignalName },
  options: OutboxOptions,
): Promise<boolean> {
  const { type, run } = runOf(row, options)
  const { signal: name } = row
  try {
    if (row.startsRun) {
      await client.workflow.signalWithStart<Begun>(type, { ...run, signal: signals[name] })
    } else {
      await client.workflow.getHandle(run.workflowId).signal(signals[name])
    }
    return true
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

/**
 * A run reads the database when it starts; the signal that found no run is sent to it as well. If an earlier run has
 * ended, only the operator knows what became of the order: the new run asks about it first, and does not send it.
 */
async function startAgain(options: OutboxOptions, row: OutboxRow): Promise<void> {
  const books = onPool(options.pool)
  const [fact] = await openAmong(books, row.kind, [row.subjectId])
  if (fact === undefined) return
  await countAsSent(books, row.kind, [row.subjectId])
  await options.call((client) => restart(client, runOf(fact.entry, options), row.signal))
}

async function restart(
  client: Client,
  { type, run: first }: ReturnType<typeof runOf>,
  name: SignalName | null,
): Promise<void> {
  const run = { ...first, workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE }
  try {
    if (name === null) await client.workflow.start<Begun>(type, run)
    else await client.workflow.signalWithStart<Begun>(type, { ...run, signal: signals[name] })
  } catch (error) {
    // Somebody else has started it meanwhile.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

type Begun = WorkflowFunction<WorkflowType>

/** The start options of an entry's run. */
function runOf(entry: Startable, { searchReference }: OutboxOptions) {
  const { kind, subjectId, searchAttributes: values = {}, summary = '', endpointId } = entry
  const { type, input, isRepeatable, ...place } = startOf(kind, subjectId)
  const told = endpointId === undefined ? input : { ...input, endpointId }
  const run = {
    ...place,
    args: [told] as [typeof input],
    workflowIdReusePolicy: isRepeatable
      ? WorkflowIdReusePolicy.ALLOW_DUPLICATE
      : WorkflowIdReusePolicy.REJECT_DUPLICATE,
    typedSearchAttributes: typed(values, searchReference),
    // Services take turns when many tasks are waiting.
    ...(values.serviceEnv !== undefined && { priority: { fairnessKey: values.serviceEnv } }),
    staticSummary: summary,
  }
  return { type, isRepeatable, run }
}

type Startable = Pick<OutboxEntry, 'kind' | 'searchAttributes' | 'summary'> &
  Pick<OutboxRow, 'endpointId'> & { readonly subjectId: string }

function typed(
  { reference, ...others }: OutboxRow['searchAttributes'],
  searchReference: OutboxOptions['searchReference'] = (plain) => plain,
): TypedSearchAttributes {
  const values = {
    ...others,
    ...(reference !== undefined && { reference: searchReference(reference) }),
  }
  const names = Object.keys(searchAttributes) as (keyof typeof searchAttributes)[]
  return new TypedSearchAttributes(
    names.flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [{ key: searchAttributes[name], value }]
    }),
  )
}
