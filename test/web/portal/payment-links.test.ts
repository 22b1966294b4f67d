import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { listPaymentLinks } from '#use-cases/payment-links/find.ts'
import { onPool } from '#db/sql.ts'
import { localDay } from '#domain/text/local-day.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createLink, payLink } from '#test/support/payment-links.ts'
import { fieldsIn } from '#test/support/form-fields.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, testModeReader } from '#test/support/portal.ts'
import { success } from '#test/support/ends.ts'
import { linkIdOf, linkList, madeLink, newLink, simpleLink } from './link-forms.ts'

const dayMs = 86_400_000

describe('payment links in the portal', () => {
  const api = given(() => startApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const reader = given(() => testModeReader(api, merchant, 'collaborator'))

  const make = (fields?: Readonly<Record<string, string>>) => madeLink(reader, fields)
  const payable = async (path: string) =>
    (await call(api, { path: `/v2/payment-links/${path.slice(-36)}` })).json
  const pay = (path: string) => payLink(api, linkIdOf(path))

  it('ask for an e-mail address, unless the merchant does without', async () => {
    const emailOf = async (path: string): Promise<boolean> =>
      (await payable(path)).data.collect.email
    assert.equal(await emailOf(await make()), true)
    const path = await make({ email_facultatif: 'oui' })
    assert.equal(await emailOf(path), false)
    const form = fieldsIn((await reader.get(`${path}/modifier`)).text)
    await reader.send(`${path}/modifier`, { ...form, titre: 'Autre' })
    assert.equal(await emailOf(path), false)
    const { email_facultatif: ticked, ...without } = fieldsIn(
      (await reader.get(`${path}/modifier`)).text,
    )
    assert.equal(ticked, 'oui')
    await reader.send(`${path}/modifier`, without)
    assert.equal(await emailOf(path), true)
  })

  it('have what few links need folded, and unfolded where it is in use', async () => {
    const rules = /<details class="more"( open)?><summary>Nombre de paiements, date de fin, e-mail/
    const isOpen = async (path: string) => rules.exec((await reader.get(path)).text)?.[1]
    assert.equal(await isOpen(newLink), undefined)
    assert.match((await reader.get(newLink)).text, rules)
    const once = await make({ usage: 'unique' })
    assert.equal(await isOpen(`${once}/modifier`), ' open')
  })

  it('are made with all that a link may be, and payers get just that', async () => {
    const until = localDay(new Date(Date.now() + 3 * dayMs))
    const path = await make({
      titre: 'Tontine d’avril',
      description: 'Une part\npar mois',
      prix: 'libre',
      minimum: '1.000',
      maximum: '50 000',
      usage: 'limite',
      nombre: '1 000',
      jusqu_au: until,
      question_1: 'Quartier de livraison\u00A0?',
      question_1_type: 'text',
      question_1_obligatoire: 'oui',
      question_2: 'Quartier de livraison',
      question_2_type: 'date',
      message: 'Merci\u00A0!',
      retour: 'https://boutique.example/merci',
      metadonnees: 'commande = A-17\nnote = a = b',
    })
    const { data } = await payable(path)
    assert.deepEqual(
      [data.title, data.description, data.amount, data.currency, data.min_amount, data.max_amount],
      ['Tontine d’avril', 'Une part\npar mois', null, 'XOF', 1000, 50_000],
    )
    assert.equal(data.max_payments, 1000)
    assert.equal(Date.parse(data.expires_at), Date.parse(`${until}T23:00:00Z`))
    assert.deepEqual(data.custom_fields, [
      {
        key: 'quartier_de_livraison',
        label: 'Quartier de livraison\u00A0?',
        type: 'text',
        required: true,
      },
      {
        key: 'quartier_de_livraison_2',
        label: 'Quartier de livraison',
        type: 'date',
        required: false,
      },
    ])
    assert.deepEqual(
      [data.success_message, data.redirect_url, data.metadata],
      ['Merci\u00A0!', 'https://boutique.example/merci', { commande: 'A-17', note: 'a = b' }],
    )
  })

  it('show beside the form what payers will see, of what is typed so far, and nothing of the password', async () => {
    const shown = async (typed: string) => {
      const sent = Object.fromEntries(new URLSearchParams(typed))
      const { status, text } = await reader.post(`${newLink}/apercu`, sent)
      assert.equal(status, 200)
      const [, part = ''] = /<section id="apercu"[^>]*>(.*?)<\/section>/s.exec(text) ?? []
      return part.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    }
    assert.match(
      await shown('prix=fixe&devise=XOF'),
      /Titre du lien Prix du lien .*Son adresse e-mail $/,
    )
    const typed =
      'titre=Panier+<b>&prix=fixe&montant=12+500&devise=XOF&email_facultatif=1&question_1=Quartier'
    assert.match(
      await shown(typed),
      /Panier &lt;b> 12 500 F CFA .*Son adresse e-mail, s’il le souhaite Quartier $/,
    )
    assert.match(
      await shown('titre=x&prix=libre&minimum=500&devise=XOF'),
      /x Libre, dès 500 F CFA /,
    )
    for (const amount of ['', 'mille', '-5', '0', '9'.repeat(200)])
      assert.match(await shown(`titre=x&prix=fixe&montant=${amount}&devise=XOF`), /x Prix du lien /)
    assert.match(await shown('titre=x&devise=<script>&montant=5'), /x Prix du lien /)
    const { text } = await reader.get(newLink)
    const [, sent = ''] = /id="apercu"[^>]* hx-include="([^"]*)"/.exec(text) ?? []
    assert.doesNotMatch(sent, /password|csrf|form_id|\*/)
  })

  it('are changed, for payments from then on; what nobody touched stays to the moment', async () => {
    const link = await createLink(api.database, merchant.test, {
      expiresAt: new Date(Date.now() + 90_000),
      customFields: [{ key: 'taille', label: 'Taille', type: 'number', required: true }],
      metadata: { a: 'b' },
      maxPayments: 7,
    })
    const path = `${linkList}/${link.id}`
    const form = fieldsIn((await reader.get(`${path}/modifier`)).text)
    assert.equal((await reader.send(`${path}/modifier`, { ...form, titre: 'Autre' })).status, 303)
    const [changed] = await listPaymentLinks(api.database, merchant.test.serviceEnvId, { limit: 1 })
    assert.deepEqual(termsOf(changed), { ...termsOf(link), title: 'Autre' })
    const again = fieldsIn((await reader.get(`${path}/modifier`)).text)
    await reader.send(`${path}/modifier`, {
      ...again,
      question_1: '',
      montant: '2000',
      usage: 'unique',
    })
    const { data } = await payable(path)
    assert.deepEqual([data.amount, data.max_payments, data.custom_fields], [2000, 1, []])
    assert.equal(data.currency, 'XOF')
  })

  it('are refused with each field that is wrong, and the form keeps what was typed', async () => {
    const wrong: readonly [Readonly<Record<string, string>>, RegExp][] = [
      [{ titre: ' ' }, /champ-titre-erreur/],
      [{ montant: '' }, /champ-montant-erreur/],
      [{ montant: '12,5' }, /champ-montant-erreur/],
      [{ montant: 'beaucoup' }, /champ-montant-erreur/],
      [{ prix: 'libre', minimum: '5', maximum: '4' }, /champ-maximum-erreur/],
      [{ usage: 'limite', nombre: '0' }, /champ-nombre-erreur/],
      [{ jusqu_au: '2020-01-01' }, /champ-jusqu_au-erreur/],
      [{ jusqu_au: '2027-02-31' }, /champ-jusqu_au-erreur/],
      [{ retour: 'javascript:alert(1)' }, /champ-retour-erreur/],
      [{ metadonnees: 'sans egal' }, /champ-metadonnees/],
      [{ metadonnees: 'service_a = x' }, /champ-metadonnees/],
      [{ devise: 'ZZZ' }, /Choisissez une devise/],
      [{ devise: 'USD' }, /champ-devise-erreur/],
      [{ password: 'faux' }, /Le mot de passe est incorrect/],
    ]
    for (const [fields, said] of wrong) {
      const { status, text } = await reader.send(newLink, {
        ...simpleLink,
        description: 'Gardé',
        ...fields,
      })
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(text, said)
      assert.match(text, /Gardé/)
    }
  })

  it('are disabled, opened again and cancelled for good; what they took goes on', async () => {
    const path = await make()
    const paid = await pay(path)
    const setState = (etat: string) => reader.send(path, { etat }, `${path}/etat`)
    await setState('inactive')
    assert.equal((await payable(path)).error.code, 'payment_link_cancelled')
    await setState('active')
    assert.equal((await payable(path)).data.active, true)
    await setState('cancelled')
    assert.equal((await payable(path)).error.code, 'payment_link_cancelled')
    const outbox = outboxOf(api.database)
    await settleTransaction(api.database, outbox, { transactionId: paid, outcome: success })
    const late = await reader.post(`${path}/etat`, {
      ...(await reader.formOf(newLink)),
      etat: 'active',
      password,
    })
    assert.equal(late.status, 422)
    assert.match(late.text, /annulé|expiré/)
    const page = wordsOf(await reader.get(path))
    assert.match(page, /Annulé.*Encaissé 1?12 500 F CFA.*Paiements 1 /)
    assert.doesNotMatch(page, /Réactiver/)
  })

  it('are shared: address, QR code, and a poster that says what is paid, to whom and how much', async () => {
    const path = await make({ titre: 'Café & thé' })
    const address = `${api.env.publicUrl}/sandbox/pay/${path.slice(-36)}`
    const page = await reader.get(path)
    assert.ok(page.text.includes(`data-copy="${address}"`))
    const poster = await reader.get(`${path}/affiche`)
    assert.equal(poster.status, 200)
    assert.match(poster.text, /aria-label="Code QR de la page de paiement"/)
    const words = wordsOf(poster)
    assert.match(words, /Tissus .* Café &amp; thé 12 500 F CFA .*Scannez.*MTN Mobile Money/)
    assert.ok(words.includes(address.slice('http://'.length)))
    const payer = await new PayerBrowser(api).get(new URL(address).pathname)
    assert.match(wordsOf(payer), /Café &amp; thé/)
  })

  it('of another merchant or the other mode are not there', async () => {
    const other = await createPortalMerchant(api.database)
    const foreign = await createLink(api.database, other.test)
    const real = await createLink(api.database, merchant.live)
    for (const { id } of [foreign, real]) {
      for (const end of ['', '/modifier', '/affiche']) {
        assert.equal((await reader.get(`${linkList}/${id}${end}`)).status, 404)
      }
      const form = await reader.formOf(newLink)
      for (const end of ['/modifier', '/etat']) {
        const fields = { ...form, ...simpleLink, etat: 'cancelled', password }
        assert.equal((await reader.post(`${linkList}/${id}${end}`, fields)).status, 404)
      }
    }
    assert.equal((await reader.get(`${linkList}/x`)).status, 404)
  })

  it('stand in the activity log: made, changed, closed, each once', async () => {
    const path = await make()
    await reader.send(`${path}/modifier`, { ...simpleLink, titre: 'Y' })
    await reader.send(path, { etat: 'inactive' }, `${path}/etat`)
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 3 })
    assert.deepEqual(
      lines.map(({ act, outcome, subject }) => [act, outcome, subject?.id]),
      ['disable', 'change', 'create'].map((verb) => [
        `payment_link.${verb}`,
        'done',
        path.slice(-36),
      ]),
    )
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      'select count(*)::int as count from payment_link where id = $1',
      [path.slice(-36)],
    )
    assert.equal(count, 1)
  })

  it('ask for a log-in first', async () => {
    const response = await fetch(new URL(linkList, api.baseUrl), { redirect: 'manual' })
    assert.equal(response.status, 303)
    assert.match(response.headers.get('Location') ?? '', /^\/portail\/connexion/)
  })
})

function termsOf(link: PaymentLinkRecord | undefined) {
  assert.ok(link)
  const { updatedAt: _, ...terms } = link
  return { ...terms, paymentLink: null }
}
