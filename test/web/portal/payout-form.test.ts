import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { wordsOf } from '#test/support/payer.ts'
import { authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, portalReader, testModeReader } from '#test/support/portal.ts'
import { searched } from '#test/support/typed-forms.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { freshPhone } from '#test/support/tenant.ts'

const form = '/portail/retraits/nouveau'
const check = '/portail/retraits/verification'

describe('the form of a payout', () => {
  const api = given(() => sharedApiAlone())
  /** In test mode, with 100 000 XOF, a fee of 500, and one account. */
  const scene = given(async () => {
    const merchant = await createPortalMerchant(api.database)
    const place = merchant.test
    await giveBalance(api.database, place, 100_000)
    const fee = { level: 'service', kind: 'fixed', value: '500', payer: 'merchant' } as const
    await addTariff(api.database, place, { ...fee, type: 'payout' })
    await authorizePhone(api.database, place, freshPhone('1234'))
    const [account] = await listAuthorizedAccounts(api.database, place.serviceEnvId)
    assert.ok(account)
    const reader = await portalReader(api, merchant)
    await reader.post('/portail/service', { vers: place.serviceEnvId })
    return { reader, compte: account.id }
  })

  it('says what Mobile Money takes before an amount is typed, and refuses the rest', async () => {
    const { reader, compte } = scene
    assert.match(
      wordsOf(await reader.get(form)),
      /Disponible : 100 000 F CFA\. De 100 F CFA à 2 000 000 F CFA par Mobile Money\./,
    )
    for (const montant of ['99', '2 000 001'])
      assert.equal((await reader.post(check, { compte, montant })).status, 422, montant)
  })

  it('takes an amount as people write it in either language', async () => {
    const { reader, compte } = scene
    for (const montant of ['12500', '12 500', '12\u202F500', '12,500', '12.500']) {
      const { status, text } = await reader.post(check, { compte, montant })
      assert.equal(status, 200, montant)
      assert.match(text, /Après ce retrait<\/dt><dd><span[^>]*>87\u202F000/)
    }
  })

  it('takes a quarter, a half or all of the balance, fees included', async () => {
    const { reader, compte } = scene
    for (const [part, after] of [
      ['25', '75\u202F000'],
      ['50', '50\u202F000'],
      ['100', '0'],
    ] as const) {
      const { text } = await reader.post(check, { compte, part })
      assert.match(text, new RegExp(`Après ce retrait</dt><dd><span[^>]*>${after}\u00A0`))
    }
    assert.equal((await reader.post(check, { compte, part: '101' })).status, 422)
  })

  it('says so of a part of a balance that pays for nothing, rather than that the amount is mistyped', async () => {
    const merchant = await createPortalMerchant(api.database)
    await authorizePhone(api.database, merchant.test, freshPhone('1235'))
    const [account] = await listAuthorizedAccounts(api.database, merchant.test.serviceEnvId)
    const reader = await testModeReader(api, merchant)
    const typed = { compte: account?.id ?? '', part: '100' }
    const refused = await reader.post(check, typed)
    assert.equal(refused.status, 422)
    assert.match(wordsOf(refused), /Avec 0 F CFA de disponible, aucun retrait n’est possible/)
    assert.doesNotMatch(refused.text, /en chiffres/)
  })

  it('leads to any of six hundred accounts, by a name or the end of a number, as standing orders do', async () => {
    const merchant = await createPortalMerchant(api.database)
    const { serviceEnvId } = merchant.test
    await giveBalance(api.database, merchant.test, 100_000)
    const pool = onPool(api.database.pool)
    const [first] = await pool.rows<{ id: string }>(sixHundred, [serviceEnvId])
    const reader = await testModeReader(api, merchant)
    const idsIn = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/<input type="radio" name="compte" value="([^"]+)"/g)].map(([, id]) => id)
    const orderForm = '/portail/retraits/programmes/nouveau'
    for (const page of [form, orderForm]) {
      const shown = await reader.get(page)
      assert.match(wordsOf(shown), /596 autres comptes/)
      assert.ok(!idsIn(shown).includes(first?.id), 'the oldest is not among the first')
      for (const search of ['ancienne', 'ANCIÈNNE zin', '0001'])
        assert.deepEqual(
          idsIn(await searched(reader, `${page}/recherche`, { cherche: search })),
          [first?.id],
          search,
        )
    }
    assert.equal((await reader.post(check, { compte: `${first?.id}`, montant: '500' })).status, 200)
    const last = await reader.get('/portail/comptes-autorises?page=15')
    assert.match(last.text, /Ancienne Zinsou/)
  })
})

/** Accounts of Mobile Money, the first the oldest. */
const sixHundred = `insert into authorized_account
  (id, service_env_id, type, provider, holder_name, phone, country, status, verified_at, created_at)
  select gen_random_uuid(), $1, 'mobile_money', 'mtn-benin',
    case n when 1 then 'Ancienne Zinsou' else 'Awa Dossou' end, '22901970' || lpad(n::text, 5, '0'), 'BJ', 'active', now(),
    now() - make_interval(mins => 601 - n)
  from generate_series(1, 600) as n order by n returning id`
