import assert from 'node:assert/strict'
import { listTermsHistory, readAgreedTerms } from '#use-cases/pricing/agreed.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { termsSheet } from '#test/support/terms.ts'

const list = '/staff/conditions'
/** As people type it. */
const sheet = {
  ...termsSheet,
  collection_value: '1,9',
  exchange_fee_percent: '0,5',
  availability_delay_hours: '48',
  reason: 'Contrat du 3 novembre',
}

describe('terms of a service, at the desk', () => {
  const api = given(() => startApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  let [asker, other]: DeskBrowser[] = []
  const both = () => {
    if (asker === undefined || other === undefined) throw new Error('nobody is at the desk')
    return { asker, other }
  }
  before(async () => {
    asker = await deskBrowser(api, 'supervisor', 'Afi Mensah')
    other = await deskBrowser(api, 'supervisor', 'Kossi Agbo')
  })
  const pageOf = (id: string) => `${list}/service/${id}`
  const waitingOf = (text: string) =>
    [...text.matchAll(new RegExp(`href="(${list}/[0-9a-f-]{36})"`, 'g'))].map(([, at = '']) => at)

  it('are asked for by one and put in force by another: dated, logged, seen by the merchant, and charged', async () => {
    const { asker: first, other: second } = both()
    const { serviceEnvId, keys } = shop.test
    const page = pageOf(serviceEnvId)
    const before = await call(api, collectionCall(keys.secret, { amount: 10_000 }))
    assert.equal(before.json.data.fees.amount, 200)
    assert.equal((await first.send(page, page, sheet)).location, list)
    const [change = ''] = waitingOf((await second.get(list)).text)
    const still = await call(api, collectionCall(keys.secret, { amount: 10_000 }))
    assert.equal(still.json.data.fees.amount, 200, 'nothing holds before the second')
    const own = await first.send(change, `${change}/refuser`, { password: 'pas celui-ci' })
    assert.equal(own.status, 422)
    const alone = await first.post(`${change}/approuver`, { password, vu: 'waiting' })
    assert.match(alone.text, /[Dd]euxième|seconde/)
    const shown = (await second.get(change)).text
    assert.match(shown, /1,9.%, payés par le marchand/)
    const done = await second.sendShown(shown, `${change}/refuser`, { password })
    assert.equal(done.location, change)
    assert.deepEqual(
      (await listTermsHistory(api.database, serviceEnvId)).length,
      0,
      'refused, nothing holds',
    )
    await first.send(page, page, sheet)
    const [again = ''] = waitingOf((await second.get(list)).text)
    const text = (await second.get(again)).text.replace('/refuser"', '/approuver"')
    const approved = await second.sendShown(text, `${again}/approuver`, { password })
    assert.equal(approved.location, again)
    const after = await call(api, collectionCall(keys.secret, { amount: 10_000 }))
    assert.deepEqual(
      [after.json.data.fees.amount, after.json.data.fees.payer, after.json.data.net_amount],
      [190, 'merchant', 9810],
    )
    const { agreed } = await readAgreedTerms(api.database, serviceEnvId)
    assert.deepEqual([agreed.delayHours, agreed.payout], [48, { kind: 'fixed', value: '150.0000' }])
    const [last] = await listTermsHistory(api.database, serviceEnvId)
    assert.deepEqual([last?.askedBy?.name, last?.decidedBy?.name], ['Afi Mensah', 'Kossi Agbo'])
    const acts = await actsOf(api.database, { member: second.member, token: '' })
    assert.deepEqual(
      acts.map(({ act, outcome }) => `${act} ${outcome}`),
      ['terms.approve done', 'terms.refuse done'],
    )
    const reader = await portalReader(api, shop, 'owner')
    await reader.post('/portail/service', { vers: serviceEnvId })
    const settings = await reader.get('/portail/reglages')
    assert.match(settings.text, /1,9.%, payés par le marchand/)
    assert.match(settings.text, /En vigueur depuis le/)
    assert.match(settings.text, /2 jours après le paiement/)
  })

  it('wait one sheet at a time, and may be taken back by who asked', async () => {
    const { asker: first } = both()
    const { serviceEnvId } = shop.live
    const page = pageOf(serviceEnvId)
    await first.send(page, page, sheet)
    const twice = await first.send(page, page, sheet)
    assert.equal(twice.status, 409)
    assert.match(twice.text, /attendent déjà/)
    const [change = ''] = waitingOf((await first.get(list)).text)
    assert.match((await first.get(change)).text, /Vous avez fait cette demande/)
    await first.send(change, `${change}/refuser`, { password })
    assert.deepEqual(waitingOf((await first.get(list)).text), [])
    const late = await first.post(`${change}/refuser`, { password, vu: 'withdrawn' })
    assert.equal(late.status, 409)
  })

  it('are refused in words where a figure is none, or beyond what anybody agrees to', async () => {
    const { asker: first } = both()
    const page = pageOf(shop.live.serviceEnvId)
    for (const wrong of [
      { collection_value: 'deux' },
      { collection_value: '51' },
      { payout_value: '100001' },
      { payout_value: '1,500' },
      { payout_value: '2.000' },
      { exchange_margin_percent: '-1' },
      { availability_delay_hours: '2161' },
    ]) {
      const { status, text } = await first.send(page, page, { ...sheet, ...wrong })
      assert.equal(status, 422, JSON.stringify(wrong))
      assert.match(text, /Un pourcentage va de 0 à 50|de 0 à 2160/)
    }
    const agent = await deskBrowser(api, 'agent')
    assert.equal((await agent.post(page, sheet)).status, 403)
    assert.doesNotMatch((await agent.get(page)).text, /Demander ces conditions/)
    assert.equal((await agent.get(pageOf('01a20623-d861-7488-afc7-e8bb706cad96'))).status, 404)
  })
})
