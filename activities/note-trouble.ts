import { activityInfo } from '@temporalio/activity'
import type { StepTrouble } from '#domain/runs/failure.ts'
import * as attention from '#use-cases/runs/attention.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Records for staff that a run needs attention, and logs it for those who only watch the log. */
export async function noteTrouble(
  { database, log }: ActivityDependencies,
  trouble: StepTrouble,
): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined && (await attention.noteTrouble(database, run, trouble)))
    log.error({ ...run, ...trouble }, 'a run asks for attention')
}

/** Records that the run no longer needs attention. */
export async function noteMended({
  database,
}: Pick<ActivityDependencies, 'database'>): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined) await attention.noteMended(database, run)
}
