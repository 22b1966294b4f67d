import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { giveBalance } from '#test/support/payouts.ts'
import {
  createPortalMerchant,
  type PortalMerchant,
  type PortalReader,
  testModeReader,
  assertTells,
} from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'
import { authorizeAll, numbersOf, csv } from '#test/use-cases/payouts/files.ts'

const files = '/portail/retraits/fichiers'
const form = `${files}/nouveau`
const phones = numbersOf(3)

describe('files of payouts in the portal', function () {
  this.timeout(60_000)
  const service = given(() => sharedService())

  async function scene(): Promise<{ merchant: PortalMerchant; reader: PortalReader }> {
    const merchant = await createPortalMerchant(service.database)
    await giveBalance(service.database, merchant.test, 5_000_000)
    await authorizeAll(service.database, merchant.test, phones)
    return { merchant, reader: await testModeReader(service, merchant) }
  }

  const asFile = (text: string) => ({ fichier: Buffer.from(text).toString('base64url') })

  it('explain their columns, and give a model that is right but for its accounts', async () => {
    const { reader } = await scene()
    const page = await reader.get(form)
    for (const column of ['numero', 'montant', 'nom', 'operateur', 'reference', 'description'])
      assert.match(page.text, new RegExp(`<code>${column}</code>`))
    const model = await reader.get(`${files}/modele`)
    assert.match(model.headers.get('Content-Disposition') ?? '', /modele-retraits\.csv/)
    const checked = await reader.post(form, asFile(model.text))
    assert.equal(checked.status, 422)
    assert.equal(checked.text.match(/n’est pas parmi vos comptes autorisés/g)?.length, 2)
  })

  it('say a French sentence for each wrong line, and send nothing', async () => {
    const { reader } = await scene()
    const lines = [`${phones[0]};12,50;`, `;1000;`, `${phones[1]};1000;=cmd|calc`, `x;-5;`]
    const page = await reader.post(form, asFile(csv(...lines, `${phones[2]};1000;OK`)))
    assert.equal(page.status, 422)
    assert.match(page.text, /4 lignes sont à corriger/)
    assertTells(
      page,
      'sans virgule ni centimes',
      'Il manque le numéro',
      'La référence a 64 caractères au plus',
      'plus grand que zéro',
    )
    assert.match(page.text, /Lignes justes<\/dt><dd>1</)
    const none = await reader.post(form, {})
    assert.match(none.text, /Choisissez un fichier CSV/)
    const workbook = await reader.post(form, asFile('PK\u0003\u0004\u0000'))
    assert.match(workbook.text, /n’est pas un CSV/)
  })

  it('with a thousand kinds of wrong lines tell each in words, and keep and send nothing', async () => {
    const { merchant, reader } = await scene()
    const text = ['numero;montant;nom;operateur;reference;libelle', ...wrongLines].join('\n')
    const { status, text: page } = await reader.post(form, asFile(text))
    assert.equal(status, 422)
    assert.match(page, /1\u202F000 lignes sont à corriger/)
    assert.match(page, /Voici les 200 premières fautes/)
    assert.match(page, /Lignes justes<\/dt><dd>0</)
    const sentences = [...page.matchAll(/<td role="cell">([^<]*)<\/td><\/tr>/g)].map(
      ([, said]) => said,
    )
    assert.equal(sentences.length, 200)
    for (const said of sentences) assert.match(said ?? '', /^[A-ZÀ-Ý].*(?:\.|\u00A0: .+)$/)
    assert.ok(Buffer.byteLength(page) < 150_000, `${Buffer.byteLength(page)} bytes`)
    const kept = await onPool(service.database.pool).rows(
      'select id from payout_file where service_env_id = $1',
      [merchant.test.serviceEnvId],
    )
    assert.deepEqual(kept, [])
  })

  it('show what they take before the password, go on by themselves, and give their result', async () => {
    const { reader } = await scene()
    const lines = phones.map((phone, at) => `${phone};${1000 * (at + 1)};SAL-${at}`)
    const sent = await reader.post(form, { nom: 'Salaires de novembre', ...asFile(csv(...lines)) })
    assert.equal(sent.status, 303, sent.text)
    const page = sent.location ?? ''
    const shown = await reader.get(page)
    assert.match(shown.text, /<h1>Salaires de novembre<\/h1>/)
    assert.match(shown.text, /Débité de votre solde<\/dt><dd><span[^>]*>6\u202F000\u00A0</)
    const wrong = await reader.send(page, { password: 'faux' }, `${page}/envoi`)
    assert.equal(wrong.status, 422)
    const done = await reader.send(page, {}, `${page}/envoi`)
    assert.equal(done.status, 303, done.text)
    await eventually(async () => (await reader.get(page)).text.includes('Terminé'))
    await eventually(async () =>
      /Payées<\/dt><dd>3\u00A0lignes/.test((await reader.get(page)).text),
    )
    const result = await reader.get(`${page}/resultat`)
    assert.equal(result.text.match(/;Réussi;/g)?.length, 3)
    assert.match((await reader.get(files)).text, /Salaires de novembre/)
    const again = await reader.post(form, asFile(csv(...lines)))
    assert.match(again.text, /Cette référence a déjà servi/)
  })

  it('are another person’s to approve above the threshold, and whose right it is alone', async () => {
    const { merchant, reader } = await scene()
    const lines = phones.map((phone) => `${phone};1000000;`)
    const { location } = await reader.post(form, asFile(csv(...lines)))
    const page = location ?? ''
    assert.match((await reader.get(page)).text, /une seconde personne de votre équipe/)
    await reader.send(page, {}, `${page}/envoi`)
    assert.match((await reader.get(page)).text, /Vous avez envoyé ce fichier/)
    const own = await reader.send(page, {}, `${page}/validation`)
    assert.equal(own.status, 422)
    assert.match(own.text, /Un second membre/)
    const developer = await testModeReader(service, merchant, 'developer')
    assert.equal((await developer.get(page)).status, 200)
    assert.equal((await developer.get(form)).status, 403)
    assert.equal((await developer.post(`${page}/validation`)).status, 403)
    const second = await testModeReader(service, merchant)
    const approved = await second.send(page, {}, `${page}/validation`)
    assert.equal(approved.status, 303, approved.text)
    await eventually(async () => (await second.get(page)).text.includes('Terminé'))
    const stopped = await second.send(page, {}, `${page}/arret`)
    assert.equal(stopped.status, 409, 'it is over')
  })

  it('are those of their service and mode alone', async () => {
    const { reader, merchant } = await scene()
    const { location } = await reader.post(form, asFile(csv(`${phones[0]};1000;`)))
    const page = location ?? ''
    await reader.post('/portail/service', { vers: merchant.live.serviceEnvId })
    assert.equal((await reader.get(page)).status, 404)
    assert.equal((await reader.get(`${page}/resultat`)).status, 404)
    const stranger = (await scene()).reader
    assert.equal((await stranger.get(page)).status, 404)
  })
})

/** A thousand lines, each wrong in a way of its own: what is wrong in a cell, together with what is wrong in another. */
const wrongLines: readonly string[] = (() => {
  const [good = ''] = phones
  const numbers = [
    '',
    'x',
    '12',
    '+33612345678',
    '2,29E+12',
    '0000000000',
    '=1+1',
    good,
    `${good}9`,
    '\u00A0',
  ]
  const amounts = [
    '',
    '0',
    '-5',
    '12,50',
    'mille',
    '1e9',
    '9'.repeat(30),
    '1',
    "'; drop table",
    '٣٠٠',
  ]
  const others = [
    '"é"";"',
    ';;MTN',
    'Awa;Orange;x y',
    `;;;${'r'.repeat(65)};`,
    `;;;;${'l'.repeat(2000)}`,
    '<script>;<b>;<i>;<u>',
    '=cmd|calc;@SUM(1);+1;-1',
    ';;;;;;;;;;x',
    '\uFFFD;\u202E;\u200B;\u0007',
    '%00;../../etc;${x};{{y}}',
  ]
  return numbers.flatMap((number) =>
    amounts.flatMap((amount) => others.map((other) => `${number};${amount};${other}`)),
  )
})()
