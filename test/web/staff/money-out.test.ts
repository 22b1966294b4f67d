import assert from 'node:assert/strict'
import { parsePhone } from '#domain/phone/phone.ts'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { silentPayoutRun, silentRefundRun } from '#test/support/silence.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { createTenant } from '#test/support/tenant.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

const reason = 'relevé de l’opérateur du 21 novembre'
const word = { verdict: 'not_paid', operator_reference: 'TICKET-12', reason, password }

describe('money out with the staff in the loop, by the pages of the desk', () => {
  const scene = givenCheckedScene()

  const at = (role: StaffRole, name?: string) => deskBrowser(scene.service, role, name)
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(scene.service.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )

  it('a silent payout is closed by a supervisor with the password and what the operator says', async () => {
    const [desk, agent] = [await at('supervisor', 'Kossi Agbo'), await at('agent')]
    const id = await silentPayoutRun(scene.service)
    const page = `/staff/retraits/${id}`
    assert.match((await agent.get('/staff/retraits')).text, new RegExp(page))
    assert.match((await agent.get('/staff')).text, new RegExp(`href="${page}"`))
    assert.doesNotMatch((await agent.get(page)).text, /\/clore"/)
    assert.equal((await agent.post(`${page}/clore`, word)).status, 403)
    const bare = await desk.send(page, `${page}/clore`, { password })
    assert.equal(bare.status, 422)
    for (const field of ['verdict', 'operator_reference', 'reason'])
      assert.match(bare.text, new RegExp(`href="#champ-${field}"`))
    const wrong = await desk.send(page, `${page}/clore`, { ...word, password: 'pas celui-ci' })
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    assert.match(wrong.text, /value="TICKET-12"/)
    const { text: stale } = await desk.get(page)
    const answers = await Promise.all(
      [1, 2].map(() => desk.sendShown(stale, `${page}/clore`, word)),
    )
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
    const late = await desk.sendShown(stale, `${page}/clore`, word)
    assert.equal(late.status, 409)
    const { text } = await desk.get(page)
    assert.match(text, /L’opérateur n’a pas payé.*Kossi Agbo · référence TICKET-12/s)
    assert.match(text, /Derniers retraits/)
    assert.doesNotMatch(text, />[0-9a-f]{8}-[0-9a-f-]{27}<\/a>/, 'no payout is called by its id')
    assert.doesNotMatch(text, /\/clore"/)
    assert.match((await agent.get('/staff/retraits?vue=closed')).text, new RegExp(page))
    assert.deepEqual((await logOf(desk)).toSorted(), [
      'payout.close action_not_allowed',
      'payout.close done',
      'payout.close wrong_password',
    ])
  })

  it('a large one is closed by the second who types the same, never by the first again', async () => {
    const [first, second] = [await at('supervisor', 'Sena Dossou'), await at('supervisor')]
    const id = await silentPayoutRun(scene.service, 2_000_000)
    const page = `/staff/retraits/${id}`
    const large = { ...word, operator_reference: 'TICKET-13' }
    const { text: stale } = await second.get(page)
    assert.equal((await first.send(page, `${page}/clore`, large)).status, 303)
    assert.match((await first.get(page)).text, /une autre personne doit dire la même chose/)
    const again = await first.send(page, `${page}/clore`, large)
    assert.equal(again.status, 409)
    assert.match(again.text, /Rien n’a été fait/)
    assert.equal((await second.sendShown(stale, `${page}/clore`, large)).status, 409)
    assert.match((await second.get(page)).text, /Sena Dossou a répondu/)
    assert.equal((await second.send(page, `${page}/clore`, large)).status, 303)
    assert.match((await second.get(page)).text, /Échoué<\/span>/)
  })

  it('a silent refund is closed in the same way', async () => {
    const desk = await at('supervisor')
    const page = `/staff/remboursements/${await silentRefundRun(scene.service)}`
    const moved = { ...word, verdict: 'paid', operator_reference: 'MOVED-12' }
    const done = await desk.send(page, `${page}/clore`, moved)
    assert.equal(done.status, 303)
    const other = `/staff/retraits/${await silentPayoutRun(scene.service)}`
    const refused = await desk.send(other, `${other}/clore`, moved)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Une autre opération a déjà cette référence/)
    assert.match(
      refused.text,
      /<a href="\/staff\/transactions\/[0-9a-f-]{36}">[^<]+ · [^<]+<\/a>, <span class="amount/,
    )
    const ticked = { ...moved, same_reference: 'confirmed' }
    assert.equal((await desk.send(other, `${other}/clore`, ticked)).status, 303)
    const { text } = await desk.get(page)
    assert.match(text, /Remboursé<\/span>/)
    assert.match(text, /L’opérateur a payé/)
    const [payment = ''] = /\/staff\/transactions\/[0-9a-f-]{36}/.exec(text) ?? []
    const shown = (await desk.get(payment)).text
    assert.match(
      shown,
      new RegExp(`<a href="${page}">.*Remboursé</span>`, 's'),
      'found from its payment',
    )
  })

  it('what an operator contradicts is told on the payment, and stands in a list of its own', async () => {
    const desk = await at('supervisor')
    const id = await silentPayoutRun(scene.service)
    const page = `/staff/retraits/${id}`
    await desk.send(page, `${page}/clore`, { ...word, operator_reference: 'TICKET-14' })
    assert.ok(await operatorSays(scene.service, { transactionId: id }, 'paid'))
    const shown = await desk.get(`/staff/transactions/${id}`)
    assert.match(shown.text, /L’opérateur a contredit la clôture/)
    assert.match(shown.text, new RegExp(`href="${page}"`))
    const { text } = await desk.get(page)
    assert.match(text, /L’opérateur a contredit cette clôture/)
    assert.match(text, /à récupérer auprès de lui\. Rien ne bouge seul\u00A0: convenez-en/)
    assert.match((await desk.get('/staff/retraits?vue=contradicted')).text, new RegExp(page))
    assert.match((await desk.get('/staff')).text, new RegExp(`href="${page}"`))
  })

  it('payouts of a service are stopped for a reason, and taken again by what the page showed', async () => {
    const { database } = scene.service
    const [desk, agent] = [await at('supervisor', 'Kossi Agbo'), await at('agent')]
    const tenant = await createTenant(database)
    const phone = await readyToPayOut(database, tenant, { balance: 10_000 })
    const payOut = async () => (await scene.call(payoutCall(tenant.keys.secret, { phone }))).status
    const page = '/staff/suspensions'
    const stop = { mode: 'sandbox', service_env_id: tenant.serviceEnvId, provider: '', reason }
    assert.equal((await agent.post(page, stop)).status, 403)
    const silent = await desk.send(page, page, { ...stop, reason: '' })
    assert.match(silent.text, /href="#champ-reason">Écrivez pourquoi/)
    const elsewhere = await desk.send(page, page, { ...stop, mode: 'live' })
    assert.equal(elsewhere.status, 422)
    assert.match(elsewhere.text, /href="#champ-service_env_id">Aucun service de ce mode/)
    const answers = await Promise.all([1, 2].map(() => desk.send(page, page, stop)))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
    assert.notEqual(await payOut(), 202)
    const { text } = await desk.get(page)
    const [lift = ''] = /\/staff\/suspensions\/[0-9a-f-]{36}\/lever/.exec(text) ?? []
    const field = `lift-reason-${lift.slice(-42, -6)}`
    const bare = await desk.sendShown(text, lift)
    assert.match(
      bare.text,
      new RegExp(`<details class="ask" open>.*id="champ-${field}-erreur"`, 's'),
    )
    const secretField = field.replace('reason', 'password')
    const unsure = await desk.sendShown(text, lift, { [field]: reason, [secretField]: 'autre' })
    assert.equal(unsure.status, 422)
    assert.match(
      unsure.text,
      new RegExp(`<details class="ask" open>.*id="champ-${secretField}-erreur"`, 's'),
    )
    assert.notEqual(await payOut(), 202)
    const given = { [field]: reason, [secretField]: password }
    assert.equal((await desk.sendShown(text, lift, given)).status, 303)
    const late = await desk.sendShown(text, lift, given)
    assert.equal(late.status, 409)
    assert.equal(await payOut(), 202)
    assert.match((await agent.get(`${page}?vue=all`)).text, /Levée par Kossi Agbo/)
  })

  it('an account is opened by who looked at its number, then revoked for good; a stale page does nothing', async () => {
    const { database } = scene.service
    const [desk, administrator] = [await at('agent'), await at('administrator')]
    const { serviceEnvId } = await createTenant(database, { mode: 'live' })
    const accountNumber = 'BJ0660000000004242'
    const account = { type: 'bank', provider: 'uba-benin', holderName: 'Maison Adjavon' } as const
    const id = await addAuthorizedAccount(database, serviceEnvId, { ...account, accountNumber })
    const page = `/staff/comptes/${id}`
    assert.match((await desk.get('/staff/comptes')).text, new RegExp(page))
    const number = parsePhone('2290197004242', {})
    assert.ok(number.ok)
    const mobile = await addAuthorizedAccount(database, serviceEnvId, {
      type: 'mobile_money',
      provider: 'mtn-benin',
      phone: number.value,
      holderName: 'Awa Dossou',
    })
    for (const place of ['/staff/comptes', `/staff/comptes/${mobile}`])
      assert.match((await desk.get(place)).text, /\+229 01 •••• 4242/, place)
    const { text: stale } = await desk.get(page)
    assert.ok(!stale.includes(accountNumber))
    const shown = await desk.send(page, `${page}/numero`)
    assert.ok(shown.text.includes(accountNumber))
    for (const verb of ['numero', 'verifier', 'revoquer'])
      assert.equal((await administrator.post(`${page}/${verb}`, { reason })).status, 403, verb)
    assert.match((await desk.send(page, `${page}/verifier`)).text, /href="#champ-reason"/)
    assert.equal((await desk.send(page, `${page}/verifier`, { reason })).status, 303)
    assert.equal((await desk.sendShown(stale, `${page}/verifier`, { reason })).status, 409)
    const revoked = await desk.send(page, `${page}/revoquer`, { revoke_reason: reason })
    assert.equal(revoked.status, 303)
    assert.doesNotMatch((await desk.get(page)).text, /\/verifier"|\/revoquer"/)
    assert.deepEqual(await logOf(desk), [
      'authorized_account.revoke done',
      'authorized_account.verify done',
      'authorized_account.read_number done',
    ])
  })
})
