import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WithStartWorkflowOperation, WorkflowUpdateFailedError } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import {
  type ActId,
  asId,
  type StaffMemberId,
  type TransactionId,
  type TransferActId,
} from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { givenTimeSkipping } from '#test/support/time-skipping.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { updates } from '#workflows/contract/messages.ts'
import { readHandle, timersOf } from './runs.ts'

/** Which of two steps that are under way at once is over first; the other one ends when the run has gone on with it. */
type First = 'read' | 'act'
const longMs = 2000
const laterMs = 300
/** Of a workflow task: a local activity that takes longer sees the next one. */
const taskMs = 1000

function stepsThatEnd(first: First) {
  const isOver = Promise.withResolvers<void>()
  const step = async <Result>(which: First, result: Result): Promise<Result> => {
    if (which !== first) {
      await Promise.race([isOver.promise, pause(longMs)])
      await pause(laterMs)
    }
    isOver.resolve()
    return result
  }
  const standing = {
    state: 'in_progress',
    needsApproval: false,
    takenBy: asId<StaffMemberId>(randomUUID()),
    approvedBy: null,
  } as const
  const none = async () => undefined
  return {
    openTransfer: () => step('read', { standing, reminderMs: 86_400_000 }),
    moveTransfer: () => step('act', { standing }),
    readFunds: () => step('read', { status: 'pending', waitMs: 86_400_000 }),
    decideFunds: () => step('act', { refused: 'action_not_allowed' }),
    noteTrouble: none,
    noteMended: none,
    tellStaff: none,
  }
}

describe('a run that gets an update while it reads how its subject stands', function () {
  this.timeout(60_000)
  const taskQueue = 'at-the-start'
  const skipped = givenTimeSkipping()

  const input = () => [{ transactionId: asId<TransactionId>(randomUUID()) }] as const
  const conflict = { workflowIdConflictPolicy: 'FAIL', taskQueue } as const

  async function takeATransfer(workflowId: string): Promise<void> {
    await skipped.environment.client.workflow.executeUpdateWithStart(updates.takeTransfer, {
      args: [actOf()],
      startWorkflowOperation: new WithStartWorkflowOperation('bankTransfer', {
        ...conflict,
        workflowId,
        args: [...input()],
      }),
    })
  }

  async function releaseFunds(workflowId: string): Promise<void> {
    const release = skipped.environment.client.workflow.executeUpdateWithStart(
      updates.releaseFunds,
      {
        args: [{ actId: asId<ActId>(randomUUID()), actedBy: randomUUID() }],
        startWorkflowOperation: new WithStartWorkflowOperation('funds', {
          ...conflict,
          workflowId,
          args: [...input()],
        }),
      },
    )
    await assert.rejects(release, WorkflowUpdateFailedError)
  }

  const actOf = () => ({
    actId: asId<TransferActId>(randomUUID()),
    staffId: asId<StaffMemberId>(randomUUID()),
  })

  const begun = { 'bank-transfer': takeATransfer, funds: releaseFunds } as const

  for (const [kind, begin] of Object.entries(begun))
    for (const first of ['act', 'read'] as const)
      it(`goes on after a restart of its worker: ${kind}, the ${first} over first`, async () => {
        const bundle = await workflowBundle()
        const worker = await Worker.create({
          connection: skipped.environment.nativeConnection,
          taskQueue,
          workflowBundle: bundle,
          activities: stepsThatEnd(first),
        })
        const workflowId = `${kind}/${randomUUID()}`
        const run = skipped.environment.client.workflow.getHandle(workflowId)
        await worker.runUntil(async () => {
          await begin(workflowId)
          await eventually(async () => timersOf(await readHandle(run)).length > 0)
        })
        const history = await run.fetchHistory()
        await Worker.runReplayHistory({ workflowBundle: bundle }, history, workflowId)
      })

  for (const first of ['act', 'read'] as const)
    it(`goes on if the update comes in a later task, while a step takes long: the ${first} over first`, async () => {
      const bundle = await workflowBundle()
      const isReading = Promise.withResolvers<void>()
      const isActing = Promise.withResolvers<void>()
      const steps = stepsThatEnd(first)
      const worker = await Worker.create({
        connection: skipped.environment.nativeConnection,
        taskQueue,
        workflowBundle: bundle,
        activities: {
          ...steps,
          openTransfer: async () => {
            isReading.resolve()
            // Where the update waits for this step, it is not carried out meanwhile.
            await Promise.race([isActing.promise, pause(longMs)])
            return steps.openTransfer()
          },
          moveTransfer: () => {
            isActing.resolve()
            return steps.moveTransfer()
          },
        },
      })
      const workflowId = `bank-transfer/${randomUUID()}`
      await worker.runUntil(async () => {
        const run = await skipped.environment.client.workflow.start('bankTransfer', {
          taskQueue,
          workflowId,
          workflowTaskTimeout: taskMs,
          args: [...input()],
        })
        await isReading.promise
        await run.executeUpdate(updates.takeTransfer, { args: [actOf()] })
        await eventually(async () => timersOf(await readHandle(run)).length > 0)
      })
      const history = await skipped.environment.client.workflow.getHandle(workflowId).fetchHistory()
      await Worker.runReplayHistory({ workflowBundle: bundle }, history, workflowId)
    })
})
