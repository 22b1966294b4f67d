import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { typedInAddresses } from '#test/support/typed-forms.ts'

describe('a page that is not there', () => {
  const api = given(() => sharedApiAlone())
  const open = async (path: string, language = 'fr') => {
    const headers = { Accept: 'text/html', 'Accept-Language': language }
    const answer = await fetch(api.baseUrl + path, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  const linksOf = (text: string): string[] =>
    [...text.matchAll(/<a (?:class="[^"]*" )?href="([^"#]+)"/g)].map(([, href = '']) => href)

  it('leads a visitor to the home page, in their language, where each finds their way', async () => {
    for (const [language, words] of [
      ['fr', 'Retour à l’accueil'],
      ['en', 'Back to the home page'],
    ] as const) {
      const { status, text } = await open('/nulle-part', language)
      assert.equal(status, 404)
      assert.ok(text.includes(`<a href="/">${words}</a>`), text)
    }
    const home = await open('/')
    assert.equal(home.status, 200)
    const links = linksOf(home.text)
    for (const way of ['/portail', '/docs'])
      assert.ok(
        links.some((link) => link.startsWith(way)),
        `${way} in ${links.join(' ')}`,
      )
    for (const link of links) assert.ok((await open(link)).status < 400, link)
    assert.match(home.text, /Vous voulez payer.*Ouvrez le lien que le commerçant vous a envoyé/s)
  })

  /** The search in its place, or the way to it where the session is not looked up. */
  const assertSearch = (text: string, desk: string, isBox: boolean) => {
    const box = new RegExp(
      `<form action="/${desk}/recherche" method="post"[^>]*><input[^>]*csrf_token`,
    )
    const link = new RegExp(`<a href="/${desk}/recherche">Chercher un `)
    assert.equal(box.test(text), isBox, text)
    assert.equal(link.test(text), !isBox, text)
    assert.deepEqual(typedInAddresses(text), [])
  }

  it('keeps a merchant in the portal, with its search and the way to its first page', async () => {
    const reader = await portalReader(api, await createPortalMerchant(api.database))
    const id = randomUUID()
    for (const path of ['nulle-part', `transactions/${id}`, `liens/${id}`, `retraits/${id}`]) {
      const { status, text } = await reader.get(`/portail/${path}`)
      assert.equal(status, 404, path)
      assertSearch(text, 'portail', path !== 'nulle-part')
      assert.match(text, /<a href="\/portail">Retour à l’accueil du portail<\/a>/, path)
    }
  })

  it('keeps the staff at the desk, with its search and the way to its first page', async () => {
    const desk = await deskBrowser(api, 'agent')
    for (const path of ['nulle-part', `transactions/${randomUUID()}`, 'marchands/x']) {
      const { status, text } = await desk.get(`/staff/${path}`)
      assert.equal(status, 404, path)
      assertSearch(text, 'staff', path !== 'nulle-part')
      assert.match(text, /<a href="\/staff">Retour à l’espace de l’équipe<\/a>/, path)
    }
  })

  it('tells a payer whom to ask, in their language', async () => {
    for (const path of [`/live/pay/${randomUUID()}`, `/sandbox/pay/x`, '/p/panier-inconnu']) {
      const { status, text } = await open(path)
      assert.equal(status, 404, path)
      assert.match(text, /Scannez de nouveau le code QR, ou demandez le lien au marchand/, path)
    }
    const receipt = await open('/verification/inconnu')
    assert.equal(receipt.status, 404)
    assert.match(receipt.text, /Reçu introuvable/)
  })
})
