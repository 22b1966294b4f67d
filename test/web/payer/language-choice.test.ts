import assert from 'node:assert/strict'
import { createCookies } from '#web/http/cookies.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('the language of a payer', () => {
  const api = given(() => sharedApiAlone())
  const path = async (): Promise<string> => {
    const tenant = await createTenant(api.database)
    return `/sandbox/pay/${(await createLink(api.database, tenant)).id}`
  }
  const browser = (language?: string) => new PayerBrowser({ ...api, ...(language && { language }) })
  /** The key of a form, which says nothing of who reads it. */
  const ofForm = 'formulaire'
  const spoken = ({ text }: { readonly text: string }) => /<html lang="(..)">/.exec(text)?.[1]
  /** Where the foot of the page leads to the other language. */
  const linkIn = ({ text }: { readonly text: string }) => {
    const [, href = '', language] =
      /<a href="([^"]*)" hreflang="(..)" lang="\2" rel="nofollow">/.exec(text) ?? []
    return { href: href.replaceAll('&amp;', '&'), language }
  }

  it('is what the browser prefers, and French where it says neither', async () => {
    const english = ['en', 'en-GB', 'en-US,en;q=0.9,fr;q=0.8', 'yo,en;q=0.7', 'en, *;q=0.5']
    const french = [
      '',
      '*',
      'fr',
      'fr-BJ,fr;q=0.9,en;q=0.8',
      'yo',
      'de,*',
      'en;q=0',
      'en;q=x',
      ',;q=',
    ]
    const page = await path()
    for (const accepted of english)
      assert.equal(spoken(await browser(accepted).get(page)), 'en', accepted)
    for (const accepted of french)
      assert.equal(spoken(await browser(accepted).get(page)), 'fr', accepted)
  })

  it('is chosen by a link at the foot, without a script, and leads back to the same page', async () => {
    const page = await path()
    const payer = browser()
    const french = await payer.get(`${page}?moyen=carte`)
    assert.equal(spoken(french), 'fr')
    const link = linkIn(french)
    assert.deepEqual(link, { href: '?moyen=carte&langue=en', language: 'en' })
    const chosen = await payer.get(page + link.href)
    assert.deepEqual([chosen.status, chosen.location], [303, `${page}?moyen=carte`])
    const english = await payer.get(chosen.location)
    assert.equal(spoken(english), 'en')
    assert.match(wordsOf(english), /Card number/)
    const back = await payer.get(page + linkIn(english).href)
    assert.equal(back.location, `${page}?moyen=carte`)
    assert.equal(spoken(await payer.get(back.location)), 'fr')
  })

  it('is kept in a cookie that holds it alone, and outlasts what the browser prefers', async () => {
    const page = await path()
    const payer = browser('en')
    assert.equal(spoken(await payer.get(page)), 'en')
    assert.deepEqual([...payer.cookies.keys()], [ofForm], 'no language of who chose none')
    const { headers } = await payer.get(`${page}?langue=fr`)
    assert.deepEqual(headers.getSetCookie(), [
      'langue=fr; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000',
    ])
    assert.equal(spoken(await payer.get(page)), 'fr')
    const sent = await payer.pay(page)
    assert.equal(spoken(await payer.get(sent.location)), 'fr')
    assert.equal(spoken(await payer.get('/nowhere')), 'fr')
    payer.cookies.set('langue', 'de')
    assert.equal(spoken(await payer.get(page)), 'en', 'a cookie that is none')
  })

  it('is kept within a shop’s frame too, over https; no other cookie is', () => {
    const cookies = createCookies(true)
    const cookie = { name: 'langue', value: 'en', maxAgeSeconds: null }
    assert.equal(
      cookies.write({ ...cookie, isForFrames: true }),
      '__Host-langue=en; Path=/; HttpOnly; SameSite=None; Partitioned; Secure',
    )
    assert.equal(cookies.write(cookie), '__Host-langue=en; Path=/; HttpOnly; SameSite=Lax; Secure')
  })

  it('leads nowhere else, whatever the address says', async () => {
    const page = await path()
    for (const [asked, location] of [
      [`${page}?langue=en&langue=fr`, page],
      [`${page}?langue=en&retour=//evil.example`, `${page}?retour=%2F%2Fevil.example`],
      ['/nowhere?langue=en', '/nowhere'],
    ] as const) {
      const answer = await browser().get(asked)
      assert.deepEqual([answer.status, answer.location], [303, location])
    }
    for (const asked of ['//evil.example?langue=en', `${page}?langue=de`, `${page}?langue=`]) {
      const answer = await browser().get(asked)
      assert.notEqual(answer.status, 303, asked)
      const kept = answer.headers.getSetCookie().filter((line) => !line.startsWith(`${ofForm}=`))
      assert.deepEqual(kept, [], asked)
    }
    const script = await browser().get(`${page}?x="><script>alert(1)</script>`)
    assert.doesNotMatch(script.text, /<script>/)
  })

  it('is told to caches and programs, with each answer that has two', async () => {
    const page = await path()
    for (const asked of [page, '/nowhere', '/etat', '/verification/x', '/']) {
      const { headers } = await browser('en').get(asked)
      const vary = headers.get('Vary') ?? ''
      for (const name of ['Accept-Language', 'Cookie']) assert.ok(vary.includes(name), asked)
      assert.equal(headers.get('Content-Language'), 'en', asked)
    }
  })

  it('is that of the portal too, and French alone for the desk and its errors, whoever asks', async () => {
    for (const asked of ['/portail/connexion', '/portail/x']) {
      const reader = browser('en')
      const page = await reader.get(asked)
      assert.equal(spoken(page), 'en', asked)
      assert.deepEqual(linkIn(page), { href: '?langue=fr', language: 'fr' }, asked)
      assert.equal((await reader.get(`${asked}?langue=fr`)).location, asked)
    }
    for (const asked of ['/staff/connexion', '/staff/x']) {
      const reader = browser('en')
      reader.cookies.set('langue', 'en')
      const page = await reader.get(asked)
      assert.equal(spoken(page), 'fr', asked)
      assert.deepEqual(linkIn(page), { href: '', language: undefined }, asked)
      assert.notEqual((await reader.get(`${asked}?langue=fr`)).location, asked)
    }
  })

  it('is told, but no other is offered, where a form is answered: what was typed would be lost', async () => {
    const payment = await path()
    for (const page of [payment, '/portail/connexion']) {
      const reader = browser('en')
      const { form } = await reader.get(page)
      const answer = await reader.post(page, form)
      assert.equal(answer.status, 422, page)
      assert.equal(spoken(answer), 'en', page)
      assert.deepEqual(linkIn(answer), { href: '', language: undefined }, page)
      assert.equal(answer.headers.get('Content-Language'), 'en', page)
      assert.match(answer.headers.get('Vary') ?? '', /Accept-Language, Cookie/, page)
    }
  })
})
