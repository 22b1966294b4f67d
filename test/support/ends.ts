import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import type { Books } from './books.ts'

export const success = {
  status: 'succeeded',
  funds: 'available',
  providerReference: 'r-1',
} as const satisfies Outcome
export const failed: Outcome = {
  status: 'failed',
  failureCode: 'insufficient_funds',
  providerReference: null,
}
export const expired: Outcome = {
  status: 'expired',
  failureCode: 'approval_timeout',
  providerReference: null,
}

/** The postings of a paid collection of 1000 XOF, in the format of `endOf`. */
export const paid =
  'collection_settled:available:1000 collection_settled:fees:20 collection_settled:operator_clearing:-1020'

/** Everything the database stores about a transaction's end: row, postings, events, deliveries and outbox entries. */
export async function endOf(books: Books, id: TransactionId) {
  const [end] = await books.rows<{
    status: string
    dated: boolean
    failure: string | null
    money: string | null
    events: string[]
    deliveries: number
    announced: string[]
  }>(
    `select status, completed_at is not null as dated, failure_code as failure,
       (select string_agg(m.kind || ':' || a.kind || ':' || e.amount, ' ' order by m.kind, a.kind)
        from ledger_movement m join ledger_entry e on e.movement_id = m.id
        join ledger_account a on a.id = e.account_id where m.transaction_id = t.id) as money,
       array(select type from event where transaction_id = t.id order by type) as events,
       (select count(*)::int from webhook_delivery d join event e on e.id = d.event_id
        where e.transaction_id = t.id) as deliveries,
       array(select kind from outbox o where o.subject_id = t.id or o.subject_id in (
         select d.id from webhook_delivery d join event e on e.id = d.event_id where e.transaction_id = t.id)
         order by kind) as announced
     from transaction t where id = $1`,
    id,
  )
  assert.ok(end)
  return end
}
