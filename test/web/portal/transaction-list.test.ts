import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
} from '#test/support/portal.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'

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
    assert.match(text, /<a href="\/portail\/transactions\/[^"]+">Éléonore Adjavon<\/a>/)
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
    assert.match(all, /5 opérations · encaissé net 11 500 F CFA .*· sorti −/)
    assert.match(await words('type=collection'), /4 opérations · encaissé net 11 500 F CFA/)
    assert.match(await words('type=collection&statut=failed'), /Tous 4 .* 1 opération Transactions/)
    assert.match(await words('periode=hier'), /1 opération · encaissé net 2 500 F CFA/)
    assert.match(
      await words('operateur=mtn-benin&type=collection'),
      /4 opérations · encaissé net 11 500/,
    )
    assert.match(await words('operateur=moov-benin'), /0 opération /)
    assert.match(await words('canal=pos'), /0 opération /)
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
    const { text } = await reader.get(
      '/portail/transactions/export?min=500&max=2500&type=collection',
    )
    assert.deepEqual(text.match(/V-\d/g), ['V-3', 'V-2'])
  })

  it('says by itself that payments came, for an hour at most', async () => {
    const { text } = await reader.get('/portail/transactions?type=collection')
    const path = /hx-get="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(path, /type=collection/)
    assert.doesNotMatch((await reader.get(path)).text, /nouvelle/)
    await sell('N-1', { minor: 1000n, outcome: success, agoMs: -1000 })
    const news = await reader.get(path)
    assert.match(news.text, /^<title>\(1\) Transactions/)
    assert.match(news.text, /1 nouvelle opération/)
    assert.match(news.text, /hx-get/)
    assert.doesNotMatch(news.text, /<html/)
    const old = path.replace(/ouvert=\d+/, `ouvert=${Date.now() - 3_601_000}`)
    assert.doesNotMatch((await reader.get(old)).text, /hx-get/)
    assert.equal((await reader.get(`${path}x`)).status, 200)
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
    const { text } = await reader.get(`/portail/transactions?${query}`)
    return [...text.matchAll(/data-copy="([^"]*)"/g)].map(([, reference = '']) => reference)
  }

  async function words(query: string): Promise<string> {
    const { text } = await reader.get(`/portail/transactions?${query}`)
    return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
  }

  async function sell(
    reference: string,
    { minor, outcome, agoMs }: { minor: bigint; outcome: Outcome | undefined; agoMs: number },
  ): Promise<void> {
    const price = money(minor, 'XOF')
    const made = { reference, price, ...(outcome && { outcome }) }
    const id = await makePayment(api.database, merchant.live, made)
    const at = new Date(Date.now() - agoMs)
    await onPool(api.database.pool).rows('update transaction set created_at = $2 where id = $1', [
      id,
      at,
    ])
  }
})
