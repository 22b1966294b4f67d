import { Client, Connection } from '@temporalio/client'
import proto from '@temporalio/proto'
import { median } from './numbers.ts'

/** A run that sends by one regular activity: from what, and until when, in milliseconds since 1970. */
export interface Sent {
  readonly workflowId: string
  readonly since: number
  readonly arrivedAt: number
}

const { EventType } = proto.temporal.api.enums.v1
/** What is reached by each of these events of a run, in their order. */
const marks = [
  ['start', EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED],
  ['first task', EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED],
  ['activity', EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED],
] as const

/** Where the time went, in words: the median milliseconds until each mark, and from the last one to the receiver. */
export async function stagesText(
  { address, namespace }: { readonly address: string; readonly namespace: string },
  runs: readonly Sent[],
): Promise<string> {
  const connection = await Connection.connect({ address })
  try {
    const client = new Client({ connection, namespace })
    const spans = await Promise.all(runs.map((run) => spansOf(client, run)))
    const names = [...marks.map(([name]) => name), 'arrival']
    return names
      .map((name, at) => `${name} ${median(spans.map((each) => each[at] ?? 0)).toFixed(1)}`)
      .join(', ')
  } finally {
    await connection.close()
  }
}

async function spansOf(client: Client, { workflowId, since, arrivedAt }: Sent): Promise<number[]> {
  const { events = [] } = await client.workflow.getHandle(workflowId).fetchHistory()
  const times = marks.map(([, type]) => {
    const time = events?.find(({ eventType }) => eventType === type)?.eventTime
    return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6
  })
  return [...times, arrivedAt].map((time, at, all) => time - (all[at - 1] ?? since))
}
