import assert from 'node:assert/strict'
import { listActivity } from '#use-cases/audit/list.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { renameAuthorizedAccount } from '#use-cases/authorized-accounts/rename.ts'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { fieldsIn } from '#test/support/form-fields.ts'
import { given, givenEach } from '#test/support/given.ts'
import { authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import {
  createPortalMerchant,
  portalReader,
  type PortalReader,
  testModeReader,
} from '#test/support/portal.ts'
import { searched } from '#test/support/typed-forms.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { freshPhone } from '#test/support/tenant.ts'

const accounts = '/portail/comptes-autorises'
const phoneForm = `${accounts}/nouveau/mobile-money`
const bankForm = `${accounts}/nouveau/banque`
const payoutForm = '/portail/retraits/nouveau'
const payoutCheck = '/portail/retraits/verification'
const orders = '/portail/retraits/programmes'

describe('the name that a merchant gives an account it pays to', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const merchant = givenEach(() => createPortalMerchant(api.database))
  const national = () => freshPhone('0042').slice('229'.length)
  const named = (nom: string) => ({ numero: national(), titulaire: 'Rosine Hounsou', nom })

  async function added(reader: PortalReader, nom: string): Promise<string> {
    const answer = await reader.send(phoneForm, named(nom))
    assert.equal(answer.status, 303, answer.text)
    return answer.location ?? ''
  }
  const rename = async (reader: PortalReader, page: string, nom: string) =>
    reader.send(`${page}/nom`, { ...fieldsIn((await reader.get(`${page}/nom`)).text), nom })
  const headOf = async (reader: PortalReader, page: string) =>
    /<h1[^>]*>([^<]*)</.exec((await reader.get(page)).text)?.[1]
  const storedIn = async (mode: 'live' | 'test') =>
    (await listAuthorizedAccounts(api.database, merchant[mode].serviceEnvId)).map(
      ({ ownName }) => ownName,
    )

  it('is given with the account, be it a number or a bank’s, changed later, and taken away', async () => {
    const reader = await portalReader(api, merchant)
    const page = await added(reader, ' Loyer  boutique ')
    assert.equal(await headOf(reader, page), 'Loyer boutique')
    assert.match((await reader.get(page)).text, /Titulaire<\/dt><dd>Rosine Hounsou/)
    const bank = await reader.send(bankForm, {
      banque: 'uba-benin',
      numero_compte: 'BJ066 01001 000000001234 42',
      titulaire: 'Maison Essai',
      nom: 'Fournisseur Parakou',
    })
    assert.equal(await headOf(reader, bank.location ?? ''), 'Fournisseur Parakou')
    const renamed = await rename(reader, page, 'Loyer dépôt')
    assert.equal(renamed.location, page, renamed.text)
    assert.match((await reader.get(page)).text, /s’appelle maintenant Loyer dépôt/)
    assert.match((await reader.get(accounts)).text, />Loyer dépôt<.*Rosine Hounsou/s)
    assert.equal((await rename(reader, page, '')).status, 303)
    assert.equal(await headOf(reader, page), 'Rosine Hounsou')
    assert.deepEqual(await storedIn('live'), ['Fournisseur Parakou', null])
  })

  it('stands wherever accounts are chosen or listed: payouts, their details, standing orders, the desk', async () => {
    await giveBalance(api.database, merchant.test, 100_000)
    const reader = await testModeReader(api, merchant)
    const page = await added(reader, 'Loyer boutique')
    const id = page.split('/').at(-1) ?? ''
    const holder = /Rosine Hounsou/
    const chosen = (await reader.get(payoutForm)).text
    assert.match(chosen, /<b>Loyer boutique<\/b><span class="soft">Rosine Hounsou · MTN/)
    const shown = await reader.post(payoutCheck, { compte: id, montant: '1 000' })
    assert.match(shown.text, /Nom donné au compte<\/dt><dd>Loyer boutique<.*Rosine Hounsou/s)
    const paid = await reader.post(payoutForm, { ...hiddenIn(shown.text), password })
    assert.equal(paid.status, 303, paid.text)
    const payout = (await reader.get(paid.location ?? '')).text
    assert.match(payout, /Nom donné au compte<\/dt><dd>Loyer boutique</)
    assert.match(payout, holder)
    assert.match((await reader.get('/portail/retraits')).text, />Loyer boutique<\/a>/)

    const form = (await reader.get(`${orders}/nouveau`)).text
    assert.match(form, /<b>Loyer boutique<\/b><span class="soft">Rosine Hounsou · MTN/)
    const fields = {
      nom: 'Mensuel',
      quoi: 'fixe',
      montant: '1 000',
      quand: 'monthly-5',
      heure: '8',
    }
    const order = await reader.send(`${orders}/nouveau`, { ...fields, compte: id })
    assert.equal(order.status, 303, order.text)
    const terms = (await reader.get(order.location ?? '')).text
    assert.match(terms, /Nom donné au compte<\/dt><dd>Loyer boutique</)
    assert.match(terms, holder)
    assert.match((await reader.get(orders)).text, />Loyer boutique</)

    const desk = await deskBrowser(api, 'supervisor')
    const seen = (await desk.get(`/staff/comptes/${id}`)).text
    assert.match(seen, /Nom donné par le marchand<\/dt><dd>Loyer boutique</)
    await rename(reader, page, 'Loyer dépôt')
    assert.match((await reader.get(paid.location ?? '')).text, /Loyer dépôt/)
  })

  it('is told on the page of a bank transfer, to the merchant and at the desk', async () => {
    await giveBalance(api.database, merchant.live, 100_000)
    const reader = await portalReader(api, merchant)
    const bank = { banque: 'uba-benin', numero_compte: 'BJ066 01001 000000005678 42' }
    const given = { ...bank, titulaire: 'Maison Essai', nom: 'Fournisseur Parakou' }
    const { location } = await reader.send(bankForm, given)
    const id = location?.split('/').at(-1) ?? ''
    await onPool(api.database.pool).rows(
      `update authorized_account set status = 'active', verified_at = now() where id = $1`,
      [id],
    )
    const shown = await reader.post(payoutCheck, { compte: id, montant: '5 000' })
    const paid = await reader.post(payoutForm, { ...hiddenIn(shown.text), password })
    assert.equal(paid.status, 303, paid.text)
    assert.match((await reader.get(paid.location ?? '')).text, /<dd>Fournisseur Parakou</)
    const desk = await deskBrowser(api, 'agent')
    const transfer = paid.location?.split('/').at(-1) ?? ''
    const seen = (await desk.get(`/staff/virements/${transfer}`)).text
    assert.match(seen, /Bénéficiaire<\/dt><dd>Maison Essai</)
    assert.match(seen, /Nom donné par le marchand<\/dt><dd>Fournisseur Parakou</)
  })

  it('finds an account in the form of a payout, without accents and in any order', async () => {
    const reader = await testModeReader(api, merchant)
    await added(reader, 'Épicerie Parakou')
    for (const _ of Array.from({ length: 7 })) await authorizePhone(api.database, merchant.test)
    for (const words of ['parakou', 'EPICERIE', 'parakou epic', 'rosine parakou']) {
      const { text } = await searched(reader, `${payoutForm}/recherche`, { cherche: words })
      assert.equal(text.match(/type="radio"/g)?.length, 1, words)
      assert.match(text, /Épicerie Parakou/)
    }
  })

  it('is text, whatever was typed: no markup, no control character, no more than sixty', async () => {
    const reader = await testModeReader(api, merchant)
    const page = await added(reader, 'Loyer <script>alert(1)</script>\u202E\u0007\n& "x"')
    const id = page.split('/').at(-1) ?? ''
    const order = { nom: 'A', quoi: 'fixe', montant: '500', quand: 'daily', heure: '8' }
    await giveBalance(api.database, merchant.test, 10_000)
    const made = await reader.send(`${orders}/nouveau`, { ...order, compte: id })
    const desk = await deskBrowser(api, 'agent')
    for (const shown of [
      await reader.get(page),
      await reader.get(accounts),
      await reader.get(payoutForm),
      await reader.get(orders),
      await reader.get(made.location ?? ''),
      await desk.get('/staff/comptes?vue=active'),
      await desk.get(`/staff/comptes/${id}`),
    ]) {
      assert.equal(shown.status, 200)
      for (const never of ['<script>alert', '\u202E', '\u0007'])
        assert.ok(!shown.text.includes(never))
      assert.match(shown.text, /Loyer &lt;script/)
    }
    assert.deepEqual(await storedIn('test'), ['Loyer <script>alert(1)</script> & "x"'])
    for (const [at, path, fields] of [
      ['added', phoneForm, named('n'.repeat(61))],
      ['changed', `${page}/nom`, { nom: 'n'.repeat(10_000) }],
    ] as const) {
      const long = await reader.send(path, fields)
      assert.equal(long.status, 422, at)
      assert.match(long.text, /champ-nom-erreur.*60 caractères au plus/s)
    }
    const sql = onPool(api.database.pool)
    for (const forged of ['', 'n'.repeat(61), 'a\u0007b', 'a\nb'])
      await assert.rejects(
        sql.rows('update authorized_account set own_name = $2 where id = $1', [id, forged]),
        /own_name_is_short/,
      )
  })

  it('is changed by one of two people at once, and the other is told', async () => {
    const [one, other] = [await portalReader(api, merchant), await portalReader(api, merchant)]
    const page = await added(one, 'Avant')
    const action = `${page}/nom`
    const shownToBoth = fieldsIn((await other.get(action)).text)
    assert.equal((await one.send(action, { ...shownToBoth, nom: 'Premier' })).status, 303)
    const late = await other.send(action, { ...shownToBoth, nom: 'Second' })
    assert.equal(late.status, 422)
    assert.match(late.text, /Quelqu’un d’autre a fait un changement ici/)
    assert.match(late.text, /value="Second"/)
    assert.deepEqual(await storedIn('live'), ['Premier'])
    const again = await other.send(action, fieldsIn(late.text))
    assert.equal(again.status, 303, again.text)
    assert.deepEqual(await storedIn('live'), ['Second'])
    const [account] = await listAuthorizedAccounts(api.database, merchant.live.serviceEnvId)
    const { serviceEnvId } = merchant.live
    const id = account?.id
    assert.ok(id)
    const results = await Promise.allSettled(
      ['A', 'B', 'C'].map((to) =>
        renameAuthorizedAccount(api.database, { serviceEnvId, id, from: 'Second', to }),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('is for those who manage accounts, of their own service; no log has it', async () => {
    const owner = await portalReader(api, merchant)
    const page = await added(owner, 'Secret de famille')
    for (const role of ['developer', 'collaborator'] as const) {
      const reader = await portalReader(api, merchant, role)
      assert.equal((await reader.post(`${page}/nom`, { nom: 'X' })).status, 403)
    }
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    const tried = await stranger.send(phoneForm, { nom: 'X' }, `${page}/nom`)
    assert.equal(tried.status, 404)
    const unsure = await owner.send(`${page}/nom`, { nom: 'X', password: 'faux' })
    assert.equal(unsure.status, 422)
    assert.equal((await rename(owner, page, 'Autre secret')).status, 303)
    await owner.send(page, {}, `${page}/revocation`)
    assert.equal((await rename(owner, page, 'Trop tard')).status, 404)
    assert.deepEqual(await storedIn('live'), ['Autre secret'])
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 10 })
    assert.ok(
      lines.some(({ act, outcome }) => `${act} ${outcome}` === 'authorized_account.rename done'),
    )
    assert.doesNotMatch(JSON.stringify(lines, asText), /secret/i)
  })

  it('finds an account in the list too, forty a page, whatever is typed', async () => {
    const reader = await testModeReader(api, merchant)
    const page = await added(reader, 'Épicerie Parakou')
    assert.doesNotMatch((await reader.get(accounts)).text, /Chercher un compte/)
    for (const _ of Array.from({ length: 41 })) await authorizePhone(api.database, merchant.test)
    const rowsOf = ({ text }: { readonly text: string }) =>
      text.match(/href="\/portail\/comptes-autorises\/[0-9a-f-]{36}"/g)?.length
    assert.equal(rowsOf(await reader.get(accounts)), 40)
    assert.equal(rowsOf(await reader.get(`${accounts}?page=2`)), 2)
    const found = await searched(reader, `${accounts}/recherche`, 'cherche=epicerie')
    assert.ok(rowsOf(found) === 1 && found.text.includes(`href="${page}"`))
    for (const odd of ['page=0', 'page=-1', 'page=1e9', 'page=x', 'page=9999'])
      assert.equal((await reader.get(`${accounts}?${odd}`)).status, 200, odd)
    const long = await searched(reader, `${accounts}/recherche`, { cherche: 'z'.repeat(10_000) })
    assert.ok(long.status === 200 && long.text.includes('Aucun compte ne correspond'))
  })
})

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value
}

/** The hidden fields of a page. */
function hiddenIn(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}
