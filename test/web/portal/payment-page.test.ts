import assert from 'node:assert/strict'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

describe('the page of a payment', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const reader = given(() => portalReader(api, merchant))
  before(() =>
    createWebhookEndpoint(api.database, merchant.live.serviceEnvId, {
      url: 'https://boutique.example/crochet',
      label: null,
      events: ['*'],
      isEnabled: true,
    }),
  )
  let made = 0
  const pay = async (outcome: Outcome = success) => {
    const reference = `PAGE-${(made += 1)}`
    const id = await makePayment(api.database, merchant.live, { reference, outcome })
    return { id, path: `/portail/transactions/${id}` }
  }

  it('says who paid how much, with what can be done beside it, then what happened, then all details', async () => {
    const { text } = await reader.get((await pay()).path)
    const places = [
      /<h1>.*12\u202F500.*de Éléonore Adjavon<\/h1>/,
      />Rembourser</,
      />Voir le reçu</,
      /Réussi</,
      /Déroulement/,
      /<h2>Payeur<\/h2>/,
      /<h2>Montants<\/h2>/,
    ].map((part) => text.search(part))
    assert.ok(!places.includes(-1), places.join(' '))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    const page = text.slice(text.indexOf('<main'))
    assert.doesNotMatch(page, /class="[^"]*hero/, 'the amount is said once, in the heading')
    assert.match(page, /<details class="more" id="identite"><summary>Références et dates/)
  })

  it('leads to all payments of its payer, who may say that they were debited twice', async () => {
    const phone = freshPhone()
    const twice = { payer: 'Fifamè Kpadonou', phone, outcome: success }
    const id = await makePayment(api.database, merchant.live, { ...twice, reference: 'DEUX-1' })
    await makePayment(api.database, merchant.live, { ...twice, reference: 'DEUX-2' })
    await pay()
    const path = `/portail/transactions/${id}`
    const { text } = await reader.get(path)
    const [, action = '', q = ''] =
      /<form action="([^"]+)"(?:(?!<\/form>).)*name="q" value="([^"]+)"(?:(?!<\/form>).)*Tous ses paiements/s.exec(
        text.slice(text.indexOf('<main')),
      ) ?? assert.fail(text)
    const { location } = await reader.post(action, { q })
    assert.ok(location && !location.includes(phone), 'no number in an address')
    const list = await reader.get(location)
    assert.match(list.text, /DEUX-2.*DEUX-1/s)
    assert.doesNotMatch(list.text, /PAGE-/)
  })

  it('says of a payment that is refunded where its refunds stand before all else', async () => {
    const { database } = api
    await giveBalance(database, merchant.live, 20_000)
    const { id, path } = await pay()
    await refundOf({ database, outbox: outboxOf(database) }, merchant.live, {
      transactionId: id,
      amount: 500n,
    })
    const { text } = await reader.get(path)
    const [refunds, status, course] = [
      text.indexOf('<h2>Remboursements</h2>'),
      text.indexOf('En vérification'),
      text.indexOf('Déroulement'),
    ]
    assert.ok(0 < refunds && refunds < status && status < course, `${refunds} ${status} ${course}`)
  })

  it('says when the request was sent to the operator, and until when the payer has', async () => {
    const id = await makePayment(api.database, merchant.live, { reference: 'PAGE-sent' })
    const page = async () => (await reader.get(`/portail/transactions/${id}`)).text
    assert.match(await page(), /Demande en route vers MTN/)
    assert.equal((await claimRequest(api.database, id)).state, 'claimed')
    assert.match(
      await page(),
      /<b>Demande envoyée à MTN[^<]*<\/b><span[^>]*> · <time datetime="[^"]+" title="[^"]+">à l’instant<\/time>/,
    )
    assert.match(await page(), /elle expire <time[^>]*>dans 1[45]\u00A0min<\/time>/)
  })

  it('sends the receipt of a payment on by WhatsApp, SMS or what the phone has; of a failed one there is none', async () => {
    const { text } = await reader.get((await pay()).path)
    const [, message = ''] = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(text) ?? []
    const said = decodeURIComponent(message)
    assert.match(said, /^Reçu de paiement de .*\nhttps?:\/\/\S+\/verification\/[\w-]+$/)
    assert.doesNotMatch(said, /Adjavon|0196/, 'nobody is named')
    assert.ok(text.includes(`href="sms:?&amp;body=${message}"`))
    const url = said.split('\n')[1] ?? ''
    assert.ok(text.includes(`data-share="${url}"`))
    const { pathname } = new URL(url)
    assert.match(
      (await reader.get(pathname)).text,
      /12\u202F500/,
      'whoever opens it sees the receipt',
    )
    assert.doesNotMatch((await reader.get((await pay(failed)).path)).text, /wa\.me/)
  })

  it('says of a failure why, and what to do about it, before anything else that happened', async () => {
    const { text } = await reader.get((await pay(failed)).path)
    assert.match(text, /Le solde du compte du payeur est insuffisant.*Déroulement/s)
    assert.doesNotMatch(text, />Rembourser</)
  })

  it('has what was sent to webhooks in one line, folded, below what happened to the money', async () => {
    const { text } = await reader.get((await pay()).path)
    const [, line = ''] =
      /Paiement réussi.*<details class="more" id="webhooks"><summary>([^<]*)</s.exec(text) ?? []
    assert.match(line, /^Webhooks\u00A0: 1 en route/)
  })

  it('has no identifier as its title, in the portal or at the desk; the way back is said in words', async () => {
    const { id, path } = await pay()
    const unnamed = await makePayment(api.database, merchant.live, { outcome: success })
    const desk = await deskBrowser(api, 'agent')
    const named = await desk.get(`/staff/transactions/${unnamed}`)
    assert.match(named.text, /<h1>Éléonore A\. · \+229 01 •••• 0042<\/h1>/)
    for (const { text } of [
      await reader.get(path),
      await desk.get(`/staff/transactions/${id}`),
      await reader.get(`/portail/transactions/${unnamed}`),
      named,
    ]) {
      const titles = text.match(/<(?:title|h1)>.*?<\/(?:title|h1)>/gs) ?? []
      assert.equal(titles.length, 2)
      for (const title of titles) assert.doesNotMatch(title, uuid)
      assert.doesNotMatch(text, new RegExp(`<a [^>]*>[^<]*${uuid.source}[^<]*</a>`))
    }
  })
})
