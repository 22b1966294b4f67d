import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { asId, type StaffMemberId, type TransactionId, type TransferActId } from '#domain/ids.ts'
import type { TransferStanding } from '#domain/transfers/transfer.ts'
import { givenTimeSkipping } from '#test/support/time-skipping.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { signals, updates } from '#workflows/contract/messages.ts'

const longMs = 2000

/**
 * The books as a run meets them on a slow day: what it reads may come long after it was read, and a move that is under
 * way then is over before.
 */
function slowBooks() {
  let standing: TransferStanding = {
    state: 'to_process',
    needsApproval: false,
    takenBy: null,
    approvedBy: null,
  }
  const isMoving = Promise.withResolvers<void>()
  const isReadAgain = Promise.withResolvers<void>()
  const isMoved = Promise.withResolvers<void>()
  let reads = 0
  return {
    isFirstRead: Promise.withResolvers<void>(),
    async openTransfer() {
      reads += 1
      const read = { standing, reminderMs: 86_400_000 }
      // The first one lasts until the run has both to do, in one task: to look again, and to carry out an act.
      if (reads === 1) {
        this.isFirstRead.resolve()
        await isMoving.promise
        return read
      }
      isReadAgain.resolve()
      await Promise.race([isMoved.promise, pause(longMs)])
      await pause(100)
      return read
    },
    async moveTransfer() {
      isMoving.resolve()
      await Promise.race([isReadAgain.promise, pause(longMs)])
      const takenBy = asId<StaffMemberId>(randomUUID())
      standing = { ...standing, state: standing.takenBy ? 'rejected' : 'in_progress', takenBy }
      isMoved.resolve()
      return { standing }
    },
    noteTrouble: async () => undefined,
    noteMended: async () => undefined,
    tellStaff: async () => undefined,
  }
}

describe('a bank transfer that is read again while an act is carried out', function () {
  this.timeout(60_000)
  const skipped = givenTimeSkipping()

  it('is known as the act left it: the next act is not refused, and the run ends with it', async () => {
    const books = slowBooks()
    const worker = await Worker.create({
      connection: skipped.environment.nativeConnection,
      taskQueue: 'transfers',
      workflowBundle: await workflowBundle(),
      activities: {
        openTransfer: () => books.openTransfer(),
        moveTransfer: () => books.moveTransfer(),
        noteTrouble: books.noteTrouble,
        noteMended: books.noteMended,
        tellStaff: books.tellStaff,
      },
    })
    await worker.runUntil(async () => {
      const run = await skipped.environment.client.workflow.start('bankTransfer', {
        taskQueue: 'transfers',
        workflowId: `bank-transfer/${randomUUID()}`,
        args: [{ transactionId: asId<TransactionId>(randomUUID()) }],
      })
      const act = () => ({
        actId: asId<TransferActId>(randomUUID()),
        staffId: asId<StaffMemberId>(randomUUID()),
      })
      await books.isFirstRead.promise
      await run.signal(signals.lookNow)
      const taken = await run.executeUpdate(updates.takeTransfer, { args: [act()] })
      assert.equal(taken.status, 'in_progress')
      const rejected = await run.executeUpdate(updates.rejectTransfer, { args: [act()] })
      assert.equal(rejected.status, 'rejected')
      assert.equal(await run.result(), 'failed')
    })
  })
})
