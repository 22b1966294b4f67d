import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { searched, searchedAt } from '#test/support/typed-forms.ts'

describe('the search of the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    const payment = { phone: '2290197125680', price: money(2_500n, 'XOF') }
    await makePayment(api.database, merchant.live, {
      ...payment,
      reference: 'REEL-1',
      payer: 'Akouvi Zinsou',
      outcome: success,
    })
    await makePayment(api.database, merchant.test, { ...payment, reference: 'ESSAI-1' })
  })
  const reader = given(() => portalReader(api, merchant, 'collaborator'))

  const pageOf = async (text: string): Promise<string> => {
    const { status, text: page } = await searched(reader, '/portail/recherche', { q: text })
    assert.equal(status, 200)
    return page
  }

  it('is a form on every page, which leads to who paid, how much and how it stands', async () => {
    for (const path of ['', '/transactions', '/compte', '/recherche']) {
      const { text } = await reader.get(`/portail${path}`)
      assert.match(text, /<form action="\/portail\/recherche" method="post"/, path)
    }
    const page = await pageOf('5680')
    assert.match(page, /<b>Akouvi Zinsou<\/b>.*2\u202F500.*Réussi.*\+229 01 97 12 56 80.*REEL-1/s)
    assert.match(page, /value="5680"/)
  })

  it('answers while somebody types with a part of a page', async () => {
    const { status, text } = await reader.post('/portail/recherche/resultats', { q: 'zins' })
    assert.equal(status, 200)
    assert.ok(text.startsWith('<ul class="hits"'), text.slice(0, 40))
  })

  it('finds in the mode in which somebody works, and nothing of another merchant', async () => {
    assert.ok(!(await pageOf('0197125680')).includes('ESSAI-1'))
    const other = await portalReader(api, await createPortalMerchant(api.database))
    for (const text of ['0197125680', 'REEL-1', 'zinsou', '2500']) {
      const { text: part } = await other.post('/portail/recherche/resultats', { q: text })
      assert.match(part, /Rien pour/, text)
    }
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const page = await pageOf('0197125680')
    assert.ok(page.includes('ESSAI-1') && !page.includes('REEL-1'))
    await reader.post('/portail/service', { vers: merchant.live.serviceEnvId })
  })

  it('answers whatever is typed in words', async () => {
    assert.match(await pageOf('x'.repeat(10_000)), /Votre recherche est trop longue/)
    for (const text of ['', '%_\\', '\u0000\u0007\u001B'.repeat(500), '🙂'])
      assert.match(await pageOf(text), /Que cherchez-vous/, JSON.stringify(text.slice(0, 5)))
    for (const text of [
      "' or 1=1 --",
      '100%',
      'a_b%\\',
      '\uFFFF\uD800zz',
      '<script>alert(1)</script>',
    ])
      assert.match(await pageOf(text), /Rien pour/, text)
    assert.doesNotMatch(await pageOf('<script>alert(1)</script>'), /<script>alert/)
  })

  it('shows nobody anything who is not logged in', async () => {
    const address = await searchedAt(reader, '/portail/recherche', { q: '5680' })
    const body = new URLSearchParams({ q: '5680' })
    for (const [path, init] of [
      [address, {}],
      ['/portail/recherche', { method: 'POST', body }],
      ['/portail/recherche/resultats', { method: 'POST', body }],
    ] as const) {
      const { status, headers } = await fetch(api.baseUrl + path, { ...init, redirect: 'manual' })
      assert.equal(status, 303, path)
      assert.match(headers.get('Location') ?? '', /^\/portail\/connexion/, path)
    }
  })
})
