import { workflowKinds, type WorkflowKind } from '#workflows/contract.ts'

/** What a workflow id names; undefined for an id that is not of this form. */
export function subjectOf(
  id: string,
): { readonly kind: WorkflowKind; readonly subjectId: string } | undefined {
  const [kind = '', subjectId = '', ...rest] = id.split('/')
  if (!Object.hasOwn(workflowKinds, kind) || rest.length > 0 || !uuid.test(subjectId)) return
  return { kind: kind as WorkflowKind, subjectId }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
