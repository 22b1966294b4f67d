import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Client, type Connection, type WorkflowHandle } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import {
  type ActId,
  asId,
  type StaffMemberId,
  type TransactionId,
  type TransferActId,
} from '#domain/ids.ts'
import { createLog } from '#platform/log.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { connectTemporal } from '#test/support/temporal-connection.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { workflowId } from '#workflows/contract.ts'
import { updates } from '#workflows/contract/messages.ts'
import { keepHistory } from './corpus.ts'
import { readHandle } from './runs.ts'
import { kill, runUntil, startStuck } from './stuck-worker.ts'

/** Of a workflow task: a local activity that takes longer is still under way in the next one. */
const taskMs = 1000

const order = () => ({ actId: asId<ActId>(randomUUID()), actedBy: randomUUID() })

const kinds = {
  checkout: {
    kind: 'checkout',
    tell: (run: WorkflowHandle) =>
      run.executeUpdate(updates.beginPayment, {
        args: [{ transactionId: asId<TransactionId>(randomUUID()) }],
      }),
  },
  bankTransfer: {
    kind: 'bank-transfer',
    tell: (run: WorkflowHandle) =>
      run.executeUpdate(updates.takeTransfer, {
        args: [
          { actId: asId<TransferActId>(randomUUID()), staffId: asId<StaffMemberId>(randomUUID()) },
        ],
      }),
  },
  funds: {
    kind: 'funds',
    tell: (run: WorkflowHandle) =>
      assert.rejects(run.executeUpdate(updates.releaseFunds, { args: [order()] })),
  },
  refund: {
    kind: 'refund',
    tell: (run: WorkflowHandle) => run.executeUpdate(updates.approveRefund, { args: [order()] }),
  },
  payout: {
    kind: 'payout',
    tell: (run: WorkflowHandle) => run.executeUpdate(updates.closeUnknown, { args: [order()] }),
  },
} as const

/** Those whose first task leaves a marker for this alone. */
const isMarked: ReadonlySet<string> = new Set(['checkout', 'bank-transfer', 'funds'])

describe('a run whose worker is lost in its first step, and that gets an update then', function () {
  this.timeout(60_000)
  let stuck: ChildProcess | undefined
  before(() => installRuntimeOnce(createLog({ level: 'error', name: 'test' })))
  const temporal = given(() => startOwnTemporal())
  let connection: Connection
  before(async () => (connection = await connectTemporal(temporal.address)))
  after(() => connection?.close())
  afterEach(() => stuck?.kill('SIGKILL'))

  for (const [type, { kind, tell }] of Object.entries(kinds))
    it(`goes on after the next restart: ${type}`, async () => {
      const [taskQueue, subjectId] = [`${type}-${randomUUID()}`, randomUUID()]
      const { address } = temporal
      stuck = startStuck(address, taskQueue, 'from the start')
      const client = new Client({ connection })
      const run = await client.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(kind, subjectId),
        workflowTaskTimeout: taskMs,
        args: [{ checkoutId: subjectId, transactionId: subjectId, refundId: subjectId }],
      })
      await eventually(async () => (await readHandle(run)).text.includes('TASK_COMPLETED'))
      await kill(stuck)
      await runUntil(address, taskQueue, tell(run))
      const history = await run.fetchHistory()
      const name = `${kind}-worker-lost-at-the-start`
      if (isMarked.has(kind)) await keepHistory(client, kind, { name, subjectId })
      await Worker.runReplayHistory(
        { workflowBundle: await workflowBundle() },
        history,
        run.workflowId,
      )
    })
})
