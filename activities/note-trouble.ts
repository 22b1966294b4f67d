import { activityInfo } from '@temporalio/activity'
import type { StepTrouble } from '#domain/runs/failure.ts'
import * as attention from '#use-cases/runs/attention.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Keeps for the staff what the run of this step asks about, and a line in the log, for who watches only that. */
export async function noteTrouble(
  { database, log }: ActivityDependencies,
  trouble: StepTrouble,
): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined && (await attention.noteTrouble(database, run, trouble)))
    log.error({ ...run, ...trouble }, 'a run asks for attention')
}

/** Keeps that it asks no more. */
export async function noteMended({
  database,
}: Pick<ActivityDependencies, 'database'>): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined) await attention.noteMended(database, run)
}
