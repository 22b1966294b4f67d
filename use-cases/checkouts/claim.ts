import { checkoutRefusal, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId, CheckoutId, TransactionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'

/**
 * Lets a checkout take the payment that its run gave it to, in the transaction that records it. Refusals: `payment_link_*`
 * as it stands, payment_link_cancelled where the desk's session was closed, request_in_progress where another try of the
 * same request gave it back: it may be repeated.
 */
export async function claimCheckout(
  sql: Sql,
  id: CheckoutId,
  transactionId: TransactionId,
): Promise<void> {
  const [taken] = await sql.rows<{ cash_session_id: CashSessionId | null }>(
    `update checkout set transaction_id = $2
     where id = $1 and status = 'processing' and payment_id = $2 returning cash_session_id`,
    [id, transactionId],
  )
  if (taken === undefined) throw await refusalOf(sql, id)
  if (!(await isDeskOpen(sql, taken.cash_session_id))) throw fail('payment_link_cancelled')
}

async function refusalOf(sql: Sql, id: CheckoutId): Promise<Error> {
  const { status } = await sql.one<{ status: CheckoutStatus }>(
    'select status from checkout where id = $1',
    [id],
  )
  return fail(checkoutRefusal(status) ?? 'request_in_progress')
}

/** A till that was counted takes no more sales; its closing waits for those that are being recorded. */
async function isDeskOpen(sql: Sql, id: CashSessionId | null): Promise<boolean> {
  if (id === null) return true
  const open = await sql.rows(
    'select from cash_session where id = $1 and closed_at is null for share',
    [id],
  )
  return open.length > 0
}
