import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { listOpenRuns, type OpenRun } from '#use-cases/runs/list.ts'
import { reconcileRuns } from '#use-cases/runs/reconcile.ts'
import type { Sweep } from '#use-cases/runs/sweep.ts'
import { openAmong } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'
import { eventually } from '#test/support/call.ts'
import { outboxTo } from '#test/support/orders.ts'
import type { ApiHere } from './api-here.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import { type EveryKind, openEveryKind } from './every-kind.ts'
import { tell } from './rounds.ts'
import { givenScene, openScene } from './scene.ts'
import { unwell } from './watches-and-replays.ts'

const each = 4
/** All that wait for something outside; no more than one replay goes on at a time, which has all of it done to it. */
const kindsMeant: readonly WorkflowKind[] = [
  'bank-transfer',
  'checkout',
  'collection',
  'funds',
  'late-answer',
  'payout',
  'refund',
  'webhook-delivery',
  'webhook-replay',
]
/** Deleted, nothing is left of a run: neither its history nor that it ever was. */
const deeds = ['cancel', 'reset', 'terminate', 'delete'] as const
type Deed = (typeof deeds)[number]
interface Done {
  readonly deed: Deed
  readonly run: OpenRun
}
/** No age is waited for. */
const ages = { factsOlderThanMs: -60_000, runsOlderThanMs: -60_000, obeyWithinMs: 3_600_000 }

describe('somebody cancels, resets, terminates and deletes runs of every kind by hand', function () {
  this.timeout(240_000)
  // An attempt that failed waits for somebody to ask for the next.
  const scene = givenScene(() => openScene({ WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h,1h' }))
  let client: Client
  let api: ApiHere
  let kinds: EveryKind

  before(async () => {
    client = scene.temporal.client
    ;[api] = await scene.serveHere()
    scene.mailbox.answerWith(unwell)
    kinds = await openEveryKind(scene, client, { api, each })
  })

  it('each goes on, or is started again, and all comes to the end that it would have had', async () => {
    const runs = await eventually(async () => {
      const open = await openRuns()
      return kindsMeant.every((kind) => open.some((run) => run.kind === kind)) && open
    })
    const done = await meddleWithAll(runs)
    assert.equal(done.length, kindsMeant.length * deeds.length)
    const ended = done.filter(({ deed }) => deed === 'terminate' || deed === 'delete')
    await untilMended(ended)

    await kinds.endPinned(api)
    scene.mailbox.answerWith()
    await kinds.endOthers()
    const states = await scene.untilFinal(kinds.ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown()
    await eventually(async () => (await openRuns()).length === 0)
    const last = await sweep()
    assert.deepEqual([last.missing, last.orphaned], [0, 0])
    tell('runs ended by hand', {
      kinds: kindsMeant.length,
      'cancelled, reset, terminated or deleted': done.length,
      'started again': ended.length,
      lost: kinds.ids.length - states.size,
    })
  })

  /** Of each kind one run a deed; where there is but one, all of them, in turn. */
  async function meddleWithAll(runs: readonly OpenRun[]): Promise<Done[]> {
    const done: Done[] = []
    for (const kind of kindsMeant) {
      const own = await stillNeeded(
        kind,
        runs.filter((run) => run.kind === kind),
      )
      for (const [at, deed] of deeds.entries()) {
        const run = own[Math.min(at, own.length - 1)]
        if (run === undefined) continue
        await meddle(deed, run)
        done.push({ deed, run })
      }
    }
    return done
  }

  /** Not those whose fact is over, which end at any moment. */
  async function stillNeeded(kind: WorkflowKind, runs: readonly OpenRun[]): Promise<OpenRun[]> {
    const ids = runs.map(({ subjectId }) => subjectId)
    const facts = await openAmong(onPool(scene.database.pool), kind, ids)
    const open = new Set(facts.map(({ subjectId }) => subjectId))
    return runs.filter(({ subjectId }) => open.has(subjectId))
  }

  async function meddle(deed: Deed, { workflowId }: OpenRun): Promise<void> {
    const handle = client.workflow.getHandle(workflowId)
    if (deed === 'cancel') await handle.cancel()
    if (deed === 'terminate') await handle.terminate('by a test')
    if (deed === 'reset') await reset(workflowId)
    if (deed === 'delete') await remove(workflowId)
  }

  async function remove(workflowId: string): Promise<void> {
    const { runId } = await client.workflow.getHandle(workflowId).describe()
    await client.workflowService.deleteWorkflowExecution({
      namespace: scene.places.namespace,
      workflowExecution: { workflowId, runId },
    })
    await eventually(async () => (await stateOf(workflowId, runId)) === 'none')
  }

  async function stateOf(workflowId: string, runId?: string): Promise<string> {
    const page = client.workflow.getHandle(workflowId, runId).describe()
    return page.then(
      ({ status }) => status.name,
      (error: unknown) => {
        if (error instanceof WorkflowNotFoundError) return 'none'
        throw error
      },
    )
  }

  /** Back to its first step. */
  async function reset(workflowId: string): Promise<void> {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
    const first = events?.find((event) => event.workflowTaskCompletedEventAttributes)
    assert.ok(first?.eventId, `${workflowId} has made a step`)
    await client.workflowService.resetWorkflowExecution({
      namespace: scene.places.namespace,
      workflowExecution: { workflowId },
      reason: 'by a test',
      requestId: randomUUID(),
      workflowTaskFinishEventId: first.eventId,
    })
  }

  /**
   * Sweeps, as the service does each minute, until all of these were started again; some have ended by then. One whose
   * fact has ended needs no run: what it had under way when it was ended has done its work.
   */
  async function untilMended(done: readonly Done[]): Promise<void> {
    await eventually(async () => {
      await sweep()
      const left = await Promise.all(done.map(isStillNeeded))
      return left.every((isNeeded) => !isNeeded)
    }, 120_000)
  }

  async function isStillNeeded({ run }: Done): Promise<boolean> {
    const state = await stateOf(run.workflowId)
    const isGone = state === 'TERMINATED' || state === 'none'
    return isGone && (await stillNeeded(run.kind, [run])).length > 0
  }

  async function sweep(): Promise<Sweep> {
    const { database } = scene
    const outbox = outboxTo({ database, client })
    const swept = await reconcileRuns({ database, outbox, call: (work) => work(client) }, ages)
    await outbox.drain()
    return swept
  }

  async function openRuns(): Promise<readonly OpenRun[]> {
    return (await listOpenRuns(client, undefined)).runs
  }
})
