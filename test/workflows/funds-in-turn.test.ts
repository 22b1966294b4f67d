import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import { createLog } from '#platform/log.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { startTimeSkipping } from '#test/support/stack-temporal.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { workflowId } from '#workflows/contract.ts'
import { signals, updates } from '#workflows/contract/messages.ts'
import { keepHistory } from './corpus.ts'

const longMs = 2000

/** The books on a slow day: what a run reads may come after what it decides meanwhile. */
function slowBooks() {
  let status: FundsStatus = 'held'
  const isDeciding = Promise.withResolvers<void>()
  const isReadAgain = Promise.withResolvers<void>()
  const isDecided = Promise.withResolvers<void>()
  const isFirstRead = Promise.withResolvers<void>()
  let reads = 0
  return {
    isFirstRead: isFirstRead.promise,
    activities: {
      async readFunds() {
        reads += 1
        const read = { status, waitMs: 0 }
        // The first one lasts until the run has both to do: to look again, and to carry out an act, which may wait for it.
        if (reads === 1) {
          isFirstRead.resolve()
          await Promise.race([isDeciding.promise, pause(longMs)])
          return read
        }
        isReadAgain.resolve()
        await isDecided.promise
        await pause(100)
        return read
      },
      async decideFunds() {
        isDeciding.resolve()
        await Promise.race([isReadAgain.promise, pause(longMs)])
        status = 'available'
        isDecided.resolve()
        return { status }
      },
      noteTrouble: async () => undefined,
      noteMended: async () => undefined,
    },
  }
}

describe('funds that are read again while an act is carried out', function () {
  this.timeout(60_000)

  it('are known as the act left them: the run ends with it', async () => {
    installRuntimeOnce(createLog({ level: 'error', name: 'test' }))
    const environment = await startTimeSkipping()
    const books = slowBooks()
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: 'funds',
      workflowBundle: await workflowBundle(),
      activities: books.activities,
    })
    const transactionId = asId<TransactionId>(randomUUID())
    await worker.runUntil(async () => {
      const run = await environment.client.workflow.start('funds', {
        taskQueue: 'funds',
        workflowId: workflowId('funds', transactionId),
        args: [{ transactionId }],
      })
      await books.isFirstRead
      await run.signal(signals.lookNow)
      const order = { actId: asId<ActId>(randomUUID()), actedBy: randomUUID() }
      const released = await run.executeUpdate(updates.releaseFunds, { args: [order] })
      assert.equal(released.status, 'available')
      assert.equal(await run.result(), 'available')
      const kept = { name: 'funds-decided-meanwhile', subjectId: transactionId }
      await keepHistory(environment.client, 'funds', kept)
    })
    await environment.teardown()
  })
})
