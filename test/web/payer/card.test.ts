import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { cards, visit } from '#test/support/cards.ts'
import { createLink, freePrice } from '#test/support/payment-links.ts'
import { type PayerAnswer, PayerBrowser, wordsOf } from '#test/support/payer.ts'

const grouped = (number: string): string => number.replaceAll(/(.{4})/g, '$1 ').trim()
const typedCard = (number: string) => ({
  nom: 'Awa Dossou',
  email: 'awa@example.com',
  carte_numero: grouped(number),
  carte_expiration: '07 / 31',
  carte_cvc: number === cards.amex ? '7391' : '739',
})

describe('paying by card on the page of a link', () => {
  const scene = givenCheckedScene()
  before(() => {
    for (const number of Object.values(cards)) {
      scene.keepSecret(number)
      scene.keepSecret(grouped(number))
    }
  })

  const pathOf = async (changes: Parameters<typeof createLink>[2] = {}): Promise<string> => {
    const { id } = await createLink(scene.service.database, scene.tenant, changes)
    return `/sandbox/pay/${id}`
  }
  const pay = async (payer: PayerBrowser, path: string, number: string): Promise<PayerAnswer> => {
    const { form } = await payer.get(`${path}?moyen=carte`)
    return payer.post(path, { ...form, ...typedCard(number) })
  }
  const noCardIn = (page: PayerAnswer): void =>
    assert.doesNotMatch(page.text, /4242|5555 5555|4000 0000|value="739|07 \/ 31/)

  it('is a step aside from Mobile Money, with its own fields', async () => {
    const path = await pathOf()
    const payer = new PayerBrowser(scene)
    const plain = await payer.get(path)
    assert.ok(plain.text.includes(`href="${path}?moyen=carte"`))
    assert.doesNotMatch(plain.text, /cc-number/)
    const { text } = await payer.get(`${path}?moyen=carte`)
    for (const autocomplete of ['cc-number', 'cc-exp', 'cc-csc']) {
      assert.ok(text.includes(`autocomplete="${autocomplete}"`), autocomplete)
    }
    assert.doesNotMatch(text, /name="numero"/)
  })

  it('leads to the receipt, and keeps nothing of the card but its end', async () => {
    const path = await pathOf()
    const payer = new PayerBrowser(scene)
    const sent = await pay(payer, path, cards.amex)
    assert.equal(sent.status, 303)
    const paid = await payer.untilEnded(sent.location)
    assert.match(wordsOf(paid), /Payé \(test\).*•••• 0005/)
    const again = await pay(payer, path, cards.declined)
    assert.match(wordsOf(await payer.untilEnded(again.location)), /Carte refusée.*Réessayer/)
  })

  it('sends the payer to their bank, and tells how it ended there', async () => {
    const path = await pathOf()
    const payer = new PayerBrowser(scene)
    const { location } = await pay(payer, path, cards.challenged)
    const waiting = await payer.get(location)
    assert.match(wordsOf(waiting), /Validez auprès de votre banque/)
    const [, address = ''] = /href="([^"]+)" target="_blank"/.exec(waiting.text) ?? []
    await visit(scene, address, 'refused')
    assert.match(wordsOf(await payer.untilEnded(location)), /Paiement non validé/)
  })

  it('comes back without the card where something is wrong, and says what', async () => {
    const path = await pathOf()
    const payer = new PayerBrowser(scene)
    const { form } = await payer.get(`${path}?moyen=carte`)
    const wrong = {
      ...form,
      ...typedCard(cards.visa),
      carte_numero: '4242 4242 4242 4241',
      carte_expiration: 'x',
      carte_cvc: '7',
    }
    const page = await payer.post(path, wrong)
    assert.equal(page.status, 422)
    noCardIn(page)
    for (const said of [/numéro de carte n’est pas juste/, /09\/28/, /code de sécurité/]) {
      assert.match(wordsOf(page), said)
    }
    const old = await payer.post(path, {
      ...page.form,
      ...typedCard(cards.visa),
      carte_expiration: '01/20',
    })
    assert.match(wordsOf(old), /Cette carte a expiré/)
    const right = await payer.post(path, { ...old.form, ...typedCard(cards.visa) })
    assert.equal(right.status, 303)
  })

  it('says that the number of the card is missing, and nothing about a security code that may be right', async () => {
    const path = await pathOf()
    const payer = new PayerBrowser(scene)
    const { form } = await payer.get(`${path}?moyen=carte`)
    for (const code of ['739', '7391']) {
      const numberless = { ...typedCard(cards.visa), carte_numero: ' ', carte_cvc: code }
      const page = await payer.post(path, { ...form, ...numberless })
      assert.equal(page.status, 422)
      const faults = [...page.text.matchAll(/href="#champ-(carte_[a-z]+)"[^>]*>([^<]*)/g)]
      assert.deepEqual(
        faults.map(([, field, said]) => [field, said]),
        [['carte_numero', 'Écrivez le numéro de la carte.']],
      )
    }
  })

  it('shows the total of a free price before it takes a card', async () => {
    const path = await pathOf(freePrice)
    const payer = new PayerBrowser(scene)
    const { form, text } = await payer.get(`${path}?moyen=carte`)
    assert.doesNotMatch(text, /cc-number/)
    const shown = await payer.post(path, { ...form, ...typedCard(cards.visa), montant: '2 500' })
    assert.equal(shown.status, 200)
    noCardIn(shown)
    assert.match(wordsOf(shown), /Payer 2 550 F CFA/)
    assert.match(shown.text, /cc-number/)
    const sent = await payer.post(path, { ...shown.form, ...typedCard(cards.visa) })
    assert.equal(sent.status, 303)
    const rows = await onPool(scene.service.database.pool).rows(
      `select from transaction where payment_link_id = $1 and amount_charged = 2550`,
      [path.split('/').at(-1)],
    )
    assert.equal(rows.length, 1)
  })
})
