import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { ordersTo, outboxTo } from '#test/support/orders.ts'
import type { TestService } from '#test/support/service.ts'
import type { Tenant } from '#test/support/tenant.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { nextPhone } from './story.ts'

/** A payment of the tenant of which 400 XOF were given back; its id. */
export async function createPayingRefund(service: TestService, tenant: Tenant): Promise<string> {
  const { database, temporal: client } = service
  const { secret } = tenant.keys
  const { json } = await call(service, collectionCall(secret, { phone: nextPhone() }))
  const { id } = await waitUntilFinal(service, secret, json.data.id)
  const books = { database, outbox: outboxTo({ database, client }) }
  const refund = await refundOf(books, tenant, { transactionId: id, amount: 400n })
  await ordersTo({ database, client }).approve(refund.id)
  await eventually(async () => {
    const read = await call(service, { path: `/v2/transactions/${id}`, key: secret })
    return read.json.data.refunded_amount > 0
  })
  return id
}
