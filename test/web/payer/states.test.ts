import assert from 'node:assert/strict'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { failureCodes } from '#domain/errors/errors.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { success } from '#test/support/ends.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createLink, freePrice, settleLatestOf } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('the page of a link', () => {
  const api = given(() => startApiAlone({ FRAUD_REQUESTS_PER_NUMBER: '2' }))
  const tenant = given(() => createTenant(api.database))

  const linkOf = async (changes: Parameters<typeof createLink>[2] = {}) => {
    const link = await createLink(api.database, tenant, changes)
    return { ...link, path: `/sandbox/pay/${link.id}` }
  }
  const browser = () => new PayerBrowser(api)
  const settle = (linkId: string, outcome: Outcome) => settleLatestOf(api.database, linkId, outcome)

  it('says that it is found nowhere: unknown, misspelt, or of the other mode', async () => {
    const { id, path } = await linkOf()
    for (const wrong of [`/live/pay/${id}`, '/sandbox/pay/x', path.replace(/.$/, '_')]) {
      const page = await browser().get(wrong)
      assert.equal(page.status, 404, wrong)
      assert.ok(wordsOf(page).includes('Paiement introuvable'))
    }
    assert.equal((await browser().post(`/live/pay/${id}`, goodPayer())).status, 404)
  })

  it('tells an expired, a cancelled, a closed and a paid link apart, and takes no payment of them', async () => {
    const scope = ({ id }: { id: string }) => ({
      serviceEnvId: tenant.serviceEnvId,
      id: asId<Parameters<typeof setPaymentLinkState>[1]['id']>(id),
    })
    const expired = await linkOf()
    await onPool(api.database.pool).rows(
      `update payment_link set expires_at = now() where id = $1`,
      [expired.id],
    )
    const cancelled = await linkOf()
    await setPaymentLinkState(api.database, scope(cancelled), 'cancelled')
    const closed = await linkOf()
    await setPaymentLinkState(api.database, scope(closed), 'inactive')
    const paid = await linkOf({ maxPayments: 1 })
    await browser().pay(paid.path)
    await settle(paid.id, success)
    const told = {
      [expired.path]: [410, 'Délai dépassé'],
      [cancelled.path]: [410, 'Paiement annulé'],
      [closed.path]: [410, 'Paiement annulé'],
      [paid.path]: [409, 'Déjà payé'],
    } as const
    for (const [path, [status, title]] of Object.entries(told)) {
      const page = await browser().get(path)
      assert.equal(page.status, status, path)
      assert.ok(wordsOf(page).includes(title), wordsOf(page))
      const seen = { total: 'XOF1020', cle: 'k', ...goodPayer() }
      assert.equal((await browser().post(path, seen)).location, path)
    }
  })

  it('leads whoever paid a link of one use to their receipt', async () => {
    const { id, path } = await linkOf({ maxPayments: 1 })
    const payer = browser()
    const { location } = await payer.pay(path)
    await settle(id, success)
    assert.equal((await payer.get(path)).location, location)
  })

  it('reminds whoever has paid before, and lets them pay again', async () => {
    const { id, path } = await linkOf()
    const payer = browser()
    const { location } = await payer.pay(path)
    const pending = await payer.get(path)
    assert.ok(wordsOf(pending).includes('Un paiement est en cours'))
    assert.ok(pending.text.includes(`href="${location}"`))
    await settle(id, success)
    assert.ok(wordsOf(await payer.get(path)).includes('Vous avez déjà payé'))
    assert.equal((await payer.pay(path)).status, 303)
    assert.doesNotMatch(wordsOf(await browser().get(path)), /déjà payé|en cours/)
  })

  it('tells whoever paid that they did where it takes no more payment, not that nothing is debited', async () => {
    const { id, path } = await linkOf()
    const payer = browser()
    const { location } = await payer.pay(path)
    await settle(id, success)
    const serviceEnvId = tenant.serviceEnvId
    const link = { serviceEnvId, id: asId<Parameters<typeof setPaymentLinkState>[1]['id']>(id) }
    await setPaymentLinkState(api.database, link, 'inactive')
    const closed = await payer.get(path)
    const words = wordsOf(closed)
    assert.match(words, /Vous avez déjà payé.*1 020 F CFA a réussi.*plus possible de payer ici/)
    assert.doesNotMatch(words, /Rien n’est débité|de nouveau/)
    assert.ok(closed.text.includes(`href="${location}"`))
    assert.match(wordsOf(await browser().get(path)), /Paiement annulé.*Rien n’est débité/)
    assert.equal((await payer.post(path, { total: 'XOF1020', ...goodPayer() })).location, path)
    await onPool(api.database.pool).rows(
      `update payment_link set state = 'active', expires_at = now() where id = $1`,
      [id],
    )
    assert.match(wordsOf(await payer.get(path)), /Vous avez déjà payé.*Délai dépassé/)
  })

  it('says of each failure what happened, and how to go on', async () => {
    const codes = Object.keys(failureCodes)
    for (const failureCode of codes) {
      const { id, path } = await linkOf()
      const payer = browser()
      const { location } = await payer.pay(path)
      await settle(id, { status: 'failed', failureCode, providerReference: null } as Outcome)
      const words = wordsOf(await payer.get(location))
      assert.doesNotMatch(words, /payeur|undefined|webhook|portail/i, failureCode)
      assert.ok(words.includes('Réessayer'), failureCode)
    }
  })

  it('says of money that was taken too late that it comes back, then that it came back', async () => {
    const { id, path } = await linkOf()
    const payer = browser()
    const { location } = await payer.pay(path)
    await settle(id, { status: 'expired', failureCode: 'expired', providerReference: null })
    const told = async () => wordsOf(await payer.get(location))
    assert.match(await told(), /Délai dépassé.*Si une somme était débitée malgré tout/)
    const { id: payment } = await onPool(api.database.pool).one<{ id: TransactionId }>(
      'select id from transaction where payment_link_id = $1',
      [id],
    )
    await bookLateOutcome(api.database, payment, 'late-1')
    assert.match(await told(), /Débité trop tard.*Il vous sera rendu en entier.*Réessayer/)
    assert.doesNotMatch(await told(), /Si une somme était débitée/)
    await onPool(api.database.pool).rows(
      'update transaction set refunded_amount = amount_charged where id = $1',
      [payment],
    )
    assert.match(await told(), /Débité trop tard.*Il vous a été rendu en entier/)
  })

  it('says where it takes no more payment that there is nothing to try again', async () => {
    const { id, path } = await linkOf()
    const payer = browser()
    const { location } = await payer.pay(path)
    await settle(id, {
      status: 'expired',
      failureCode: 'approval_timeout',
      providerReference: null,
    })
    await onPool(api.database.pool).rows(
      `update payment_link set expires_at = now() where id = $1`,
      [id],
    )
    const words = wordsOf(await payer.get(location))
    assert.ok(words.includes('n’a pas été validée à temps'), words)
    assert.ok(!words.includes('Réessayer') && words.includes('plus possible de payer'))
  })

  it('opens no payment by a code that was changed, or that is of another link', async () => {
    const [one, two] = [await linkOf(), await linkOf()]
    const payer = browser()
    const { location } = await payer.pay(one.path)
    const code = location.slice(one.path.length)
    const changed = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [one.path + changed, two.path + code, `/live/pay/${one.id}${code}`]) {
      assert.equal((await payer.get(wrong)).status, 404, wrong)
      assert.equal((await payer.get(`${wrong}/suite`)).status, 404, wrong)
    }
  })

  it('tells all that is wrong at its fields, and keeps what was typed', async () => {
    const { path } = await linkOf(freePrice)
    const page = await browser().pay(path, {
      montant: '12,5',
      numero: '01 97 12',
      nom: '',
      email: 'awa@"b',
    })
    assert.equal(page.status, 422)
    const words = wordsOf(page)
    for (const said of [
      'Ce montant n’est pas accepté',
      'Ce numéro n’est pas valable',
      'votre nom',
      'adresse e-mail valable',
    ]) {
      assert.ok(words.includes(said), `${said}: ${words}`)
    }
    assert.equal(page.form['montant'], '12,5')
    assert.equal(page.form['email'], 'awa@&quot;b')
  })

  it('asks for the operator where the number does not tell, and names no field twice', async () => {
    const { path } = await linkOf()
    const page = await browser().pay(path, { operateur: '', numero: '0110000000' })
    assert.equal(page.status, 422)
    assert.match(wordsOf(page), /Choisissez votre opérateur/)
    assert.match(page.text, /<fieldset[^>]*aria-describedby="champ-operateur-erreur"/)
    assert.match(page.text, /<p class="error" id="champ-operateur-erreur">/)
    for (const numero of ['+33612345678', '+228 90 11 22 33']) {
      const foreign = await browser().pay(path, { numero })
      assert.equal(foreign.status, 422)
      assert.match(wordsOf(foreign), /Les numéros de ce pays ne peuvent pas payer ici/)
    }
  })

  it('keeps to the limits that the merchant set, and says them', async () => {
    const limits = { minAmount: money(500n, 'XOF'), maxAmount: money(2000n, 'XOF') }
    const { path } = await linkOf({ ...freePrice, ...limits })
    assert.ok(wordsOf(await browser().get(path)).includes('De 500 F CFA à 2 000 F CFA'))
    for (const montant of ['499', '2001', '0', '', 'mille', '-500']) {
      assert.equal((await browser().pay(path, { montant })).status, 422, montant)
    }
    for (const montant of ['500', '2.000']) {
      assert.equal((await browser().pay(path, { montant })).status, 200, montant)
    }
  })

  it('says what the open operators take where the merchant set no limits, and refuses the rest', async () => {
    const { path } = await linkOf(freePrice)
    const range = 'De 100 F CFA à 2 000 000 F CFA'
    assert.ok(wordsOf(await browser().get(path)).includes(range))
    for (const montant of ['99', '2 000 001']) {
      const page = await browser().pay(path, { montant })
      assert.equal(page.status, 422, montant)
      assert.ok(wordsOf(page).includes(`Ce montant n’est pas accepté. ${range}.`))
    }
    assert.equal((await browser().pay(path, { montant: '100' })).status, 200)
    const own = await linkOf({ ...freePrice, maxAmount: money(5000n, 'XOF') })
    assert.ok(wordsOf(await browser().get(own.path)).includes('De 100 F CFA à 5 000 F CFA'))
  })

  it('shows prices in other currencies, and what is debited in francs', async () => {
    const { path } = await linkOf({ price: money(1250n, 'EUR'), currency: 'EUR' })
    const words = wordsOf(await browser().get(path))
    assert.match(words, /Payer 8 3\d\d F CFA/)
    const euros = await createTenant(api.database, { currency: 'EUR' })
    const link = await createLink(api.database, euros, {
      price: money(1250n, 'EUR'),
      currency: 'EUR',
    })
    const shown = wordsOf(await browser().get(`/sandbox/pay/${link.id}`))
    assert.match(shown, /12,50 €.*Total 12,7\d €.*Débité sur votre compte 8 3\d\d F CFA/)
  })

  it('is told what an amount that is being typed costs, and never more than that', async () => {
    const { path } = await linkOf(freePrice)
    const part = await browser().get(`${path}/total?montant=5%C2%A0000`)
    assert.match(part.text, /^<div data-method="tous" data-total="XOF5100"/)
    assert.match((await browser().get(`${path}/total?montant=x`)).text, /pas accepté/)
    assert.equal((await browser().get(`${path}/total`)).text, '')
  })

  it('slows down whoever asks one number too often, in words, with the form as it was', async () => {
    const { path } = await linkOf()
    const typed = goodPayer()
    assert.equal((await browser().pay(path, typed)).status, 303)
    assert.equal((await browser().pay(path, typed)).status, 303)
    const page = await browser().pay(path, typed)
    assert.equal(page.status, 429)
    assert.ok(Number(page.headers.get('Retry-After')) > 0)
    assert.ok(wordsOf(page).includes('Trop de demandes'))
    assert.match(page.text, /<div class="notice bad"[^>]* autofocus/)
    assert.equal(page.form['numero'], typed.numero)
  })

  it('takes no form from another site', async () => {
    const { path } = await linkOf()
    const { form } = await browser().get(path)
    const sent = { ...form, ...goodPayer() }
    const page = await browser().post(path, sent, { 'Sec-Fetch-Site': 'cross-site' })
    assert.equal(page.status, 403)
  })

  it('stands under a live address for a live link, and says that no operator is open', async () => {
    const live = await createTenant(api.database, { mode: 'live' })
    const link = await createLink(api.database, live)
    const page = await browser().get(`/live/pay/${link.id}`)
    assert.equal(page.status, 200)
    assert.ok(wordsOf(page).includes('Paiement momentanément impossible'))
    assert.doesNotMatch(page.text, /Mode test/)
  })
})
