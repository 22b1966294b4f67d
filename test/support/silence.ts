import { flagRefund } from '#use-cases/refunds/sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { onPool } from '#db/sql.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { acceptOne, createMerchant } from './books.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, eventually } from './call.ts'
import { ordersTo, outboxTo } from './orders.ts'
import { payoutCall, readyToPayOut } from './payouts.ts'
import type { TestService } from './service.ts'
import { createTenant, freshPhone } from './tenant.ts'

const neverAnswers = '0003'
const neverCallsBack = '0009'

/** A sandbox payout in progress whose operator does not answer, with staff notified. */
export async function silentPayoutRun(service: TestService, amount = 1000): Promise<TransactionId> {
  const { database, baseUrl } = service
  const tenant = await createTenant(database)
  const phone = await readyToPayOut(database, tenant, {
    balance: 10_000_000,
    phone: freshPhone(neverAnswers),
  })
  const request = payoutCall(tenant.keys.secret, { phone, amount })
  const { json, status, text } = await call({ baseUrl }, request)
  if (status !== 202) throw new Error(text)
  const transactionId: TransactionId = json.data.id
  await eventually(async () => isTaken(service, 'transaction', transactionId))
  await tellStaff(database, { transactionId, kind: 'payout_undecided', number: 1 })
  return transactionId
}

/** The same for a refund of 400 XOF. */
export async function silentRefundRun(service: TestService): Promise<RefundId> {
  const { database, temporal: client } = service
  const books = { database, outbox: outboxTo({ database, client }) }
  const merchant = await createMerchant(books)
  const transactionId = await acceptOne(books, merchant, { phone: freshPhone(neverCallsBack) })
  const outcome = { status: 'succeeded', providerReference: 'r-1' } as const
  await settleTransaction(database, books.outbox, { transactionId, outcome })
  const { id } = await refundOf(books, merchant, { transactionId, amount: 400n })
  await ordersTo({ database, client }).approve(id)
  await eventually(async () => isTaken(service, 'refund', id))
  // It decides in an hour: the run has not checked yet.
  await onPool(database.pool).rows(
    `update sandbox_operator.request set decides_at = now() + interval '1 hour'
     where id = (select operator_request_id from refund where id = $1)`,
    [id],
  )
  await flagRefund(database, id, 1)
  return id
}

async function isTaken(
  { database }: TestService,
  table: 'transaction' | 'refund',
  id: string,
): Promise<boolean> {
  const statement = `select id from ${table} where id = $1 and operator_state = 'taken'`
  return (await onPool(database.pool).rows(statement, [id])).length > 0
}
