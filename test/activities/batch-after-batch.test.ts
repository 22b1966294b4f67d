import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import { matchStatement, proveLedger } from '#activities/in-batches.ts'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import type { ProofStanding } from '#workflows/contract.ts'
import { paidCollection } from '#test/use-cases/refunds/refunds.ts'
import { given } from '#test/support/given.ts'
import { freshReference, importOne, statementOf } from '#test/support/statements.ts'

describe('a step of minutes', () => {
  const books = given(() => openBooks())

  /** Where Temporal takes its heartbeats; its worker stops after so many. */
  function worker(beatsMax: number) {
    const environment = new MockActivityEnvironment()
    const beats: unknown[] = []
    environment.on('heartbeat', (details: unknown) => {
      beats.push(details)
      if (beats.length === beatsMax) environment.cancel('WORKER_SHUTDOWN')
    })
    return { environment, beats }
  }

  it('leaves a statement after the batch that runs when its worker stops, and another one ends it', async () => {
    const stranger = freshReference()
    const lines = Array.from({ length: 2500 }, (_, at) => ({
      operator_reference: `${stranger}-${at}`,
    }))
    const reconciliationId = await importOne(books, statementOf(lines))
    const match = ({ environment }: ReturnType<typeof worker>) =>
      environment.run(() => matchStatement(books, { reconciliationId }))
    const left = { state: 'matching', linesDone: 1000, linesTotal: 2500 }
    const first = worker(1)
    assert.deepEqual(await match(first), left)
    assert.deepEqual(first.beats, [left])
    assert.deepEqual(await match(worker(9)), { ...left, state: 'done', linesDone: 2500 })
    assert.deepEqual(await match(worker(9)), { ...left, state: 'done', linesDone: 2500 })
  })

  it('leaves a proof in the same manner, and tells of its end once it has one', async () => {
    await paidCollection(books, await createMerchant(books))
    const told: unknown[] = []
    const dependencies = {
      database: books.database,
      observeProof: (end: object) => void told.push(end),
      log: { error: (details: object) => void told.push(details), warn() {}, debug() {} },
    } as unknown as Parameters<typeof proveLedger>[0]
    const proofId = asId<LedgerProofId>(randomUUID())
    const prove = ({ environment }: ReturnType<typeof worker>): Promise<ProofStanding> =>
      environment.run(() => proveLedger(dependencies, { proofId }))
    assert.equal((await prove(worker(1))).state, 'running')
    assert.deepEqual(told, [])
    assert.equal((await prove(worker(99))).state, 'holds')
    assert.deepEqual(told, [{ state: 'holds' }])
  })
})
