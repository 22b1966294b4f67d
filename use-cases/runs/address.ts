import type { UseCaseContext } from '#use-cases/context.ts'
import { subjectOf } from '#workflows/contract/subject-of.ts'

/** The page about the subject of this workflow id; undefined for an id that is not ours. */
export function runAddress(
  workflowId: string,
  runUrl: UseCaseContext['runUrl'],
): string | undefined {
  const run = subjectOf(workflowId)
  return run && runUrl(run.kind, run.subjectId)
}
