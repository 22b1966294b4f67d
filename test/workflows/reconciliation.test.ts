import assert from 'node:assert/strict'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import {
  endedAt,
  freshReference,
  importOne,
  namesOf,
  statementOf,
} from '#test/support/statements.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { keepHistory } from './corpus.ts'
import { clearText, handOver, readDetails, readRun, resultOf } from './runs.ts'

describe('the runs of a reconciliation and of a proof of the books', () => {
  const service = given(() => startSkippedService())

  it('match a statement in one step, whose history holds counts and no line', async () => {
    const parts = { database: service.database, outbox: service.heldOutbox }
    const merchant = await createMerchant(parts, { mode: 'live' })
    const transactionId = await acceptOne(parts, merchant)
    const outcome = { status: 'succeeded', providerReference: freshReference() } as const
    await settleTransaction(parts.database, parts.outbox, { transactionId, outcome })
    await endedAt(parts.database, [transactionId])
    const names = await namesOf(parts.database, transactionId)
    const stranger = freshReference()
    const lines = Array.from({ length: 2500 }, (_, at) => ({
      operator_reference: `${stranger}-${at}`,
    }))
    const id = await importOne(parts, statementOf([names, ...lines]))
    await handOver(service, id)
    const { client } = service.environment
    assert.deepEqual(await resultOf(client, 'reconciliation', id), {
      state: 'done',
      linesDone: 2501,
      linesTotal: 2501,
    })
    const record = await readReconciliation(parts.database, id)
    assert.deepEqual(
      [record.state, record.linesAgreed, record.differences],
      ['done', 1, { missing_here: 2500 }],
    )
    assert.equal(await readDetails(client, 'reconciliation', id), 'Ended: 2501 lines matched.')
    const run = await readRun(client, 'reconciliation', id)
    assert.ok(run.events.length < 15, `${run.events.length} events`)
    for (const text of [stranger, names.reference, names.operator_reference])
      assert.ok(!clearText(run).includes(text))
    await keepHistory(client, 'reconciliation', { name: 'reconciliation', subjectId: id })
  })

  it('prove the books that somebody ordered to prove', async () => {
    const { database, heldOutbox } = service
    const member = await createStaffMember(database)
    const { id } = await orderProof(database, heldOutbox, { member, cause: cause() })
    await handOver(service, id)
    const { client } = service.environment
    const standing = (await resultOf(client, 'ledger-proof', id)) as { state: string }
    assert.equal(standing.state, 'holds')
    assert.equal((await readLedgerProof(database, id)).state, 'holds')
    await keepHistory(client, 'ledger-proof', { name: 'ledger-proof', subjectId: id })
  })

  it('a proof that nobody ordered writes itself down under an id of its own', async () => {
    const { client } = service.environment
    const handle = await client.workflow.start('ledgerProof', {
      workflowId: 'ledger-proof/daily-2026-11-21T02:15:00Z',
      taskQueue: 'payments',
      args: [{}],
    })
    assert.equal(((await handle.result()) as { state: string }).state, 'holds')
    const { rows } = await service.database.pool.query(
      `select state from ledger_proof where ordered_by is null`,
    )
    assert.deepEqual(rows, [{ state: 'holds' }])
  })
})
