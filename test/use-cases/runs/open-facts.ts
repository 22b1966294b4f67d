import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { startReplay } from '#use-cases/webhooks/replay.ts'
import { money } from '#domain/money/money.ts'
import { inTransaction } from '#db/sql.ts'
import type { OutboxEntry } from '#db/outbox.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import { entryOf } from '#test/db/outbox-scene.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { importOne, statementOf } from '#test/support/statements.ts'
import { acceptOne, type Books, createMerchant, type Merchant } from '#test/support/books.ts'
import { makeCheckout } from '#test/use-cases/checkouts/checkouts.ts'
import { abandonedDelivery, waitingDelivery } from '#test/use-cases/webhooks/deliveries.ts'
import { expired } from '#test/support/ends.ts'
import { authorizeAll, numbersOf, sentFile } from '#test/use-cases/payouts/files.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

/** Makes one open fact of each kind, of a merchant of its own; the id of its subject. */
export const makers: Readonly<Record<WorkflowKind, (books: Books) => Promise<string>>> = {
  collection: async (books) => acceptOne(books, await createMerchant(books)),
  payout: async (books) => acceptPayoutOne(books, await rich(books)),
  'bank-transfer': async (books) => acceptPayoutOne(books, await rich(books), { isTransfer: true }),
  'late-answer': async (books) => {
    const transactionId = await acceptOne(books, await createMerchant(books))
    await books.rows(`update transaction set operator_state = 'taken' where id = $1`, transactionId)
    const settlement = { transactionId, outcome: expired, isWatched: true }
    await settleTransaction(books.database, books.outbox, settlement)
    await books.rows(
      'insert into late_watch (transaction_id) values ($1) on conflict do nothing',
      transactionId,
    )
    return transactionId
  },
  'late-refund-answer': async (books) => {
    const { transactionId, id } = await openRefund(books)
    await books.rows(
      `update refund set status = 'cancelled', completed_at = now() where id = $1`,
      id,
    )
    await books.rows(
      'insert into late_watch (transaction_id, refund_id) values ($1, $2)',
      transactionId,
      id,
    )
    return id
  },
  checkout: async (books) => makeCheckout(books, await createMerchant(books)),
  refund: async (books) => (await openRefund(books)).id,
  funds: async (books) => paidCollection(books, await createMerchant(books), { funds: 'held' }),
  'webhook-delivery': async (books) => (await waitingDelivery(books)).id,
  'webhook-replay': async (books) => {
    const { merchant } = await abandonedDelivery(books)
    const since = new Date(Date.now() - 3_600_000)
    const { serviceEnvId } = merchant
    return startReplay(books.database, books.outbox, { serviceEnvId, endpointId: null, since })
  },
  reconciliation: (books) => importOne(books, statementOf([])),
  'ledger-proof': async ({ database, outbox }) => {
    const member = await createStaffMember(database)
    return (await orderProof(database, outbox, { member, cause: cause() })).id
  },
  'payout-file': async (books) => {
    const merchant = await rich(books)
    const [phone = ''] = numbersOf(1)
    await authorizeAll(books.database, merchant, [phone])
    return sentFile(books, merchant, { text: `numero;montant\n${phone};1000` })
  },
  mail: async (books) => {
    const { database } = books
    const { id: personId } = await createStaffMember(database)
    await inTransaction(database.pool, (tx) =>
      postMail(tx, database, { personId, kind: 'people_act' }),
    )
    const [mail] = await books.rows<{ id: string }>(
      'select id from mail where person_id = $1',
      personId,
    )
    return mail?.id ?? ''
  },
}

async function rich(books: Books): Promise<Merchant> {
  const merchant = await createMerchant(books, { mode: 'live' })
  await openBalance(books.database, merchant, money(50_000n, 'XOF'))
  return merchant
}

async function openRefund(books: Books) {
  const merchant = await createMerchant(books)
  const transactionId = await paidCollection(books, merchant)
  return refundOf(books, merchant, { transactionId, amount: 100n })
}

/** The start of this subject's run that the outbox holds, but for what the outbox adds. */
export async function announced(
  { rows }: Pick<Books, 'rows'>,
  kind: WorkflowKind,
  subjectId: string,
): Promise<OutboxEntry> {
  const [row] = await rows<{ search_attributes: object; summary: string }>(
    'select search_attributes, summary from outbox where kind = $1 and subject_id = $2 and signal is null',
    kind,
    subjectId,
  )
  assert.ok(row, `the start of a ${kind} is announced`)
  const { search_attributes: searchAttributes, summary } = row
  return { ...entryOf(kind, subjectId), searchAttributes, summary }
}
