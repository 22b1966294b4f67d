import type { WorkflowService } from '@temporalio/client'
import type { TemporalDeployment } from './env-temporal.ts'

/** The version that gets the new runs of a queue. */
export interface CurrentVersion {
  readonly deploymentName: string
  readonly buildId: string
}

/** Where Temporal sends the new runs of a queue; undefined: to workers without a version. */
export async function currentVersionOf(
  workflowService: WorkflowService,
  { namespace, queue }: { readonly namespace: string; readonly queue: string },
): Promise<CurrentVersion | undefined> {
  const { versioningInfo } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: workflowTasks,
  })
  const { deploymentName, buildId } = versioningInfo?.currentDeploymentVersion ?? {}
  return deploymentName && buildId ? { deploymentName, buildId } : undefined
}

const workflowTasks = 1

/**
 * Why workers with these settings get no new runs, whatever is made current of their own; undefined if they may get some
 * (docs/changing-a-workflow.md#deploying).
 */
export function passedOver(
  own: TemporalDeployment | undefined,
  current: CurrentVersion | undefined,
): string | undefined {
  if (current === undefined || own?.name === current.deploymentName) return undefined
  const { deploymentName, buildId } = current
  const workers = own === undefined ? 'workers without a version' : `workers of ${own.name}`
  return `new runs go to version ${buildId} of ${deploymentName}: ${workers} get none`
}

/** What to do about it. */
export function passedOverTodo({ deploymentName }: CurrentVersion): string {
  return `Set TEMPORAL_DEPLOYMENT_NAME=${deploymentName} for the workers, or give the runs to workers without a version: npm run deploy -- current unversioned`
}
