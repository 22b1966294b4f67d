import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { holdFunds } from '#use-cases/funds/orders.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import type { FundsAtSettlement } from '#domain/transactions/transaction.ts'
import { givenOrders } from '#test/support/orders.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { eventually } from '#test/support/call.ts'
import { newStaff } from '#test/support/people.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection, settledCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readDetails, readRun, resultOf } from './runs.ts'

const hourMs = 3_600_000

describe('the run of a payment’s funds', () => {
  const service = given(() => startSkippedService())
  const orders = givenOrders(service)
  booksHoldAfterEach(() => service.database)

  it('makes them available after the service’s delay, not before', async () => {
    const tenant = await createTenant(service.database)
    await onPool(service.database.pool).rows(
      `update service_env set availability_delay = interval '3 days' where id = $1`,
      [tenant.serviceEnvId],
    )
    const id = await paid(tenant)
    assert.equal(await standing(id), 'pending')
    await service.environment.sleep('71 hours')
    assert.equal(await standing(id), 'pending')
    assert.match(await details(id), /^The funds become available at \d{4}-/)
    for (const act of ['confirm', 'release', 'withhold'] as const) {
      assert.equal(await refusalCode(orders.about(act, id)), 'action_not_allowed')
    }
    assert.equal(await end(id), 'available')
    assert.equal(await standing(id), 'available')
    const hours = lengthMs(await run(id)) / hourMs
    assert.ok(Math.abs(hours - 72) < 0.1, `${hours} hours`)
    await keep('funds-pending', id)
  })

  it('waits for weeks on staff, who releases, confirms or withholds, each where it is allowed', async () => {
    const tenant = await createTenant(service.database)
    const ways = {
      release: ['held', 'available'],
      confirm: ['pending_confirmation', 'available'],
      withhold: ['held', 'withheld'],
    } as const
    for (const [act, [from, to]] of Object.entries(ways) as [
      keyof typeof ways,
      (typeof ways)[keyof typeof ways],
    ][]) {
      const id = await paid(tenant, from)
      await service.environment.sleep('20 days')
      assert.equal(await details(id), `The funds are ${from}. Waits for staff to decide.`)
      const wrong = from === 'held' ? 'confirm' : 'release'
      assert.equal(await refusalCode(orders.about(wrong, id)), 'action_not_allowed')
      assert.equal((await orders.about(act, id)).fundsStatus, to)
      assert.equal(await end(id), to)
      assert.equal(await refusalCode(orders.about(act, id)), 'action_not_allowed')
      await keep(`funds-${act}`, id)
    }
  })

  it('what staff decides of funds that were held a moment ago is carried out, though its run has not heard of it', async () => {
    const tenant = await createTenant(service.database)
    await onPool(service.database.pool).rows(
      `update service_env set availability_delay = interval '3 days' where id = $1`,
      [tenant.serviceEnvId],
    )
    for (const [act, end] of [
      ['release', 'available'],
      ['withhold', 'withheld'],
    ] as const) {
      const id = await paid(tenant)
      await eventually(async () => (await details(id)).startsWith('The funds become available'))
      const { database, heldOutbox: outbox } = service
      const staffMemberId = await newStaff(database)
      const actId = asId<ActId>(randomUUID())
      const hold = { actId, transactionId: id, staffMemberId, reason: 'Litige' }
      await holdFunds({ database, outbox }, hold)
      assert.equal((await orders.about(act, id)).fundsStatus, end)
      await handOver(service, id)
      assert.equal(await resultOf(service.environment.client, 'funds', id), end)
      assert.ok(lengthMs(await run(id)) < hourMs)
    }
  })

  it('release racing withholding, 12 times: exactly one wins', async function () {
    this.timeout(60_000)
    const tenant = await createTenant(service.database)
    for (let race = 0; race < 12; race += 1) {
      const id = await paid(tenant, 'held')
      const acts = ['release', 'withhold', 'release', 'withhold'] as const
      const order = race % 2 === 0 ? acts : acts.toReversed()
      const ends = await Promise.allSettled(order.map((act) => orders.about(act, id)))
      assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal(await end(id), await standing(id))
    }
  })

  it('funds that are available, or of a payment that failed, have nothing to order', async () => {
    const tenant = await createTenant(service.database)
    const id = await paid(tenant, 'available')
    assert.equal(await refusalCode(orders.about('release', id)), 'action_not_allowed')
    const pending = await acceptedCollection(service, tenant)
    assert.equal(await refusalCode(orders.about('release', pending)), 'action_not_allowed')
  })

  async function paid(
    tenant: Tenant,
    funds: FundsAtSettlement = 'available',
  ): Promise<TransactionId> {
    const outcome = { status: 'succeeded', funds, providerReference: 'OP-1' } as const
    const transactionId = await settledCollection(service, tenant, outcome)
    await handOver(service, transactionId)
    return transactionId
  }

  const standing = async (id: TransactionId) =>
    (await readTransaction(service.database, id)).fundsStatus
  const run = (id: TransactionId) => readRun(service.environment.client, 'funds', id)
  const end = (id: TransactionId) => resultOf(service.environment.client, 'funds', id)
  const details = (id: TransactionId) => readDetails(service.environment.client, 'funds', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'funds', { name, subjectId })
})
