import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { markTransferred, rejectTransfer, takeTransfer } from '#use-cases/transfers/orders.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { asId, type AuthorizedAccountId, type TransactionId } from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { hiddenFieldsOf } from '#test/support/form-fields.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf, authorizeBank, authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { cause, createStaffMember, password } from '#test/support/people.ts'
import {
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { searched } from '#test/support/typed-forms.ts'
import { startTestService } from '#test/support/service.ts'
import { addTariff, dropTariffs } from '#test/support/tariffs.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { actingOn } from '#test/support/orders.ts'
import { bankTexts } from '#test/use-cases/payouts/payouts.ts'

const list = '/portail/retraits'
const form = `${list}/nouveau`
const check = `${list}/verification`

describe('payouts in the portal', function () {
  this.timeout(60_000)
  const service = given(() => startTestService())
  booksHoldAfterEach(() => service.database)

  interface Scene {
    readonly merchant: PortalMerchant
    readonly reader: PortalReader
    readonly bank: AuthorizedAccountId
    readonly phone: AuthorizedAccountId
  }

  /** A merchant with 100 000 XOF, a fee of 500 a transfer, and an account of each kind. */
  async function scene(mode: 'live' | 'test' = 'live', ending = '1234'): Promise<Scene> {
    const { database } = service
    const merchant = await createPortalMerchant(database)
    const place = merchant[mode]
    await giveBalance(database, place, 100_000)
    await addTariff(database, place, fee('500'))
    await authorizePhone(database, place, freshPhone(ending))
    const bank = await authorizeBank(database, place)
    const accounts = await listAuthorizedAccounts(database, place.serviceEnvId)
    const phone = accounts.find(({ type }) => type === 'mobile_money')?.id
    assert.ok(phone)
    const reader = await portalReader(service, merchant)
    if (mode === 'test') await reader.post('/portail/service', { vers: place.serviceEnvId })
    return { merchant, reader, bank, phone }
  }
  const fee = (value: string) =>
    ({ level: 'service', kind: 'fixed', value, payer: 'merchant', type: 'payout' }) as const

  /** Both steps, as a browser takes them. */
  async function request(reader: PortalReader, typed: Record<string, string>) {
    const shown = await reader.post(check, typed)
    assert.equal(shown.status, 200, shown.text)
    const fields = hiddenFieldsOf(shown.text)
    return { shown, fields, confirm: () => reader.post(form, { ...fields, password }) }
  }
  const asked = async (reader: PortalReader, typed: Record<string, string>): Promise<string> => {
    const { confirm } = await request(reader, typed)
    const answer = await confirm()
    assert.equal(answer.status, 303, answer.text)
    return answer.location ?? ''
  }
  const idOf = (detail: string) => asId<TransactionId>(detail.split('/').at(-1) ?? '')
  const acting = () => actingOn({ database: service.database, client: service.temporal })

  it('show exactly what leaves the balance before the password, and then take exactly that', async () => {
    const { merchant, reader, bank } = await scene()
    const typed = { compte: bank, montant: '50 000', libelle: 'Loyer de mars' }
    const { shown, confirm } = await request(reader, typed)
    for (const [label, digits] of [
      ['Montant reçu', '50\u202F000'],
      ['Frais', '500'],
      ['Débité de votre solde', '50\u202F500'],
      ['Solde disponible', '100\u202F000'],
      ['Après ce retrait', '49\u202F500'],
    ])
      assert.match(shown.text, new RegExp(`<dt>${label}</dt><dd><span[^>]*>${digits}\u00A0<`))
    assert.deepEqual(await accountsOf(service.database, merchant.live), { available: 100_000 })
    const { location, text } = await confirm()
    assert.match(location ?? '', /^\/portail\/retraits\/[0-9a-f-]{36}$/, text)
    assert.deepEqual(await accountsOf(service.database, merchant.live), {
      available: 49_500,
      reserved: 50_500,
    })
    const detail = await reader.get(location ?? '')
    assert.match(detail.text, /À traiter.*Nos équipes vont le prendre en charge/s)
    assert.match(detail.text, /BJ••••0042/)
    assert.match((await reader.get('/portail')).text, /1 virement à faire/)
  })

  it('offer the account that was paid last first, narrow a long list, and take the whole balance to the franc', async () => {
    for (const mode of ['live', 'test'] as const) {
      const { merchant, reader, bank, phone: own } = await scene(mode)
      // Bank transfers are made with real money alone, and no operator is open there.
      const account = mode === 'live' ? bank : own
      const numbers = Array.from({ length: 8 }, (_, at) => freshPhone(`567${at}`))
      for (const number of numbers) await authorizePhone(service.database, merchant[mode], number)
      const { shown, fields, confirm } = await request(reader, { compte: account, part: '100' })
      assert.match(shown.text, /Après ce retrait<\/dt><dd><span[^>]*>0\u00A0</)
      assert.equal(fields['montant'], '99500')
      assert.equal((await confirm()).status, 303)
      const page = await reader.get(form)
      const chosen = `value="${account}" checked`
      assert.ok(/<input type="radio"[^>]*>/.exec(page.text)?.[0].includes(chosen))
      assert.match(page.text, /autres comptes/)
      const found = await searched(reader, `${form}/recherche`, { cherche: '5673' })
      assert.equal(found.text.match(/type="radio"/g)?.length, 1)
    }
  })

  it('are refused when what they take has moved since it was shown, and show the new figures', async () => {
    const { merchant, reader, bank } = await scene()
    const { confirm, fields } = await request(reader, { compte: bank, montant: '10000' })
    await dropTariffs(service.database, merchant.live)
    await addTariff(service.database, merchant.live, fee('750'))
    const refused = await confirm()
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Les frais ont changé/)
    assert.equal(hiddenFieldsOf(refused.text)['total'], '10750')
    const forged = await reader.post(form, {
      ...fields,
      form_id: randomUUID(),
      total: '10000',
      password,
    })
    assert.equal(forged.status, 422)
    const again = await reader.post(form, { ...hiddenFieldsOf(refused.text), password })
    assert.equal(again.status, 303)
    assert.equal((await accountsOf(service.database, merchant.live))['reserved'], 10_750)
  })

  it('are one payout for one form, however often it is sent, and never more than there is', async () => {
    const { merchant, reader, bank } = await scene()
    const { confirm } = await request(reader, { compte: bank, montant: '40000' })
    const answers = await Promise.all(Array.from({ length: 5 }, confirm))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [303, 409, 409, 409, 409])
    const people = await Promise.all(
      Array.from({ length: 10 }, () => portalReader(service, merchant, 'administrator')),
    )
    const forms = await Promise.all(
      people.map((person) => request(person, { compte: bank, montant: '20000' })),
    )
    const tried = await Promise.all(forms.map((each) => each.confirm()))
    const done = tried.filter(({ status }) => status === 303)
    const short = tried.filter(({ text }) => /champ-montant-erreur/.test(text))
    assert.deepEqual([done.length, short.length], [2, 8])
    assert.deepEqual(await accountsOf(service.database, merchant.live), {
      available: 18_500,
      reserved: 81_500,
    })
  })

  it('are not refused for lack of what they have taken themselves, where the form is sent again', async () => {
    const { merchant, reader, bank } = await scene()
    const { confirm } = await request(reader, { compte: bank, montant: '60000' })
    assert.equal((await confirm()).status, 303)
    const again = await confirm()
    assert.equal(again.status, 409, 'the form does not come back as if nothing had been paid')
    assert.match(again.text, /Formulaire déjà envoyé/)
    assert.equal((await accountsOf(service.database, merchant.live))['reserved'], 60_500)
  })

  it('say each refusal at its field: amount, limits, account, reference, mode, suspension', async () => {
    const { merchant, reader, bank, phone } = await scene()
    const test = await scene('test')
    const told = async (typed: Record<string, string>, pattern: RegExp, by = reader) => {
      const { status, text } = await by.post(check, typed)
      assert.equal(status, 422)
      assert.match(text, pattern)
    }
    await told({ compte: '', montant: '' }, /champ-compte.*champ-montant-erreur/s)
    await told({ compte: bank, montant: '12,50' }, /champ-montant-erreur.*sans centimes/s)
    await told({ compte: bank, montant: '99 600' }, /champ-montant-erreur.*100\u202F100/s)
    const few = { compte: test.phone, montant: '99' }
    await told(few, /champ-montant-erreur.*minimum est de 100\u00A0F/s, test.reader)
    const many = { compte: test.phone, montant: '2000001' }
    await told(many, /champ-montant-erreur.*2\u202F000\u202F000/s, test.reader)
    await told({ compte: phone, montant: '500' }, /champ-compte.*indisponible/s)
    await told({ compte: bank, montant: '1', reference: 'é' }, /champ-reference-erreur/)
    const taken = { compte: bank, montant: '1000', reference: 'LOYER-1' }
    await asked(reader, taken)
    const again = await (await request(reader, taken)).confirm()
    assert.match(again.text, /champ-reference-erreur.*déjà utilisée/s)
    const { confirm } = await request(reader, { compte: bank, montant: '1000' })
    const { serviceEnvId } = merchant.live
    const member = await createStaffMember(service.database, 'supervisor')
    const stopped = { mode: 'live', serviceEnvId, provider: 'uba-benin', cause: cause() } as const
    await suspendPayouts(service.database, member, stopped)
    const suspended = await confirm()
    assert.equal(suspended.status, 422)
    assert.match(suspended.text, /momentanément indisponibles/)
    await revokeAuthorizedAccount(service.database, { serviceEnvId, id: bank })
    await told({ compte: bank, montant: '1000' }, /Choisissez un compte autorisé/)
    const bankInTest = await test.reader.post(check, { compte: test.bank, montant: '1000' })
    assert.match(bankInTest.text, /qu’en mode réel/)
    assert.ok(!(await test.reader.get(form)).text.includes(test.bank))
  })

  it('by Mobile Money go to their end by themselves, in sandbox too, the operator found by the number', async () => {
    const good = await scene('test')
    const paid = await asked(good.reader, { compte: good.phone, montant: '5000' })
    await eventually(async () => (await good.reader.get(paid)).text.includes('Argent reçu'))
    assert.deepEqual(await accountsOf(service.database, good.merchant.test), { available: 94_500 })
    const bad = await scene('test', '0002')
    const failed = await asked(bad.reader, { compte: bad.phone, montant: '5000' })
    await eventually(async () => (await bad.reader.get(failed)).text.includes('Retrait échoué'))
    assert.deepEqual(await accountsOf(service.database, bad.merchant.test), { available: 100_000 })
    const home = await bad.reader.get(`/portail/transactions/${idOf(failed)}`)
    assert.equal(home.location, failed)
    const cancel = await bad.reader.send('/portail/cles', {}, `${failed}/annulation`)
    assert.match(cancel.text, /ne peut plus être annulée/)
  })

  it('by a bank are called back before staff takes them, and not after', async () => {
    const { merchant, reader, bank } = await scene()
    const { id: staffId } = await createStaffMember(service.database)
    const first = await asked(reader, { compte: bank, montant: '1000' })
    assert.equal((await reader.send(first, {}, `${first}/annulation`)).location, first)
    assert.match((await reader.get(first)).text, /Retrait annulé/)
    assert.deepEqual(await accountsOf(service.database, merchant.live), { available: 100_000 })
    const second = await asked(reader, { compte: bank, montant: '1000' })
    const fields = await reader.formOf(second)
    const order = { transactionId: idOf(second), staffId }
    await takeTransfer(acting(), order)
    assert.match((await reader.get(second)).text, /Pris en charge par nos équipes/)
    const late = await reader.post(`${second}/annulation`, { ...fields, password })
    assert.equal(late.status, 422)
    assert.match(late.text, /ne peut plus être annulée/)
    await markTransferred(acting(), { ...order, ...bankTexts })
    assert.match((await reader.get(second)).text, /Daté du 21\/11\/2026, référence VIR-1/)
    const third = await asked(reader, { compte: bank, montant: '1000' })
    const refused = { transactionId: idOf(third), staffId }
    await takeTransfer(acting(), refused)
    await rejectTransfer(acting(), { ...refused, reason: 'Compte clôturé' })
    const page = (await reader.get(third)).text
    assert.match(page, /Refusé.*La banque a refusé le virement/s)
    assert.doesNotMatch(page, /Compte clôturé/)
  })

  it('are asked for by the owner and administrators alone, of their own service and mode', async () => {
    const { merchant, reader, bank } = await scene()
    const detail = await asked(reader, { compte: bank, montant: '1000' })
    for (const role of ['developer', 'collaborator'] as const) {
      const other = await portalReader(service, merchant, role)
      for (const path of [check, form, `${detail}/annulation`])
        assert.equal((await other.post(path, { compte: bank, montant: '1' })).status, 403)
      assert.equal((await other.get(form)).status, 403)
      assert.equal((await other.get(detail)).status, 200)
      assert.doesNotMatch((await other.get(detail)).text, /Annuler ce virement/)
    }
    const stranger = await scene()
    assert.equal((await stranger.reader.get(detail)).status, 404)
    const theirs = await stranger.reader.send('/portail/cles', {}, `${detail}/annulation`)
    assert.equal(theirs.status, 404)
    const foreign = await stranger.reader.post(check, { compte: bank, montant: '1000' })
    assert.match(foreign.text, /Choisissez un compte autorisé/)
    const { fields } = await request(reader, { compte: bank, montant: '1000' })
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    assert.equal((await reader.post(form, { ...fields, password })).status, 409)
  })

  it('are listed by state, taken home as a table, and stand in the activity log', async () => {
    const { merchant, reader, bank } = await scene()
    const wanted = { compte: bank, montant: '1000', libelle: '=1+1', reference: 'L-1' }
    const made = await asked(reader, wanted)
    assert.match((await reader.get(`${list}?statut=pending`)).text, /Maison Essai/)
    assert.match((await reader.get(`${list}?statut=failed`)).text, /Aucun retrait pour ce choix/)
    const { text } = await reader.get(`${list}/export`)
    const line = ';L-1;À traiter;;Portail;UBA Bénin;Maison Essai;BJ••••0042;1000;500;1500;XOF;'
    assert.ok(text.includes(line) && text.includes(";'=1+1;"), text)
    const lines = await listActivity(service.database, merchant.merchantId, { limit: 2 })
    assert.deepEqual(
      lines.map(({ act, outcome }) => [act, outcome]),
      [
        ['payouts.export', 'done'],
        ['payout.request', 'done'],
      ],
    )
    const { payout, ...rest } = lines[1]?.details ?? {}
    assert.deepEqual(rest, { amount: 1000, currency: 'XOF', provider: 'uba-benin' })
    assert.equal(payout, idOf(made))
  })
})
