import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { accountsOf } from '#test/support/payouts.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'

describe('the form of a refund', () => {
  const api = given(() => sharedApiAlone())

  it('shows beforehand who receives what, who bears the fees, and the balance before and after', async () => {
    const shop = await createPortalMerchant(api.database)
    /** Payers were debited 12 740 XOF each: 12 500 are the merchant’s. */
    const [payment] = await Promise.all(
      ['R-1', 'R-2'].map((reference) =>
        makePayment(api.database, shop.live, { reference, outcome: success }),
      ),
    )
    const path = `/portail/transactions/${payment}/remboursement`
    const one = await portalReader(api, shop)
    const factsOf = async (amount?: string) => {
      const { text } = await (amount
        ? one.post(`${path}/effet`, { montant: amount })
        : one.get(path))
      const [, effect = ''] = /id="effet"(.*?)<\/dl>/s.exec(text) ?? []
      return Object.fromEntries(
        [...effect.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(
          ([, label = '', value = '']) => [
            label,
            value.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' '),
          ],
        ),
      )
    }
    const [fees, same] = [
      'dont frais du paiement, à votre charge',
      { 'Votre client a payé': '12 740 F CFA' },
    ]
    assert.deepEqual(await factsOf(), {
      ...same,
      'Il reçoit': '12 740 F CFA',
      'Votre solde baisse de': '12 740 F CFA',
      [fees]: '240 F CFA',
      'Solde disponible': '25 000 F CFA',
      'Solde après': '12 260 F CFA',
    })
    assert.deepEqual(await factsOf('2740'), {
      ...same,
      'Il reçoit': '2 740 F CFA',
      'Votre solde baisse de': '2 740 F CFA',
      'Solde disponible': '25 000 F CFA',
      'Solde après': '22 260 F CFA',
    })
    await one.send(path, { montant: '2740', motif: 'Un article rendu' })
    const rest = await factsOf()
    assert.deepEqual(rest, {
      ...same,
      'Il reçoit': '10 000 F CFA',
      'Votre solde baisse de': '10 000 F CFA',
      [fees]: '240 F CFA',
      'Solde disponible': '22 260 F CFA',
      'Solde après': '12 260 F CFA',
    })
    await one.send(path, { montant: '10000', motif: 'Le reste' })
    assert.equal((await accountsOf(api.database, shop.live)).available, 12_260)
  })
})

describe('refunds in the portal', () => {
  const api = given(() => sharedApiAlone())

  it('are called by who paid, in their list and on their page, without any id in their name', async () => {
    const { database } = api
    const path = '/portail/remboursements'
    const shop = await createPortalMerchant(database)
    await makePayment(database, shop.live, { outcome: success })
    const id = await makePayment(database, shop.live, {
      payer: 'Rachidatou Sanni',
      outcome: success,
    })
    const one = await portalReader(api, shop)
    const asked = { montant: '2 000', motif: 'Un pagne rendu' }
    await one.send(`/portail/transactions/${id}/remboursement`, asked)
    const list = (await one.get(path)).text
    const [, address = ''] = /href="([^"]+)">Rachidatou Sanni<\/a>/.exec(list) ?? []
    assert.ok(address.startsWith(path), list)
    const page = await one.get(address)
    assert.match(page.text, /<h1>Remboursement à Rachidatou Sanni<\/h1>/)
    assert.doesNotMatch(page.text, new RegExp(`>${id}<`))
    assert.match((await one.get(`${path}/export`)).text, /Rachidatou Sanni/)
  })
})
