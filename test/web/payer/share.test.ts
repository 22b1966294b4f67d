import assert from 'node:assert/strict'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { money } from '#domain/money/money.ts'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'
import { createPortalMerchant, type PortalMerchant, portalReader } from '#test/support/portal.ts'

describe('what is sent on', () => {
  let api: ApiAlone
  let merchant: PortalMerchant
  before(async () => {
    api = await sharedApiAlone()
    merchant = await createPortalMerchant(api.database)
  })
  after(() => api?.stop())

  const linkOf = (title: string) =>
    createPaymentLink(api.database, merchant.live.serviceEnvId, {
      title,
      description: null,
      price: money(2500n, 'XOF'),
      minAmount: null,
      maxAmount: null,
      maxPayments: null,
      expiresAt: null,
      customFields: [],
      redirectUrl: null,
      successMessage: null,
      metadata: {},
      currency: 'XOF',
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
})
