import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { readRefund } from '#use-cases/refunds/find.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import {
  contradictedPayout,
  contradictedRefund,
} from '#test/use-cases/contradictions/contradictions.ts'
import {
  act,
  paidCollection,
  refundOf,
  settle,
  succeeded,
} from '#test/use-cases/refunds/refunds.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

const list = '/staff/contredits'
const reason = 'convenu au téléphone avec le marchand'

describe('contradictions, at the desk', () => {
  const api = given(() => startApiAlone())
  const books = given(async () => ({ database: api.database, outbox: outboxOf(api.database) }))
  const one = given(() => deskBrowser(api, 'supervisor', 'Ama Sossou'))
  const two = given(() => deskBrowser(api, 'supervisor', 'Luc Hounsa'))
  const merchant = given(async () => {
    const made = await createMerchant(books, { mode: 'live' })
    await openBalance(api.database, made, money(100_000n, 'XOF'))
    return made
  })
  const logOf = async ({ member }: DeskBrowser, id: string) =>
    (await actsOf(api.database, { member, token: '' }))
      .filter(({ subject }) => subject?.id === id)
      .map(({ act, outcome }) => `${act} ${outcome}`)

  it('are settled by two: the list, the page and the payment say what is open, with whom, and who did', async () => {
    const id = await contradictedPayout(books, merchant)
    const page = `${list}/${id}`
    const agent = await deskBrowser(api, 'agent')
    assert.match((await agent.get(list)).text, new RegExp(`href="${page}"`))
    assert.match((await agent.get('/staff')).text, new RegExp(`href="${list}"`))
    assert.match((await agent.get(page)).text, /à récupérer auprès du marchand/)
    assert.doesNotMatch((await agent.get(page)).text, /Demander le règlement/)
    assert.equal((await agent.post(`${page}/demander`, { reason, password })).status, 403)
    const payment = `/staff/transactions/${id}`
    assert.match((await agent.get(payment)).text, /Un désaccord est à régler/)
    assert.match((await agent.get(payment)).text, new RegExp(`href="${page}"`))
    assert.match((await agent.get(`/staff/retraits/${id}`)).text, new RegExp(`href="${page}"`))
    const bare = await one.send(page, `${page}/demander`, { password })
    assert.match(bare.text, /href="#champ-reason">Écrivez/)
    const wrong = await one.send(page, `${page}/demander`, { reason, password: 'x' })
    assert.match(wrong.text, /href="#champ-password"/)
    const stale = await two.get(page)
    const asked = await one.send(page, `${page}/demander`, { reason, password })
    assert.equal(asked.location, page)
    const own = (await one.get(page)).text
    assert.match(own, /Vous avez fait cette demande/)
    assert.doesNotMatch(own, /\/approuver"/)
    const late = await two.sendShown(stale.text, `${page}/demander`, { reason, password })
    assert.match(late.text, /La situation a changé/)
    assert.match(late.text, new RegExp(`Ama Sossou.*${reason}`, 's'))
    const shown = (await two.get(page)).text
    assert.match(shown, /prise sur le solde disponible du marchand/)
    assert.match(shown, /d’abord sur les fonds du paiement/)
    const approve = shown.replace('/refuser"', '/approuver"')
    const answers = await Promise.all(
      [1, 2].map(() => two.sendShown(approve, `${page}/approuver`, { password })),
    )
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
    const after = (await agent.get(page)).text
    assert.match(after, /récupéré auprès du marchand/)
    assert.match(after, /décidé par Luc Hounsa/)
    assert.doesNotMatch((await agent.get(list)).text, new RegExp(`href="${page}"`))
    const settled = (await agent.get(`${list}?vue=settled`)).text
    assert.match(settled, new RegExp(`href="${page}\\?vue=settled"`))
    for (const place of [payment, `/staff/retraits/${id}`])
      assert.match((await agent.get(place)).text, /Le désaccord est réglé/, place)
    const done = (await logOf(two, id)).filter((line) => line.endsWith('done'))
    assert.deepEqual(done, ['contradiction.settle done'])
  })

  it('of a refund may be refused or taken back, and lead to the refund and its payment', async () => {
    const id = await contradictedRefund(books, merchant, 'paid')
    const page = `${list}/${id}`
    const ask = () => one.send(page, `${page}/demander`, { reason, password })
    await ask()
    assert.equal((await two.send(page, `${page}/refuser`, { password })).location, page)
    await ask()
    const own = await one.send(page, `${page}/refuser`, { password })
    assert.equal(own.location, page)
    const { text } = await two.get(page)
    assert.match(text, /Refusé.*Demande retirée/s)
    assert.match(text, /dû au marchand/)
    assert.match(text, new RegExp(`href="/staff/remboursements/${id}"`))
    const { transactionId } = await readRefund(api.database, id)
    const payment = (await two.get(`/staff/transactions/${transactionId}`)).text
    assert.match(payment, new RegExp(`href="${page}"`))
    assert.match((await two.get(`/staff/remboursements/${id}`)).text, new RegExp(`href="${page}"`))
    assert.equal((await two.get(`${list}/x`)).status, 404)
  })

  it('are not taken from a balance that is too small: the page says how much there is', async () => {
    const poor = await createMerchant(books, { mode: 'live' })
    await openBalance(api.database, poor, money(1020n, 'XOF'))
    const ids = [await contradictedPayout(books, poor), await contradictedPayout(books, poor)]
    const statuses = []
    for (const id of ids) {
      const page = `${list}/${id}`
      await one.send(page, `${page}/demander`, { reason, password })
      const shown = (await two.get(page)).text.replace('/refuser"', '/approuver"')
      const { status, text } = await two.sendShown(shown, `${page}/approuver`, { password })
      statuses.push(status)
      if (status !== 303) assert.match(text, /insuffisant\u00A0: 20 XOF disponibles/)
    }
    assert.deepEqual(statuses, [303, 409])
  })

  it('may be borne by the service, in part or whole: the pages say how much, and what is no amount is refused', async () => {
    const poor = await createMerchant(books, { mode: 'live' })
    await openBalance(api.database, poor, money(2040n, 'XOF'))
    const notes = []
    for (const writtenOff of ['1 000', '600']) {
      const page = `${list}/${await contradictedPayout(books, poor)}`
      for (const wrong of ['1001', 'x', '-1']) {
        const { status, text } = await one.send(page, `${page}/demander`, {
          reason,
          password,
          written_off: wrong,
        })
        assert.equal(status, wrong === '1001' ? 409 : 422, wrong)
        assert.match(
          text,
          wrong === '1001' ? /de 0 à 1\u00A0000 XOF/ : /href="#champ-written_off">/,
        )
      }
      const fields = { reason, password, written_off: writtenOff }
      assert.equal((await one.send(page, `${page}/demander`, fields)).status, 303)
      const shown = await two.get(page)
      notes.push(/Toute la somme est à la charge|600.F.CFA sont à la charge/.exec(shown.text)?.[0])
      const approve = shown.text.replace('/refuser"', '/approuver"')
      assert.equal((await two.sendShown(approve, `${page}/approuver`, { password })).status, 303)
      const { text } = await two.get(page)
      notes.push(/récupéré en partie|à la charge du service/.exec(text)?.[0])
    }
    assert.deepEqual(notes, [
      'Toute la somme est à la charge',
      'à la charge du service',
      '600\u00A0F\u00A0CFA sont à la charge',
      'récupéré en partie',
    ])
  })

  it('of a payment wait for its refunds, and leave the merchant what it gave back', async () => {
    const { database } = api
    const transactionId = await paidCollection(books, merchant)
    const { id: refundId } = await refundOf(books, merchant, { transactionId, amount: 700n })
    await act(books, { refundId, act: 'approve' })
    await claimRefund(database, refundId)
    await operatorSays(api, { transactionId }, 'not_paid')
    const page = `${list}/${transactionId}`
    const early = (await one.get(page)).text
    assert.match(early, /Un remboursement de ce paiement est en cours/)
    assert.doesNotMatch(early, /demander"/)
    await settle(books, refundId, succeeded)
    const { text } = await one.get(page)
    assert.match(text, /700.F.CFA sont à la charge du service/)
    assert.match(text, /700.F.CFA au moins/)
    await operatorSays(api, { transactionId }, 'paid')
    assert.match((await one.get(page)).text, /L’opérateur est revenu sur sa parole/)
  })

  it('stand in the merchant’s movements and their export, in plain words', async () => {
    const shop = await createPortalMerchant(api.database)
    await openBalance(api.database, shop.live, money(100_000n, 'XOF'))
    const page = `${list}/${await contradictedPayout(books, shop.live)}`
    await one.send(page, `${page}/demander`, { reason, password })
    const shown = (await two.get(page)).text.replace('/refuser"', '/approuver"')
    assert.equal((await two.sendShown(shown, `${page}/approuver`, { password })).status, 303)
    const reader = await portalReader(api, shop, 'owner')
    await reader.post('/portail/service', { vers: shop.live.serviceEnvId })
    for (const path of ['/portail/soldes', '/portail/soldes/export?compte=available'])
      assert.match((await reader.get(path)).text, /Règlement d’un désaccord avec l’opérateur/, path)
  })
})
