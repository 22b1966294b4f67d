import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Client, type Connection, type WorkflowHandle } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { createLog } from '#platform/log.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { connectTemporal } from '#test/support/temporal-connection.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals, updates } from '#workflows/contract/messages.ts'
import { readHandle, stepsOf } from './runs.ts'
import { getStuck, kill, runUntil, startStuck } from './stuck-worker.ts'

/** Of a workflow task: a local activity that takes longer is still under way in the next one. */
const taskMs = 3000

const paymentId = asId<TransactionId>(randomUUID())

/** Those that wait without a timer, so that the task which a signal wakes them in leaves nothing. */
const kinds = {
  checkout: {
    kind: 'checkout',
    begin: (run: WorkflowHandle) =>
      run.executeUpdate(updates.beginPayment, { args: [{ transactionId: paymentId }] }),
    wake: (run: WorkflowHandle) => run.signal(signals.paymentEnded),
    tell: (run: WorkflowHandle) =>
      run.executeUpdate(updates.dropPayment, { args: [{ transactionId: paymentId }] }),
  },
  refund: {
    kind: 'refund',
    begin: async () => undefined,
    wake: (run: WorkflowHandle) => run.signal(signals.lookNow),
    tell: (run: WorkflowHandle) =>
      run.executeUpdate(updates.approveRefund, {
        args: [{ actId: asId<ActId>(randomUUID()), actedBy: randomUUID() }],
      }),
  },
} as const

describe('a run whose worker is lost in a later step that a signal began, and that gets an update then', function () {
  this.timeout(180_000)
  let stuck: ChildProcess | undefined
  before(() => installRuntimeOnce(createLog({ level: 'error', name: 'test' })))
  const temporal = given(() => startOwnTemporal())
  let connection: Connection
  before(async () => (connection = await connectTemporal(temporal.address)))
  after(() => connection?.close())
  afterEach(() => stuck?.kill('SIGKILL'))

  for (const [type, { kind, begin, wake, tell }] of Object.entries(kinds))
    it(`goes on after the next restart: ${type}`, async () => {
      const { address } = temporal
      const [taskQueue, subjectId] = [`${type}-${randomUUID()}`, randomUUID()]
      stuck = startStuck(address, taskQueue, 'later')
      const client = new Client({ connection })
      const run = await client.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(kind, subjectId),
        workflowTaskTimeout: taskMs,
        args: [{ checkoutId: subjectId, refundId: subjectId }],
      })
      await eventually(async () => stepsOf(await readHandle(run)) > 0)
      await begin(run)
      await getStuck(stuck)
      await wake(run)
      await eventually(async () => {
        const { text } = await readHandle(run)
        return text.slice(text.lastIndexOf('EXECUTION_SIGNALED')).includes('TASK_COMPLETED')
      })
      await kill(stuck)
      await runUntil(address, taskQueue, tell(run))
      await Worker.runReplayHistory(
        { workflowBundle: await workflowBundle() },
        await run.fetchHistory(),
        run.workflowId,
      )
    })
})
