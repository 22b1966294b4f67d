import type { WorkerOptions } from '@temporalio/worker'
import type { WorkerLimits, WorkerQueue } from '#platform/env-worker.ts'
import { taskQueues } from '#workflows/contract.ts'
import type { WorkflowBundle } from './bundle.ts'

type Compartment = Pick<
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

/** How one queue is worked on: its slots are its own, so that who waits there holds up nobody elsewhere. */
export function compartment(
  queue: WorkerQueue,
  limits: WorkerLimits,
  workflows: WorkflowBundle,
): Compartment {
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
      // A worker that is lost is not waited for: another takes over after this.
      stickyQueueScheduleToStartTimeout: '2s',
      maxConcurrentWorkflowTaskExecutions: limits.workflowSlots,
      maxConcurrentLocalActivityExecutions: limits.localSlots,
      workflowTaskPollerBehavior: pollers(limits.workflowSlots),
      ...(limits.cachedWorkflows !== undefined && { maxCachedWorkflows: limits.cachedWorkflows }),
    }),
  }
}

const pollersFirst = 5

/** Queues that have workflows; on the others there are activities alone. */
export const hasWorkflows: ReadonlySet<WorkerQueue> = new Set(Object.values(taskQueues))
