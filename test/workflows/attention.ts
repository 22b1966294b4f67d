import assert from 'node:assert/strict'
import { listNotices } from '#use-cases/notices/list.ts'
import { eventually } from '#test/support/call.ts'
import type { SkippedService } from '#test/support/time-skipping.ts'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { signals } from '#workflows/contract/messages.ts'

/** Until the run asks for attention; time passes, for it may have to wait before it takes the step that fails. */
export async function asks(service: SkippedService, kind: WorkflowKind, id: string): Promise<void> {
  await service.environment.sleep('1m')
  await eventually(async () => (await noticed(service, kind, id))[2] === 'waits')
}

/** What the staff was told of this run, which is one notice: step, code, and whether it waits. */
export async function noticed(
  service: SkippedService,
  kind: WorkflowKind,
  id: string,
): Promise<(string | undefined)[]> {
  const all = await listNotices(service.database, { state: 'all', limit: 100 })
  const own = all.flatMap((notice) =>
    'about' in notice && 'workflowId' in notice.about ? [notice.about] : [],
  )
  const about = own.filter((told) => told.workflowId === workflowId(kind, id))
  assert.ok(about.length <= 1, 'told once')
  return [about[0]?.trouble?.step, about[0]?.trouble?.code, about[0]?.done]
}

/** What the run is found by: how its transaction stands, or that it asks. */
export async function statusOf(
  { environment }: SkippedService,
  kind: WorkflowKind,
  id: string,
): Promise<string | undefined> {
  const found = await environment.client.workflow.getHandle(workflowId(kind, id)).describe()
  return found.typedSearchAttributes.get(searchAttributes.transactionStatus)
}

/** As the command line does it. */
export function lookAgain(
  { environment }: SkippedService,
  kind: WorkflowKind,
  id: string,
): Promise<void> {
  return environment.client.workflow.getHandle(workflowId(kind, id)).signal(signals.lookAgain)
}
