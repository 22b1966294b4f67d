import type { WorkerOptions } from '@temporalio/worker'
import type { WorkerLimits, WorkerQueue } from '#platform/env-worker.ts'
import { taskQueues } from '#workflows/contract.ts'
import type { WorkflowBundle } from './bundle.ts'

type Bulkhead = Pick<
  WorkerOptions,
  | 'taskQueue'
  | 'workflowBundle'
  | 'stickyQueueScheduleToStartTimeout'
  | 'maxConcurrentWorkflowTaskExecutions'
  | 'maxConcurrentLocalActivityExecutions'
  | 'maxConcurrentActivityTaskExecutions'
  | 'maxTaskQueueActivitiesPerSecond'
  | 'maxCachedWorkflows'
  | 'workflowTaskPollerBehavior'
  | 'activityTaskPollerBehavior'
>

/** The worker of one queue, with slots of its own, so that waiting there delays nothing elsewhere. */
export function bulkhead(
  queue: WorkerQueue,
  limits: WorkerLimits,
  workflows: WorkflowBundle,
): Bulkhead {
  const perSecond = queue === 'payments' ? undefined : limits.perSecond[queue]
  const pollers = (slots: number) => {
    const maximum = Math.min(limits.pollersMax, slots)
    return { type: 'autoscaling', initial: Math.min(pollersFirst, maximum), maximum } as const
  }
  return {
    taskQueue: queue,
    maxConcurrentActivityTaskExecutions: limits.slots[queue],
    activityTaskPollerBehavior: pollers(limits.slots[queue]),
    ...(perSecond !== undefined && { maxTaskQueueActivitiesPerSecond: perSecond }),
    ...(hasWorkflows.has(queue) && {
      workflowBundle: workflows,
      // Nobody waits longer than this for a lost worker: then another takes over.
      stickyQueueScheduleToStartTimeout: '2s',
      maxConcurrentWorkflowTaskExecutions: limits.workflowSlots,
      maxConcurrentLocalActivityExecutions: limits.localSlots,
      workflowTaskPollerBehavior: pollers(limits.workflowSlots),
      ...cacheOf(queue, limits),
    }),
  }
}

/**
 * A delivery that waits hours for its next attempt is not kept in memory meanwhile; only as many are kept as can send
 * at once. A payment ends soon: of those, as many are kept as the SDK has room for.
 */
function cacheOf(queue: WorkerQueue, limits: WorkerLimits): Pick<Bulkhead, 'maxCachedWorkflows'> {
  const kept = limits.cachedWorkflows ?? (queue === 'webhooks' ? limits.slots.webhooks : undefined)
  return kept === undefined ? {} : { maxCachedWorkflows: kept }
}

const pollersFirst = 5

/** Queues that have workflows; on the others there are only activities. */
export const hasWorkflows: ReadonlySet<WorkerQueue> = new Set(Object.values(taskQueues))
