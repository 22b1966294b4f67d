import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createPortalUser, createStaffMember } from '#test/support/people.ts'
import { beginAttempt } from '#use-cases/sessions/attempts.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('the page of a merchant at the desk', () => {
  const api = given(() => sharedApiAlone())
  const desk = given(() => deskBrowser(api, 'supervisor'))
  const shop = given(() => createPortalMerchant(api.database))
  const page = () => `/staff/marchands/${shop.merchantId}`

  it('tells how each service does, its latest payments, what waits and who its people are, in each mode', async () => {
    const outbox = outboxOf(api.database)
    const paid = { reference: 'P-1', payer: 'Rachidatou Bio Séko', outcome: success }
    const transactionId = await makePayment(api.database, shop.live, paid)
    const lost = { reference: 'P-2', outcome: failed }
    await makePayment(api.database, shop.live, lost)
    const wish = { transactionId, amount: 1_000n }
    const refund = await refundOf({ database: api.database, outbox }, shop.live, wish)
    const test = await makePayment(api.database, shop.test, { reference: 'T-1', outcome: success })
    await outbox.drain()
    const { email } = await createPortalUser(api.database, { ...shop, role: 'developer' })
    const { text } = await desk.get(page())
    assert.match(text, /Encaissé aujourd’hui.*1\u00A0réussi sur 2\u00A0terminés/s)
    assert.match(text, /Paiements · échoué<\/dt><dd[^>]*>1/)
    assert.match(text, /Solde disponible/)
    assert.ok(text.includes(`/staff/transactions/${transactionId}`))
    assert.match(text, /Rachidatou S\./)
    assert.doesNotMatch(text, /Bio/)
    assert.ok(text.includes(`/staff/remboursements/${refund.id}`), 'what waits')
    assert.ok(text.includes(email))
    assert.match(text, /Connexion bloquée\u00A0\?.*quart d’heure/s, 'what to answer on the phone')
    assert.ok(!text.includes(test), 'nothing of the other mode')
    const tried = await desk.get(`${page()}?vue=test`)
    assert.ok(tried.text.includes(`/staff/transactions/${test}`))
    assert.ok(!tried.text.includes(refund.id))
  })

  it('says whom wrong passwords keep out, and the page of a member does too', async () => {
    const { database } = api
    const administrator = await deskBrowser(api, 'administrator')
    const member = await createStaffMember(database, 'agent')
    const user = await createPortalUser(database, { ...shop, role: 'collaborator' })
    const seen = async (path: string) =>
      (await administrator.get(path)).text.includes('Trop d’essais faux')
    for (const [account, path] of [
      [`log-in staff ${member.email}`, `/staff/equipe/${member.id}`],
      [`password ${user.id}`, page()],
    ] as const) {
      const attempt = { account, origin: { address: '192.0.2.7', deviceId: null } }
      for (let tried = 0; tried < 4; tried += 1) await beginAttempt(database, attempt)
      assert.equal(await seen(path), false, account)
      await beginAttempt(database, attempt)
      assert.equal(await seen(path), true, account)
    }
  })

  it('leads to what is stopped for a service, by its name: nobody pastes an id', async () => {
    const { text } = await desk.get(page())
    const [, href = ''] = /href="(\/staff\/suspensions\?service=[^"]+)"/.exec(text) ?? []
    const { text: form } = await desk.get(href)
    assert.ok(form.includes(`href="${page()}"`))
    assert.match(form, /type="hidden" name="service_env_id" value="[0-9a-f-]{36}"/)
    assert.match(form, /type="hidden" name="mode" value="live"/)
    const fields = { provider: '', reason: 'Contrôle en cours' }
    assert.equal(
      (await desk.send(href, '/staff/suspensions', fields)).location,
      '/staff/suspensions',
    )
    assert.match((await desk.get('/staff/suspensions')).text, /Contrôle en cours/)
  })

  it('a service that is none is refused, and never taken for all of them', async () => {
    for (const service of [randomUUID(), 'x', '"><script>']) {
      const href = `/staff/suspensions?service=${encodeURIComponent(service)}`
      const fields = { mode: 'live', provider: '', reason: 'Contrôle' }
      const refused = await desk.send(href, '/staff/suspensions', fields)
      assert.equal(refused.status, 422, service)
      assert.match(refused.text, /Repartez de la page de son marchand/)
    }
  })
})
