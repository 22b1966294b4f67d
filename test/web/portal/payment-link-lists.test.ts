import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listPaymentLinks } from '#use-cases/payment-links/find.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { wordsOf } from '#test/support/payer.ts'
import { createLink, payLink } from '#test/support/payment-links.ts'
import { createPortalMerchant, testModeReader } from '#test/support/portal.ts'
import { searched } from '#test/support/typed-forms.ts'
import { success } from '#test/support/ends.ts'
import { linkIdOf, linkList, madeLink } from './link-forms.ts'

describe('lists of payment links in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const reader = given(() => testModeReader(api, merchant, 'collaborator'))

  const make = (fields?: Readonly<Record<string, string>>) => madeLink(reader, fields)
  const pay = (path: string) => payLink(api, linkIdOf(path))

  it('list what was paid through them, newest first, and what they brought', async () => {
    const path = await make({ titre: 'Deux paiements' })
    const outbox = outboxOf(api.database)
    for (let paid = 0; paid < 2; paid += 1) {
      const transactionId = await pay(path)
      await settleTransaction(api.database, outbox, { transactionId, outcome: success })
    }
    const other = await pay(await make())
    const page = await reader.get(path)
    assert.match(wordsOf(page), /Encaissé 25 000 F CFA Paiements 2 /)
    assert.equal(page.text.match(/href="\/portail\/transactions\//g)?.length, 2)
    assert.ok(!page.text.includes(other))
    assert.match(
      wordsOf(await searched(reader, linkList, 'q=deux+PAI')),
      /Deux paiements .* 2 fois 25 000/,
    )
  })

  it('are found by a part of their title, and apart where they take a payment', async () => {
    const mine = await createPortalMerchant(api.database)
    const own = await testModeReader(api, mine)
    const { database } = api
    const links = {
      open: await createLink(database, mine.test, { title: 'Ouvert 100%' }),
      over: await createLink(database, mine.test, { title: 'Fini', expiresAt: new Date(0) }),
      taken: await createLink(database, mine.test, { title: 'Pris', maxPayments: 1 }),
    }
    await pay(links.taken.id)
    const shown = async (query: string): Promise<string[]> => {
      const { text } = await searched(own, linkList, query)
      return Object.entries(links).flatMap(([name, { id }]) => (text.includes(id) ? [name] : []))
    }
    assert.deepEqual(await shown(''), ['open', 'over', 'taken'])
    assert.deepEqual(await shown('etat=ouverts'), ['open'])
    assert.deepEqual(await shown('etat=fermes'), ['over', 'taken'])
    assert.deepEqual(await shown('q=100%25'), ['open'])
    assert.deepEqual(await shown('q=%25'), ['open'])
    assert.match((await searched(own, linkList, 'q=rien')).text, /Aucun lien ne correspond/)
    const all = await listPaymentLinks(database, mine.test.serviceEnvId, { limit: 9 })
    const isOpen = { isOpen: true }
    assert.deepEqual(
      await listPaymentLinks(database, mine.test.serviceEnvId, { limit: 9, filter: isOpen }),
      all.filter(({ status }) => status === 'active'),
    )
  })

  it('go on from page to page, and each service, mode and list has cursors of its own', async () => {
    const mine = await createPortalMerchant(api.database)
    const own = await testModeReader(api, mine)
    assert.match((await own.get(linkList)).text, /Encaissez sans site ni terminal/)
    for (let made = 0; made < 26; made += 1) await createLink(api.database, mine.test)
    const first = await own.get(`${linkList}?etat=ouverts`)
    const [, older = ''] = /href="([^"]*suite=[^"]+)"/.exec(first.text) ?? []
    const address = older.replaceAll('&amp;', '&')
    const second = await own.get(address)
    assert.equal(second.text.match(/<tr /g)?.length, 2)
    assert.match(second.text, /href="\/portail\/liens\?etat=ouverts"[^>]*>.*Plus récents/s)
    assert.equal((await reader.get(address)).status, 422)
    assert.equal((await own.get(`/portail/transactions?${address.split('?')[1]}`)).status, 422)
  })
})
