import type { WorkflowService } from '@temporalio/client'

type Described = Awaited<ReturnType<WorkflowService['describeTaskQueue']>>

/** A worker that takes tasks from a queue. */
export type Poller = NonNullable<Described['pollers']>[number]

/** The workers that poll a queue for tasks of this kind, of whatever version. */
export async function pollersOf(
  workflowService: WorkflowService,
  { namespace, queue, tasks }: PolledQueue,
): Promise<readonly Poller[]> {
  const since = Date.now() - polledWithinMs
  const { pollers } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: taskTypes[tasks],
  })
  return (pollers ?? []).filter(
    ({ lastAccessTime: at }) => Number(at?.seconds ?? 0) * 1000 >= since,
  )
}

export interface PolledQueue {
  readonly namespace: string
  readonly queue: string
  readonly tasks: keyof typeof taskTypes
}

const taskTypes = { workflow: 1, activity: 2 } as const
/** A worker polls again after a minute at the latest. */
const polledWithinMs = 75_000
