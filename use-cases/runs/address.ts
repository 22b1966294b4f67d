import type { UseCaseContext } from '#use-cases/context.ts'
import { subjectOf } from '#workflows/contract/subject-of.ts'

/** Where the run of this workflow id is looked at; undefined for an id that is none of ours. */
export function runAddress(
  workflowId: string,
  runUrl: UseCaseContext['runUrl'],
): string | undefined {
  const run = subjectOf(workflowId)
  return run && runUrl(run.kind, run.subjectId)
}
