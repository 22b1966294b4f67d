import assert from 'node:assert/strict'
import { markRestored } from '#db/installation.ts'
import { rejectTransfer, takeTransfer } from '#use-cases/transfers/orders.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { actingOn } from '#test/support/orders.ts'
import { acceptedTransfer, accountsOf, authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('a bank transfer in books that were restored', function () {
  this.timeout(60_000)
  const scene = given(() => startApiScene())
  const tenant = given(() => createTenant(scene.service.database, { mode: 'live' }))
  booksHoldAfterEach(() => scene.service.database)

  it('may have been made since, so that its merchant does not cancel it; staff, who asks the bank, rejects it', async () => {
    const { database } = scene.service
    await giveBalance(database, tenant, 100_000)
    await authorizeBank(database, tenant)
    const before = await accountsOf(database, tenant)
    const cancel = (id: string) =>
      scene.call({
        method: 'POST',
        path: `/v2/transactions/${id}/cancel`,
        key: tenant.keys.secret,
      })
    const transactionId = await acceptedTransfer(scene.service, tenant, {})
    await markRestored(database.pool)
    const reserved = await accountsOf(database, tenant)
    const refused = { status: 409, code: 'cannot_cancel' }
    assert.deepEqual(refusalOf(await cancel(transactionId)), refused)
    assert.deepEqual(await accountsOf(database, tenant), reserved)
    const desk = await deskBrowser(scene.service, 'agent')
    const page = `/staff/virements/${transactionId}`
    assert.match((await desk.get('/staff/virements')).text, /Demander à la banque/)
    assert.match((await desk.get(page)).text, /Peut-être déjà fait/)
    const order = { transactionId, staffId: await newStaff(database) }
    const context = actingOn({ database, client: scene.service.temporal })
    await takeTransfer(context, order)
    assert.match((await desk.get(page)).text, /Peut-être déjà fait/)
    await rejectTransfer(context, { ...order, reason: 'La banque ne l’a pas fait' })
    assert.deepEqual(await accountsOf(database, tenant), before)
    assert.doesNotMatch((await desk.get(page)).text, /Peut-être déjà fait/)
    assert.equal((await cancel(await acceptedTransfer(scene.service, tenant, {}))).status, 200)
  })
})
