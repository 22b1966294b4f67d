import assert from 'node:assert/strict'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { acceptedTransfer, createBankTenant } from '#test/support/payouts.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'

describe('the purpose of a bank transfer', () => {
  const scene = givenCheckedScene()
  const tenant = given(() => createBankTenant(scene.service.database))

  it('is the merchant’s reference, or what people can type at a bank and then search for', async () => {
    const desk = await deskBrowser(scene.service, 'agent')
    const id = await acceptedTransfer(scene.service, tenant, { amount: 20_000 })
    const end = id.slice(-12).toUpperCase()
    const shown = await desk.get(`/staff/virements/${id}`)
    assert.match(shown.text, new RegExp(`Motif du virement</dt><dd>.*data-copy="${end}"`))
    const { location } = await desk.send('/staff', '/staff/recherche', { q: end })
    const found = await desk.get(location ?? '')
    assert.equal(found.location, `/staff/transactions/${id}`)
    const own = await acceptedTransfer(scene.service, tenant, {
      amount: 20_000,
      reference: 'PAIE-7',
    })
    assert.match((await desk.get(`/staff/virements/${own}`)).text, /data-copy="PAIE-7"/)
  })
})
