import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { acceptOne } from '#test/support/books.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
} from '#test/support/portal.ts'
import { exportOf, searched } from '#test/support/typed-forms.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { spoken } from '#test/support/months.ts'

const dayMs = 86_400_000
const pageBytesMax = 80_000

describe('the list of payments in the portal', () => {
  let merchant: PortalMerchant

  const api = given(() => sharedApiAlone())
  before(async () => {
    const { database } = api
    merchant = await createPortalMerchant(database)
    await openBalance(database, merchant.live, money(100_000n, 'XOF'))
    await sell('V-1', { minor: 9000n, outcome: success, agoMs: 0 })
    await sell('V-2', { minor: 2500n, outcome: success, agoMs: dayMs })
    await sell('V-3', { minor: 700n, outcome: failed, agoMs: 0 })
    await sell('V-4', { minor: 300n, outcome: undefined, agoMs: 0 })
    const outbox = outboxOf(database)
    const transactionId = await acceptPayoutOne({ database, outbox }, merchant.live)
    await settleTransaction(database, outbox, { transactionId, outcome: success })
  })
  const reader = given(() => portalReader(api, merchant))

  it('has people and amounts as its headline, and ids small and ready to copy', async () => {
    const { text } = await reader.get('/portail/transactions')
    assert.match(text, /<a [^>]*href="\/portail\/transactions\/[^"]+">Éléonore Adjavon<\/a>/)
    assert.match(text, /data-copy="V-1"[^>]*>.*?V-1/)
    assert.match(text, />01 96 00 00 42</)
    assert.doesNotMatch(text, />[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}</)
  })

  it('shows money out as such: by its sign, its look and its own tab', async () => {
    const { text } = await reader.get('/portail/transactions?type=payout')
    assert.match(text, /class="out".*Retrait vers/)
    assert.match(text, /<span class="out"><span class="amount num">\u2212/)
    assert.ok(!text.includes('V-1'))
    const collections = await reader.get('/portail/transactions?type=collection')
    assert.ok(collections.text.includes('V-1') && !collections.text.includes('class="out"'))
  })

  it('counts each status, and says what the whole selection comes to', async () => {
    const all = await words('')
    assert.match(all, /Tous 5 En attente 1 Réussis 3 Échoués 1 /)
    assert.match(all, /5 opérations · encaissé net 11 500 F CFA .*· retraits −/)
    assert.match(await words('type=collection'), /4 opérations · encaissé net 11 500 F CFA/)
    assert.match(await words('type=collection&statut=failed'), /Tous 4 .* 1 opération Paiements,/)
    assert.match(await words('periode=hier'), /1 opération · encaissé net 2 500 F CFA/)
    assert.match(
      await words('operateur=mtn-benin&type=collection'),
      /4 opérations · encaissé net 11 500/,
    )
    assert.match(await words('operateur=moov-benin'), /0 opération /)
    assert.match(await words('canal=pos'), /0 opération /)
  })

  it('says who bore the fees: the merchant, its customers, or each a part', async () => {
    const { database } = api
    const outbox = outboxOf(database)
    const shop = await createPortalMerchant(database)
    const owner = await portalReader(api, shop)
    const told = async (query = '') =>
      spoken((await owner.get(`/portail/transactions${query}`)).text)
    const pay = async (payer: 'customer' | 'merchant', minor: bigint) => {
      const terms = { price: money(minor, 'XOF'), feeRule: { ...feeRule(), payer } }
      const transactionId = await acceptOne({ database, outbox }, shop.live, { terms })
      await settleTransaction(database, outbox, { transactionId, outcome: success })
    }
    await pay('customer', 1000n)
    assert.match(await told(), /· frais 20 F CFA, payés par vos clients /)
    await pay('merchant', 5000n)
    assert.match(await told(), /· frais 115 F CFA, dont 95 F CFA à votre charge /)
    assert.match(await told('?operateur=moov-benin'), /0 opération Aucun/)
    assert.match(await told('?operateur=mtn-benin'), /dont 95 F CFA à votre charge /)
    const month = await told('?periode=mois-dernier')
    assert.match(
      month,
      /Mois dernier .*0 opération .* Choisissez d’autres dates, ou moins de filtres\. /,
    )
    const search = await searched(owner, '/portail/transactions', 'q=inconnue-1')
    assert.match(spoken(search.text), /Écrivez la référence en entier/)
    const before = new Date(Date.now() - 35 * dayMs)
    await onPool(database.pool).rows(
      `update transaction set created_at = $2 where service_env_id = $1 and amount = 1000`,
      [shop.live.serviceEnvId, before],
    )
    assert.match(
      await told('?periode=mois'),
      /encaissé net 4 905 F CFA · frais 95 F CFA, à votre charge /,
    )
  })

  it('is narrowed by period, operator and amount, alone and together', async () => {
    assert.deepEqual(await found('periode=hier'), ['V-2'])
    assert.deepEqual(await found('periode=7&type=collection'), ['V-4', 'V-3', 'V-1', 'V-2'])
    assert.deepEqual(await found('operateur=moov-benin'), [])
    assert.deepEqual(await found('min=500&max=2500&type=collection'), ['V-3', 'V-2'])
    assert.deepEqual(await found('min=2 500&statut=succeeded&type=collection'), ['V-1', 'V-2'])
    assert.deepEqual(await found('max=300&operateur=mtn-benin&canal=api'), ['V-4'])
    assert.match(
      await words('min=500&max=2500&type=collection'),
      /2 opérations · encaissé net 2 500/,
    )
    for (const query of ['min=-1', 'max=abc', 'min=99999999999999999999', 'type=x&operateur=y'])
      assert.equal((await found(query)).length, 5, query)
  })

  it('gives as a file what is selected', async () => {
    const { text } = await reader.get(await exportOf(reader, 'min=500&max=2500&type=collection'))
    assert.deepEqual(text.match(/V-\d/g), ['V-3', 'V-2'])
  })

  it('takes in new rows by itself, each at its place, and sends nothing while nothing is new', async () => {
    const ask = async (text: string) => reader.get(askedIn(text))
    const { text } = await reader.get('/portail/transactions?type=collection')
    assert.match(askedIn(text), /type=collection/)
    const still = await ask(text)
    assert.deepEqual([still.status, still.text], [204, ''])
    const id = await sell('N-1', { minor: 1000n, outcome: undefined, agoMs: 0 })
    const news = await ask(text)
    assert.match(news.text, /^<title>● Paiements/)
    assert.match(news.text, /1 nouvelle opération/)
    assert.match(news.text, /<tbody hx-swap-oob="afterbegin:#lignes"><tr id="l-/)
    assert.deepEqual(referencesIn(news.text), ['N-1'])
    assert.match(news.text, /id="sommes" hx-swap-oob="true".*5 opérations/)
    assert.match(news.text, /id="statuts"[^>]*hx-swap-oob="true"/)
    assert.doesNotMatch(news.text, /<html/)
    assert.equal((await ask(news.text)).status, 204)
    await settleTransaction(api.database, outboxOf(api.database), {
      transactionId: id,
      outcome: success,
    })
    const paid = await ask(news.text)
    assert.match(paid.text, /<tr id="l-[0-9a-f]{12}" role="row" hx-swap-oob="true">/)
    assert.doesNotMatch(paid.text, /afterbegin|<title>/)
    assert.equal((await ask(paid.text)).status, 204)
  })

  it('lets a row go that is narrowed away, and puts one that comes later between the others', async () => {
    const [first, second] = [
      await sell('G-1', { minor: 1000n, outcome: undefined, agoMs: 0 }),
      await sell('G-2', { minor: 1000n, outcome: undefined, agoMs: 0 }),
    ]
    const pending = await reader.get('/portail/transactions?statut=pending')
    const outbox = outboxOf(api.database)
    await settleTransaction(api.database, outbox, { transactionId: second, outcome: success })
    const { text: paid } = await reader.get('/portail/transactions?statut=succeeded')
    assert.equal(referencesIn(paid)[0], 'G-2')
    const { text } = await reader.get(askedIn(pending.text))
    assert.match(text, new RegExp(`<tr id="l-${second.slice(-12)}" hx-swap-oob="delete">`))
    await settleTransaction(api.database, outbox, { transactionId: first, outcome: success })
    const late = await reader.get(askedIn(paid))
    assert.match(late.text, new RegExp(`afterend:#l-${second.slice(-12)}`))
    assert.deepEqual(referencesIn(late.text), ['G-1'])
  })

  it('asks to be opened anew after an hour, or when more came than it takes', async () => {
    const { text } = await reader.get('/portail/transactions')
    const path = askedIn(text)
    const old = await reader.get(path.replace(/ouvert=\d+/, `ouvert=${Date.now() - 3_601_000}`))
    assert.match(old.text, /Actualiser la liste/)
    assert.doesNotMatch(old.text, /hx-get/)
    const many = await reader.get(
      path.replace(/venus=\d+/, 'venus=100').replace(/lignes=[^&]*/, ''),
    )
    assert.doesNotMatch(many.text, /hx-get/)
    for (const wrong of ['lignes=<b>', 'venus=-9', 'venus=x', `lignes=${'0'.repeat(5000)}`])
      assert.ok((await reader.get(`${path}&${wrong}`)).status < 300, wrong)
    assert.equal((await reader.get(`${path}x`)).status, 204)
  })

  it('is light', async () => {
    for (let made = 0; made < 25; made += 1)
      await makePayment(api.database, merchant.test, { reference: `L-${made}`, outcome: success })
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const { text } = await reader.get('/portail/transactions')
    assert.equal(text.match(/data-copy="L-/g)?.length, 25)
    assert.ok(Buffer.byteLength(text) < pageBytesMax, `${Buffer.byteLength(text)}`)
  })

  async function found(query: string): Promise<string[]> {
    return referencesIn((await searched(reader, '/portail/transactions', query)).text)
  }

  async function words(query: string): Promise<string> {
    return spoken((await searched(reader, '/portail/transactions', query)).text)
  }

  async function sell(
    reference: string,
    { minor, outcome, agoMs }: { minor: bigint; outcome: Outcome | undefined; agoMs: number },
  ): Promise<TransactionId> {
    const price = money(minor, 'XOF')
    const made = { reference, price, ...(outcome && { outcome }) }
    const id = await makePayment(api.database, merchant.live, made)
    const at = new Date(Date.now() - agoMs)
    await onPool(api.database.pool).rows('update transaction set created_at = $2 where id = $1', [
      id,
      at,
    ])
    return id
  }
})

function referencesIn(text: string): string[] {
  return [...text.matchAll(/data-copy="([^"]*)"/g)].map(([, reference = '']) => reference)
}

/** What an open page asks for by itself. */
function askedIn(text: string): string {
  return /hx-get="(\/portail\/transactions\?[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
}
