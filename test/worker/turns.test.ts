import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { handOver } from '#db/runs/hand-over.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { given } from '#test/support/given.ts'
import { openBooks } from '#test/support/books.ts'
import { sharedStack } from '#test/support/stack.ts'
import { clientAt } from '#test/support/temporal-connection.ts'
import { taskQueues } from '#workflows/contract.ts'

const crowd = 200
const few = 3

describe('services take turns where tasks of many wait', () => {
  const books = given(() => openBooks())
  let namespace: string
  const temporal = given(async () => {
    const stack = await sharedStack()
    namespace = await stack.createNamespace()
    return clientAt(stack.temporalAddress, namespace)
  })

  it(`${few} runs of one are begun before most of the ${crowd} that another had started before`, async () => {
    const early = await startedFor(randomUUID(), crowd)
    const late = await startedFor(randomUUID(), few)
    // No worker serves this namespace: the tasks wait, and are taken here one after the other.
    const taken: string[] = []
    while (late.some((id) => !taken.includes(id))) taken.push(await nextTask())
    const before = taken.filter((id) => early.includes(id)).length
    assert.ok(before < crowd / 2, `${before} of ${crowd} came first`)
  }).timeout(60_000)

  async function startedFor(serviceEnv: string, count: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomUUID())
    const { pool } = books.database
    const call: TemporalClient['call'] = (work) => temporal.call(work)
    for (const [at, subjectId] of ids.entries()) {
      await handOver(
        { pool, call, isEager: false, onError: () => {} },
        {
          id: BigInt(at),
          kind: 'webhook-delivery',
          subjectId,
          signal: null,
          startsRun: false,
          searchAttributes: { serviceEnv },
          summary: '',
          traceparent: null,
        },
      )
    }
    return ids.map((id) => `webhook-delivery/${id}`)
  }

  async function nextTask(): Promise<string> {
    const task = await temporal.call(
      ({ workflowService }) =>
        workflowService.pollWorkflowTaskQueue({
          namespace,
          taskQueue: { name: taskQueues.webhooks },
          identity: 'a test',
        }),
      20_000,
    )
    return task.workflowExecution?.workflowId ?? ''
  }
})
