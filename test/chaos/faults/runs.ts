import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { listOpenRuns, type OpenRun } from '#use-cases/runs/list.ts'
import type { World } from '#test/chaos/world.ts'
import type { Fault, Site } from './fault.ts'

/** Somebody with the UI of Temporal open. */
type Deed = 'cancel' | 'terminate' | 'reset'

/** At once. */
const victimsMax = 8

/** Some runs of every kind that is open are cancelled, ended by force, or sent back to their first step. */
export const meddling = (deed: Deed): Fault => ({
  lane: 'lines',
  async hurt(site) {
    const victims = await openRuns(site)
    const done = await Promise.all(victims.map((run) => meddle(site.world, deed, run)))
    const hurt = victims.filter((_run, at) => done[at])
    const kinds = new Set(hurt.map(({ kind }) => kind))
    return hurt.length === 0 ? undefined : `${deed}: ${hurt.length} runs (${[...kinds].join(', ')})`
  },
})

/** Of each kind some. */
async function openRuns({ world, random }: Site): Promise<OpenRun[]> {
  const listed = await world.temporal
    .call((client) => listOpenRuns(client, undefined))
    // Temporal is away itself.
    .catch(() => ({ runs: [] }))
  const shuffled = random.shuffled(listed.runs)
  const firstOfKind = new Map(shuffled.map((run) => [run.kind, run]))
  return [...new Set([...firstOfKind.values(), ...shuffled])].slice(0, victimsMax)
}

async function meddle({ temporal }: World, deed: Deed, run: OpenRun): Promise<boolean> {
  const work = {
    cancel: (client: Client) => client.workflow.getHandle(run.workflowId).cancel(),
    terminate: (client: Client) =>
      client.workflow.getHandle(run.workflowId).terminate('somebody meddles'),
    reset: (client: Client) => reset(client, run),
  }[deed]
  return temporal
    .call(async (client) => work(client))
    .then(
      () => true,
      // It has ended meanwhile, or Temporal is away.
      () => false,
    )
}

async function reset(client: Client, { workflowId, runId }: OpenRun): Promise<void> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory()
  const first = history.events?.find((event) => event.workflowTaskCompletedEventAttributes)
  if (!first?.eventId) return
  await client.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId, runId },
    reason: 'somebody meddles',
    requestId: randomUUID(),
    workflowTaskFinishEventId: first.eventId,
  })
}
