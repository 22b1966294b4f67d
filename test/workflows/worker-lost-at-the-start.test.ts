import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client, Connection, type WorkflowHandle } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import {
  type ActId,
  asId,
  type StaffMemberId,
  type TransactionId,
  type TransferActId,
} from '#domain/ids.ts'
import { createLog } from '#platform/log.ts'
import { eventually } from '#test/support/call.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { workflowId } from '#workflows/contract.ts'
import { updates } from '#workflows/contract/messages.ts'
import { keepHistory } from './corpus.ts'
import { readHandle } from './runs.ts'

/** Of a workflow task: a local activity that takes longer is still under way in the next one. */
const taskMs = 1000
const dayMs = 86_400_000

function steps() {
  const standing = {
    state: 'in_progress',
    needsApproval: false,
    takenBy: asId<StaffMemberId>(randomUUID()),
    approvedBy: null,
  } as const
  const open = { status: 'open', paymentId: null, isRecorded: false, leftMs: dayMs } as const
  const begun = { status: 'processing', isRecorded: false, leftMs: dayMs } as const
  return {
    openTransfer: async () => ({ standing, reminderMs: dayMs }),
    moveTransfer: async () => ({ standing }),
    readFunds: async () => ({ status: 'pending', waitMs: dayMs }),
    decideFunds: async () => ({ refused: 'action_not_allowed' }),
    readCheckout: async () => open,
    beginCheckoutPayment: async ({ transactionId }: { readonly transactionId: string }) => ({
      ...begun,
      paymentId: transactionId,
    }),
    openRefund: async () => ({ status: 'pending', approvers: [] }),
    decideRefund: async () => ({ status: 'pending' }),
    requestPayment: async () => ({ state: 'taken', summary: 'Taken', expiresAt: '2030-01-01' }),
    closeUnknown: async () => ({ status: 'pending' }),
  }
}

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
  let temporal: OwnTemporal
  let connection: Connection
  let stuck: ChildProcess | undefined
  before(async () => {
    installRuntimeOnce(createLog({ level: 'error', name: 'test' }))
    temporal = await startOwnTemporal()
    connection = await Connection.connect({ address: temporal.address })
  })
  afterEach(() => stuck?.kill('SIGKILL'))
  after(async () => {
    await connection?.close()
    await temporal?.stop()
  })

  function startStuck(taskQueue: string): ChildProcess {
    const main = fileURLToPath(new URL('stuck-worker-main.ts', import.meta.url))
    const imports = '--import=./platform/jsx.mjs'
    return spawn(process.execPath, [imports, main, temporal.address, taskQueue], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  async function runUntil(taskQueue: string, isDone: Promise<unknown>): Promise<void> {
    const native = await NativeConnection.connect({ address: temporal.address })
    const worker = await Worker.create({
      connection: native,
      taskQueue,
      workflowBundle: await workflowBundle(),
      activities: steps(),
    })
    await worker.runUntil(isDone)
    await native.close()
  }

  for (const [type, { kind, tell }] of Object.entries(kinds))
    it(`goes on after the next restart: ${type}`, async () => {
      const [taskQueue, subjectId] = [`${type}-${randomUUID()}`, randomUUID()]
      stuck = startStuck(taskQueue)
      const client = new Client({ connection })
      const run = await client.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(kind, subjectId),
        workflowTaskTimeout: taskMs,
        args: [{ checkoutId: subjectId, transactionId: subjectId, refundId: subjectId }],
      })
      await eventually(async () => (await readHandle(run)).text.includes('TASK_COMPLETED'))
      stuck.kill('SIGKILL')
      await once(stuck, 'exit')
      await runUntil(taskQueue, tell(run))
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
