import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  ApiError,
  NotFoundError,
  PaymentService,
  ValidationError,
  WaitTimeoutError,
} from '#sdk/typescript/src/index.ts'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const customer = { name: 'Awa Dossou', email: 'awa@example.com' }

describe('the TypeScript library against the service itself', () => {
  const service = given(() => sharedService())

  async function arrange(): Promise<PaymentService> {
    const { keys } = await createTenant(service.database)
    return new PaymentService({ apiKey: keys.secret, baseUrl: service.baseUrl })
  }

  const order = (ending = '1234', reference: string = randomUUID()) => ({
    amount: 1000,
    currency: 'XOF' as const,
    provider: 'auto',
    phone: freshPhone(ending),
    customer,
    reference,
  })

  it('a collection is asked for, and waited for until it has succeeded', async () => {
    const client = await arrange()
    const { id, status } = await client.collections.create(order())
    assert.equal(status, 'pending')
    const paid = await client.transactions.waitForFinal(id)
    assert.equal(paid.status, 'succeeded')
    const receipt = await client.transactions.receipt(id)
    assert.equal(receipt.transaction_id, id)
    assert.ok((await client.balance()).available > 0)
  })

  it('a failed one says why', async () => {
    const client = await arrange()
    const { id } = await client.collections.create(order('0001'))
    const { status, failure } = await client.transactions.waitForFinal(id)
    assert.deepEqual([status, failure?.code], ['failed', 'insufficient_funds'])
  })

  it('an order asked for twice is one payment: by its key, and by its reference', async () => {
    const client = await arrange()
    const body = order()
    const idempotencyKey = randomUUID()
    const first = await client.collections.create(body, { idempotencyKey })
    const replayed = await client.collections.create(body, { idempotencyKey })
    const resumed = await client.collections.create(body)
    assert.deepEqual([replayed.id, resumed.id], [first.id, first.id])
    const other = client.collections.create({ ...body, amount: 2000 })
    await assert.rejects(other, { kind: 'duplicate_reference', transactionId: first.id })
    const strict = client.collections.create(body, { onDuplicate: 'throw' })
    await assert.rejects(strict, { kind: 'duplicate_reference' })
  })

  it('a list goes over all its pages, each payment once', async () => {
    const client = await arrange()
    const made = new Set<string>()
    for (let count = 0; count < 5; count += 1) {
      made.add((await client.collections.create(order())).id)
    }
    const listed: string[] = []
    for await (const { id } of client.transactions.list({ limit: 2 })) listed.push(id)
    assert.equal(listed.length, 5)
    assert.deepEqual(new Set(listed), made)
  })

  it('refusals are typed, and name the fields', async () => {
    const client = await arrange()
    const wrong = client.collections.create({ ...order(), phone: '123', provider: 'mtn' })
    await assert.rejects(wrong, (error) => {
      assert.ok(error instanceof ValidationError)
      assert.deepEqual(new Set(error.fields.map(({ field }) => field)).has('phone'), true)
      return true
    })
    await assert.rejects(client.transactions.read(randomUUID()), NotFoundError)
    await assert.rejects(client.call('GET /v2/transactions/{id}', { params: { id: '../x' } }), {
      kind: 'not_found',
    })
  })

  it('waiting that has waited enough says that the payment is still pending', async () => {
    const client = await arrange()
    const { id } = await client.collections.create(order('0005'))
    const waited = client.transactions.waitForFinal(id, { timeoutMs: 1 })
    await assert.rejects(waited, (error) => {
      assert.ok(error instanceof WaitTimeoutError)
      assert.equal(error.transactionId, id)
      return true
    })
  })

  it('a webhook endpoint is made, listed and deleted, and event types are told', async () => {
    const client = await arrange()
    const events = ['payment.success'] as const
    const made = await client.webhookEndpoints.create({ url: 'https://shop.example.com/h', events })
    assert.equal(made.secret?.length, 36)
    const listed = await all(client.webhookEndpoints.list())
    assert.deepEqual(
      listed.map(({ id }) => id),
      [made.id],
    )
    const types = await all(client.webhookEndpoints.eventTypes())
    assert.ok(types.some(({ code }) => code === 'payment.success'))
    await client.webhookEndpoints.delete(made.id)
    assert.deepEqual(await all(client.webhookEndpoints.list()), [])
  })

  it('a link whose first payment fails can still be paid, and each event has its reference', async () => {
    const client = await arrange()
    const reference = randomUUID()
    const sale = { title: 'Order', amount: 1000, currency: 'XOF', reference } as const
    const { id } = await client.paymentLinks.create({ ...sale, email_required: false })
    const pay = async (ending: string) => {
      const body = { provider: 'auto', phone: freshPhone(ending), customer: { name: 'Awa Dossou' } }
      const made = await client.call('POST /v2/payment-links/{id}/collections', {
        params: { id },
        body,
      })
      await client.transactions.waitForFinal(made.id)
      return (await client.paymentLinks.read(id)).status
    }
    assert.equal(await pay('0001'), 'active')
    assert.equal(await pay('1234'), 'paid')
    const told = await all(client.events.list())
    assert.deepEqual(
      told.map(({ type, data }) => [type, data['externalId']]),
      [
        ['payment.failed', reference],
        ['payment.success', reference],
      ],
    )
  })

  it('a key of another mode or kind is refused as what it is', async () => {
    const { keys } = await createTenant(service.database)
    const client = new PaymentService({ apiKey: keys.public, baseUrl: service.baseUrl })
    await assert.rejects(client.balance(), { kind: 'permission', code: 'secret_key_required' })
    const stranger = new PaymentService({ apiKey: 'SKSANDBOX_x', baseUrl: service.baseUrl })
    await assert.rejects(stranger.session(), (error) => {
      assert.ok(error instanceof ApiError)
      return error.kind === 'authentication' && error.requestId !== null
    })
  })
})

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}
