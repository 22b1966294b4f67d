import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { approveRefund, decideSandboxRefund, rejectRefund } from '#use-cases/refunds/orders.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { findRefund, listRefunds } from '#use-cases/refunds/find.ts'
import { type ActId, asId, type RefundId } from '#domain/ids.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf } from '#test/support/payouts.ts'
import { createStaffMember, password } from '#test/support/people.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
  lastActs,
} from '#test/support/portal.ts'
import { startTestService } from '#test/support/service.ts'
import { failed, success } from '#test/support/ends.ts'
import { actingOn } from '#test/support/orders.ts'

const listPath = '/portail/remboursements'

describe('refunds in the portal', function () {
  this.timeout(60_000)
  const service = given(() => startTestService())
  const merchant = given(() => createPortalMerchant(service.database))
  const reader = given(() => portalReader(service, merchant))
  booksHoldAfterEach(() => service.database)

  /** A payment of a payer who was debited 12 740 XOF: 12 500 are the merchant’s. */
  const paid = async (place = merchant.live) => {
    const reference = `R-${randomUUID().slice(0, 8)}`
    const id = await makePayment(service.database, place, { reference, outcome: success })
    return { id, reference, path: `/portail/transactions/${id}/remboursement` }
  }
  const whole = '12 740'
  const refundsOf = (transactionId: Awaited<ReturnType<typeof paid>>['id']) =>
    listRefunds(service.database, { serviceEnvId: null, transactionId }, { limit: 20 })
  const acting = () => actingOn({ database: service.database, client: service.temporal })
  const order = async (refundId: string) => ({
    actId: asId<ActId>(randomUUID()),
    refundId: asId<RefundId>(refundId),
    staffMemberId: (await createStaffMember(service.database)).id,
    reason: 'montant inexact',
  })

  it('are asked for from a payment, in part and then for all that is left, exactly', async () => {
    const payment = await paid()
    await giveMore(merchant)
    const form = await reader.get(payment.path)
    assert.match(form.text, /name="montant"[^>]* value="12740"/)
    const part = await reader.send(payment.path, { montant: '2 740', motif: 'Un article rendu' })
    assert.match(part.location ?? '', /^\/portail\/remboursements\/[0-9a-f-]{36}$/)
    assert.match((await reader.get(payment.path)).text, /name="montant"[^>]* value="10000"/)
    const more = await reader.send(payment.path, { montant: '10 001', motif: 'Le reste' })
    assert.equal(more.status, 422)
    assert.match(more.text, /dépasse ce qui reste à rembourser[^<]*10\u202F000\u00A0F.CFA/)
    const rest = await reader.send(payment.path, { montant: '10000', motif: 'Le reste' })
    assert.equal(rest.status, 303)
    assert.match((await reader.get(payment.path)).text, /Il ne reste rien à rembourser/)
    const refunds = await refundsOf(payment.id)
    assert.deepEqual(
      refunds.map(({ amount, reason }) => [amount.minor, reason]),
      [
        [10_000n, 'Le reste'],
        [2740n, 'Un article rendu'],
      ],
    )
    const page = await reader.get(`/portail/transactions/${payment.id}`)
    assert.ok(refunds.every(({ id }) => page.text.includes(`${listPath}/${id}`)))
    assert.doesNotMatch(page.text, />Rembourser</)
  })

  it('never give back more than was paid, by one form sent twice or by ten people at once', async () => {
    const shop = await createPortalMerchant(service.database)
    const payment = await paid(shop.live)
    await giveMore(shop)
    const one = await portalReader(service, shop)
    const form = await one.formOf(payment.path)
    const fields = { ...form, montant: '3000', motif: 'Deux fois', password }
    const twice = await Promise.all([
      one.post(payment.path, fields),
      one.post(payment.path, fields),
    ])
    assert.deepEqual(
      twice.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 409],
    )
    const people = await Promise.all(
      Array.from({ length: 10 }, () => portalReader(service, shop, 'administrator')),
    )
    const answers = await Promise.all(
      people.map((person) => person.send(payment.path, { montant: '3000', motif: 'À dix' })),
    )
    const done = answers.filter(({ status }) => status === 303)
    assert.deepEqual([done.length, answers.filter(({ status }) => status === 422).length], [3, 7])
    const refunds = await refundsOf(payment.id)
    assert.equal(
      refunds.reduce((sum, { amount }) => sum + amount.minor, 0n),
      12_000n,
    )
  })

  it('say at its field what is wrong, and keep what was typed', async () => {
    const shop = await createPortalMerchant(service.database)
    const payment = await paid(shop.live)
    const one = await portalReader(service, shop)
    const empty = await one.send(payment.path, { montant: 'mille', motif: '' })
    assert.equal(empty.status, 422)
    assert.match(empty.text, /id="champ-montant-erreur".*Écrivez un montant/s)
    assert.match(empty.text, /id="champ-motif-erreur".*pourquoi vous remboursez/s)
    assert.match(empty.text, /name="montant"[^>]* value="mille"/)
    const poor = await one.send(payment.path, { montant: whole, motif: 'Tout' })
    assert.equal(poor.status, 422)
    assert.match(poor.text, /id="champ-montant-erreur".*Le solde disponible est insuffisant/s)
    const wrong = await one.send(payment.path, { montant: '5', motif: 'Un', password: 'faux' })
    assert.match(wrong.text, /mot de passe est incorrect/)
    assert.deepEqual(await refundsOf(payment.id), [])
  })

  it('are refused of what was not paid, of another merchant’s and of the other mode’s payments', async () => {
    const reference = `R-${randomUUID()}`
    const unpaid = await makePayment(service.database, merchant.live, {
      reference,
      outcome: failed,
    })
    const page = await reader.get(`/portail/transactions/${unpaid}/remboursement`)
    assert.match(page.text, /Il ne reste rien à rembourser/)
    const other = await createPortalMerchant(service.database)
    for (const { path } of [await paid(other.live), await paid(merchant.test)]) {
      assert.equal((await reader.get(path)).status, 404)
      const place = merchant.live.serviceEnvId
      const fields = { place, form_id: randomUUID(), montant: '5', motif: 'x' }
      assert.equal((await reader.post(path, { ...fields, password })).status, 404)
    }
  })

  it('are asked for by the owner and administrators alone; all may see them', async () => {
    const payment = await paid()
    const owner = await portalReader(service, merchant, 'owner')
    const asked = await owner.send(payment.path, { montant: '5', motif: 'Rôles' })
    const detail = asked.location ?? ''
    for (const role of ['developer', 'collaborator'] as const) {
      const other = await portalReader(service, merchant, role)
      assert.equal((await other.get(payment.path)).status, 403)
      assert.equal((await other.send(payment.path, { montant: '5' })).status, 403)
      assert.equal((await other.post(`${detail}/annulation`)).status, 403)
      const seen = await other.get(detail)
      assert.equal(seen.status, 200)
      assert.doesNotMatch(seen.text, /Annuler ce remboursement/)
    }
  })

  it('of test mode are asked for and taken back by developers too, never those of live', async () => {
    const [payment, livePayment] = [await paid(merchant.test), await paid()]
    const developer = await portalReader(service, merchant, 'developer')
    const collaborator = await portalReader(service, merchant, 'collaborator')
    for (const one of [developer, collaborator])
      await one.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const page = `/portail/transactions/${payment.id}`
    assert.match((await developer.get(page)).text, />Rembourser</)
    assert.doesNotMatch((await collaborator.get(page)).text, />Rembourser</)
    assert.equal((await collaborator.get(payment.path)).status, 403)
    const form = { ...(await developer.formOf(payment.path)), montant: '750', motif: 'Essai' }
    const asked = await developer.post(payment.path, { ...form, password })
    const detail = asked.location ?? ''
    assert.doesNotMatch((await collaborator.get(detail)).text, /Annuler ce remboursement/)
    await developer.send(detail, {}, `${detail}/annulation`)
    assert.match((await developer.get(detail)).text, /Annulé par vous/)

    await developer.post('/portail/service', { vers: merchant.live.serviceEnvId })
    const live = await developer.get(`/portail/transactions/${livePayment.id}`)
    assert.doesNotMatch(live.text, />Rembourser</)
    for (const { path } of [payment, livePayment]) {
      assert.equal((await developer.get(path)).status, 403)
      assert.equal((await developer.post(path, { ...form, password })).status, 403)
    }
    assert.deepEqual(await refundsOf(livePayment.id), [])
  })

  it('are taken back before they are approved, and not after', async () => {
    const shop = await createPortalMerchant(service.database)
    const one = await portalReader(service, shop)
    const [first, second] = [await paid(shop.live), await paid(shop.live)]
    const ask = async (path: string) =>
      (await one.send(path, { montant: '1000', motif: 'Essai' })).location ?? ''
    const cancelled = await ask(first.path)
    const before = await accountsOf(service.database, shop.live)
    assert.deepEqual(before, { available: 24_000, reserved: 1000 })
    const answer = await one.send(cancelled, {}, `${cancelled}/annulation`)
    assert.equal(answer.location, cancelled)
    assert.match((await one.get(cancelled)).text, /Annulé par vous/)
    assert.deepEqual(await accountsOf(service.database, shop.live), { available: 25_000 })
    const rejected = await ask(second.path)
    const form = await one.formOf(rejected)
    await rejectRefund(acting(), await order(rejected.split('/').at(-1) ?? ''))
    const late = await one.post(`${rejected}/annulation`, { ...form, password })
    assert.equal(late.status, 422)
    assert.match(late.text, /n’est plus possible/)
    assert.doesNotMatch(late.text, /montant inexact/)
  })

  it('of test mode are decided there, without staff; those of live are not', async () => {
    const owner = await portalReader(service, merchant)
    const developer = await portalReader(service, merchant, 'developer')
    for (const one of [owner, developer])
      await one.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const ask = async () => {
      const payment = await paid(merchant.test)
      return (await owner.send(payment.path, { montant: '750', motif: 'Essai' })).location ?? ''
    }
    const [approved, rejected] = [await ask(), await ask()]
    assert.match((await developer.get(approved)).text, /À vous de décider/)
    const answer = await developer.send(approved, {}, `${approved}/validation`)
    assert.equal(answer.location, approved)
    const ended = await eventually(async () => {
      const { text } = await developer.get(approved)
      return text.includes('Remboursement reçu par le payeur') && text
    })
    assert.match(ended, /Approuvé par vous, en mode test/)
    assert.doesNotMatch(ended, /À vous de décider/)
    await developer.send(rejected, {}, `${rejected}/refus`)
    assert.match((await developer.get(rejected)).text, /Refusé en mode test/)
    const [line] = await listActivity(service.database, merchant.merchantId, { limit: 1 })
    assert.deepEqual([line?.act, line?.details], ['sandbox_refund.decide', { act: 'reject' }])
    const late = await developer.send('/portail/cles', {}, `${rejected}/validation`)
    assert.equal(late.status, 422)

    const live = (await reader.send((await paid()).path, { montant: '5', motif: 'Réel' })).location
    assert.doesNotMatch((await reader.get(live ?? '')).text, /À vous de décider/)
    const place = merchant.live.serviceEnvId
    const sent = await reader.post(`${live}/validation`, { place, form_id: randomUUID(), password })
    assert.equal(sent.status, 409)
    const refundId = asId<RefundId>((live ?? '').split('/').at(-1) ?? '')
    const decision = {
      refundId,
      serviceEnvId: place,
      actId: asId<ActId>(randomUUID()),
      act: 'approve',
      decidedBy: randomUUID(),
    } as const
    assert.equal(
      await refusalCode(decideSandboxRefund(acting(), decision)),
      'sandbox_mode_required',
    )
    assert.equal((await findRefund(service.database, place, refundId)).status, 'pending')
  })

  it('are listed by state, each with its way, and taken home as a table', async () => {
    const shop = await createPortalMerchant(service.database)
    const one = await portalReader(service, shop)
    await one.post('/portail/service', { vers: shop.test.serviceEnvId })
    assert.match((await one.get(listPath)).text, /Aucun remboursement/)
    const payment = await paid(shop.test)
    const asked = await one.send(payment.path, { montant: '750', motif: '=1+1' })
    const id = (asked.location ?? '').split('/').at(-1) ?? ''
    assert.match((await one.get(`${listPath}?statut=pending`)).text, new RegExp(payment.reference))
    assert.match(
      (await one.get(`${listPath}?statut=failed`)).text,
      /Aucun remboursement pour ce choix/,
    )
    assert.match(
      (await one.get(`${listPath}/${id}`)).text,
      /Par Afi Mensah.*Nos équipes l’examinent/s,
    )
    assert.match((await one.get('/portail')).text, /1 remboursement à approuver/)
    await approveRefund(acting(), await order(id))
    assert.match((await one.get(`${listPath}/${id}`)).text, /Approuvé par nos équipes/)
    const file = await one.get(`${listPath}/export`)
    assert.ok(file.text.includes(`;${payment.reference};`) && file.text.includes(`;'=1+1;`))
    const stranger = await portalReader(service, await createPortalMerchant(service.database))
    assert.equal((await stranger.get(`${listPath}/${id}`)).status, 404)
    assert.ok(!(await stranger.get(`${listPath}/export`)).text.includes(id))
  })

  it('stand in the activity log: asked for, taken back, taken home', async () => {
    const shop = await createPortalMerchant(service.database)
    const one = await portalReader(service, shop)
    const payment = await paid(shop.live)
    const detail = (await one.send(payment.path, { montant: '5', motif: 'Un' })).location ?? ''
    await one.send(detail, {}, `${detail}/annulation`)
    await one.get(`${listPath}/export`)
    assert.deepEqual(await lastActs(service.database, shop, 3), [
      ['refunds.export', 'done'],
      ['refund.cancel', 'done'],
      ['refund.request', 'done'],
    ])
  })

  /** What the fees of a payment cost the merchant who gives it back whole. */
  async function giveMore(shop: PortalMerchant): Promise<void> {
    await makePayment(service.database, shop.live, {
      reference: `M-${randomUUID()}`,
      outcome: success,
    })
  }
})
