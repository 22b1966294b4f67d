import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { pngOf } from '#test/support/pictures.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('what is sent on', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const linkOf = (title: string) =>
    createLink(api.database, merchant.live, {
      title,
      description: null,
      price: money(2500n, 'XOF'),
    })
  const tagOf = (text: string, name: string): string | undefined =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(text)?.[1]

  it('a link says in a message what is paid, how much and to whom, whatever its title holds', async () => {
    const link = await linkOf('Panier "découverte" <b>')
    const answer = await fetch(`${api.baseUrl}/live/pay/${link.id}`)
    const text = await answer.text()
    assert.match(
      tagOf(text, 'title') ?? '',
      /^Panier &quot;découverte&quot; &lt;b.* · 2.500.F.CFA$/,
    )
    assert.match(tagOf(text, 'site_name') ?? '', /Tissus/)
    assert.match(tagOf(text, 'url') ?? '', new RegExp(`^https?://.*/live/pay/${link.id}$`))
    assert.equal(tagOf(text, 'image'), undefined)
    assert.ok(Buffer.byteLength(text) < 20_000)
  })

  it('a link shows the logo of the shop in a message, by an address that needs nobody to be logged in', async () => {
    const shop = await createPortalMerchant(api.database)
    const path = await setServiceLogo(api.database, shop.live.serviceId, pngOf())
    const terms = { title: 'Panier', description: 'Tissu et retouches', price: money(2500n, 'XOF') }
    const { id } = await createLink(api.database, shop.live, terms)
    const text = await (await fetch(`${api.baseUrl}/live/pay/${id}`)).text()
    const picture = tagOf(text, 'image') ?? ''
    assert.equal(picture, `${api.env.publicUrl}${path}`)
    assert.equal(tagOf(text, 'description'), 'Tissu et retouches')
    const shown = await fetch(api.baseUrl + new URL(picture).pathname)
    assert.deepEqual([shown.status, shown.headers.get('Content-Type')], [200, 'image/png'])
  })

  it('a cash desk’s code says who is paid where its description shows nothing', async () => {
    const { keys } = await createTenant(api.database)
    for (const description of ['', '  ', '\u200B', '\u2800']) {
      const body = { amount: 1200, description }
      const { json } = await call(api, {
        method: 'POST',
        path: '/v2/checkouts',
        key: keys.terminal,
        body,
      })
      const text = await (await fetch(api.baseUrl + new URL(json.data.url).pathname)).text()
      assert.match(tagOf(text, 'description') ?? '', /Boutique Essai/, JSON.stringify(description))
    }
  })

  it('a link has ways out of the portal that name its address and nobody', async () => {
    const { id } = await linkOf('Panier')
    const reader = await portalReader(api, merchant)
    const { text } = await reader.get(`/portail/liens/${id}`)
    for (const way of ['https://wa\\.me/\\?text=', 'sms:\\?&(?:amp;)?body=']) {
      const [, message = ''] = new RegExp(`href="${way}([^"]+)"`).exec(text) ?? []
      assert.match(decodeURIComponent(message), new RegExp(`Panier.*\n.*/live/pay/${id}$`))
    }
    assert.match(text, /data-share="[^"]+" data-text="[^"]+" hidden/)
  })

  describe('as a short address', () => {
    const reader = given(() => portalReader(api, merchant))
    const choose = async (mot: string, title = 'Panier') => {
      const { id } = await linkOf(title)
      const page = `/portail/liens/${id}`
      return { id, page, answer: await reader.send(page, { mot }, `${page}/adresse`) }
    }
    const open = (word: string) => fetch(`${api.baseUrl}/p/${word}`, { redirect: 'manual' })

    it('leads to the link, is shared in place of the long one, and is chosen once', async () => {
      const { id, page, answer } = await choose('Panier d’été')
      assert.equal(answer.status, 303, answer.text)
      assert.equal((await open('panier-d-ete')).headers.get('Location'), `/live/pay/${id}`)
      for (const path of [page, `${page}/affiche`])
        assert.match((await reader.get(path)).text, /\/p\/panier-d-ete</, path)
      const other = await reader.send(page, { mot: 'autre-mot' }, `${page}/adresse`)
      assert.equal(other.status, 422)
      assert.equal((await open('autre-mot')).status, 404)
    })

    it('is of one link, even where two choose it at once', async () => {
      const both = await Promise.all([choose('mangues'), choose('mangues')])
      const statuses = both.map(({ answer }) => answer.status).toSorted((a, b) => a - b)
      assert.deepEqual(statuses, [303, 422])
      const [taken] = both.filter(({ answer }) => answer.status === 422)
      assert.match(taken?.answer.text ?? '', /Cette adresse courte est déjà prise/)
    })

    it('is refused in words, with what was typed, where it has no shape or is reserved', async () => {
      for (const mot of [
        'ab',
        'é',
        '--',
        'a/b',
        'x'.repeat(41),
        'MTN',
        'portail',
        '<script>',
        '',
      ]) {
        const { answer } = await choose(mot)
        assert.equal(answer.status, 422, mot)
        assert.match(answer.text, /champ-mot-erreur/, mot)
      }
      assert.match((await choose('a/b')).answer.text, /value="a\/b"/)
      assert.equal((await open('%00')).status, 404)
    })
  })
})
