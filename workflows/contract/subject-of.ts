import { workflowKinds, type WorkflowKind } from '#workflows/contract.ts'

/** The kind and subject id in a workflow id; undefined if the id does not have this form. */
export function subjectOf(
  id: string,
): { readonly kind: WorkflowKind; readonly subjectId: string } | undefined {
  const [kind = '', subjectId = '', ...rest] = id.split('/')
  if (!Object.hasOwn(workflowKinds, kind) || rest.length > 0 || !uuid.test(subjectId)) return
  return { kind: kind as WorkflowKind, subjectId }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
