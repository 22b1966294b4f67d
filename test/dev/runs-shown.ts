/** The ids of the runs that this page of the Temporal UI lists, in order. */
export async function runsShownAt(page: string): Promise<readonly string[]> {
  const { origin, pathname, search } = new URL(page)
  const response = await fetch(`${origin}/api/v1${pathname}${search}`)
  const { executions } = (await response.json()) as {
    readonly executions: readonly { readonly execution: { readonly workflowId: string } }[]
  }
  return executions.map(({ execution }) => execution.workflowId).toSorted()
}
