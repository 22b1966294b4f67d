import assert from 'node:assert/strict'
import { enqueue } from '#db/outbox.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { startMailbox } from '#dev/mailbox.ts'
import { entryOf } from '#test/db/outbox-scene.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { makers } from '#test/use-cases/runs/open-facts.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import { asks, lookAgain, noticed, statusOf } from './attention.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readDetails, resultOf } from './runs.ts'

/** A column without which a step of each kind cannot be taken. */
const columns: Readonly<Record<WorkflowKind, readonly [table: string, column: string]>> = {
  collection: ['transaction', 'operator_state'],
  payout: ['transaction', 'operator_state'],
  'bank-transfer': ['bank_transfer', 'state'],
  'late-answer': ['sandbox_operator.request', 'decides_at'],
  'late-refund-answer': ['sandbox_operator.request', 'decides_at'],
  refund: ['refund', 'approved_by'],
  funds: ['transaction', 'funds_status'],
  checkout: ['checkout', 'status'],
  'webhook-delivery': ['webhook_delivery', 'status'],
  'webhook-replay': ['webhook_replay', 'status'],
  reconciliation: ['reconciliation', 'state'],
  'ledger-proof': ['ledger_proof', 'state'],
  'payout-file': ['payout_file_line', 'state'],
  mail: ['mail', 'outcome'],
}

describe('runs of every kind whose step cannot be taken', () => {
  const mailbox = given(() => startMailbox())
  const service = given(() =>
    startSkippedService({ LOG_LEVEL: 'fatal', SMTP_URL: mailbox.smtpUrl }),
  )

  for (const [of, [table, column]] of Object.entries(columns)) {
    const kind = of as WorkflowKind
    it(`a ${kind} asks for attention where a column is missing, and goes on when it is there`, async () => {
      const id = await made(kind)
      await books().rows(`alter table ${table} rename column ${column} to gone`)
      try {
        await handOver(service, id)
        await asks(service, kind, id)
      } finally {
        await books().rows(`alter table ${table} rename column gone to ${column}`)
      }
      assert.equal(await statusOf(service, kind, id), 'attention')
      // What an engineer reads who opens the run: what it waits for, which attempt that is, why the last one failed.
      const details = await readDetails(service.environment.client, kind, id)
      assert.match(
        details,
        /^Asks for attention\. “.+” \(\w+\) failed: \w+, attempt \d+ since .+Z\. .+ look again: /,
      )
      await lookAgain(service, kind, id)
      await eventually(async () => (await noticed(service, kind, id))[2] === 'mended')
      await eventually(async () => (await statusOf(service, kind, id)) !== 'attention')
      if (kind === 'webhook-delivery') {
        await resultOf(service.environment.client, kind, id)
        const kept = { name: 'delivery-looks-again', subjectId: id }
        await keepHistory(service.environment.client, kind, kept)
      }
    })
  }

  /** A fact of this kind whose run has not been started; what else was announced about it is left out. */
  async function made(kind: WorkflowKind): Promise<string> {
    const { database, heldOutbox: outbox } = service
    const rows = <Row extends object>(text: string, ...values: readonly unknown[]) =>
      books().rows<Row>(text, values)
    const id = await makers[kind]({ url: '', database, outbox, rows, close: async () => {} })
    await rows('delete from outbox where subject_id = $1', id)
    await inTransaction(database.pool, (tx) => enqueue(tx, [entryOf(kind, id)]))
    return id
  }

  const books = () => onPool(service.database.pool)
})
