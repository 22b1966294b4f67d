import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { asId, type TransactionId } from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import type { Money } from '#domain/money/money.ts'
import { receiptNumber } from '#domain/receipts/receipt.ts'
import { moneyText } from '#web/design/money.tsx'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { outboxOf, payFor } from '#test/support/paid.ts'
import { call } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import {
  acceptedTransfer,
  createBankTenant,
  payoutCall,
  readyToPayOut,
} from '#test/support/payouts.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'

describe('the public verification page', () => {
  const api = given(() => sharedApiAlone())
  const live = given(() => payFor(api, { mode: 'live' }))
  const test = given(() => payFor(api, { mode: 'sandbox' }))

  async function open(code: string) {
    const answer = await fetch(`${api.baseUrl}/verification/${code}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  it('shows an authentic payment in live, and a test payment in sandbox', async () => {
    const real = await open(live.verifyCode)
    assert.equal(real.status, 200)
    assert.match(real.text, /<h1>Paiement authentique<\/h1>/)
    assert.doesNotMatch(real.text, /test/i)
    const simulated = await open(test.verifyCode)
    assert.match(simulated.text, /<h1>Paiement de test<\/h1>/)
    assert.doesNotMatch(simulated.text, /authentique/)
  })

  it('shows the payment in detail, its payer masked', async () => {
    const { text } = await open(live.verifyCode)
    const { reference, display } = live.transaction
    const digitsOf = (amount: Money) => moneyText(amount).replace('F\u00A0CFA', '')
    const shown = [
      'Tissus Ọlájùmọ̀kẹ́ &amp; Filles',
      'Marché Dantokpa, allée 4, Cotonou',
      'Pagne wax «\u00A0Fête\u00A0», 6 yards',
      `>${digitsOf(display.amount)}<span class="unit">F\u00A0CFA`,
      `>${digitsOf(display.fees)}<span class="unit">F\u00A0CFA`,
      `>${digitsOf(display.amountCharged)}<span class="unit">F\u00A0CFA`,
      'Éléonore A.',
      '+229 01 •••• 0042',
      receiptNumber(live.transaction),
      reference,
    ]
    for (const part of shown) assert.ok(text.includes(part), part)
    assert.doesNotMatch(text, /Adjavon|96000042|96 00 00 42|awa@example\.com/)
  })

  it('tells in a message what was paid to whom, and nothing about the payer or what was bought', async () => {
    const { text } = await open(live.verifyCode)
    const tags = new Map(
      [...text.matchAll(/<meta property="og:(\w+)" content="([^"]*)"/g)].map(
        ([, name = '', content = '']) => [name, content],
      ),
    )
    const amount = moneyText(live.transaction.display.amountCharged)
    const shop = 'Tissus Ọlájùmọ̀kẹ́ &amp; Filles'
    assert.equal(tags.get('title'), 'Paiement authentique')
    assert.equal(tags.get('description'), `Reçu\u00A0: ${amount} payés à ${shop}.`)
    assert.equal(tags.get('site_name'), shop)
    assert.ok(tags.get('url')?.endsWith(`/verification/${live.verifyCode}`))
    const told = [...tags.values()].join(' ')
    assert.doesNotMatch(told, /Adjavon|Éléonore|0042|Pagne|@/)
    const simulated = (await open(test.verifyCode)).text
    assert.match(simulated, /og:title" content="Paiement de test".*Reçu de test/s)
    assert.doesNotMatch((await open(live.verifyCode.slice(1))).text, /og:/)
  })

  it('says that a receipt is not found where the code was changed, or is not for verifying', async () => {
    const { verifyCode: code, invoiceCode } = live
    const first = code.startsWith('A') ? 'B' : 'A'
    const wrong = [
      first + code.slice(1),
      `${code}A`,
      code.slice(0, -1),
      invoiceCode,
      'x',
      '..%2f..',
    ]
    for (const changed of wrong) {
      const { status, text } = await open(changed)
      assert.equal(status, 404, changed)
      assert.match(text, /<h1>Reçu introuvable<\/h1>/)
    }
  })

  it('says so too where nothing was paid, or nothing is kept', async () => {
    const codes = createReceiptCodes(api.database.keyring)
    const merchant = await createMerchant(api)
    const outbox = outboxOf(api.database)
    const pending = await acceptOne({ database: api.database, outbox }, merchant)
    await outbox.drain()
    for (const id of [pending, asId<TransactionId>(randomUUIDv7())]) {
      assert.equal((await open(codes.encode('verify', id))).status, 404)
    }
  })

  it('tells of a refund', async () => {
    const paid = await payFor(api, { mode: 'sandbox' })
    await onPool(api.database.pool).rows(
      'update transaction set refunded_amount = 5000 where id = $1',
      [paid.transaction.id],
    )
    const { text } = await open(paid.verifyCode)
    assert.match(text, /Paiement remboursé depuis.*5\u202F000/s)
  })

  describe('of a payout', () => {
    const sandbox = given(() => createTenant(api.database))
    const bank = given(() => createBankTenant(api.database))

    /** Where the receipt of this payout sends who checks it, once the payout has succeeded. */
    async function verified(tenant: Tenant, transactionId: TransactionId): Promise<string> {
      const { database } = api
      await settleTransaction(database, outboxOf(database), { transactionId, outcome: success })
      const path = `/v2/transactions/${transactionId}/receipt`
      const receipt = await call(api, { path, key: tenant.keys.secret })
      return (await open(new URL(receipt.json.data.verify_url).pathname.split('/')[2] ?? '')).text
    }

    it('never says that the merchant was paid: it has paid, and whom', async () => {
      const phone = await readyToPayOut(api.database, sandbox, { balance: 100_000 })
      const answer = await call(api, payoutCall(sandbox.keys.secret, { phone, amount: 1001 }))
      const simulated = await verified(sandbox, answer.json.data.id)
      const real = await verified(bank, await acceptedTransfer(api, bank, { amount: 1001 }))
      assert.match(simulated, /<h1>Versement de test<\/h1>/)
      assert.match(real, /<h1>Versement authentique<\/h1>/)
      assert.match(real, /hero num">1\s001\s<span class="unit">.*versés par <b>/s)
      for (const text of [simulated, real]) {
        assert.match(text, /<dt>Bénéficiaire<\/dt>/)
        assert.match(text, /<dt>Total débité<\/dt>.*1\s005/s)
        assert.doesNotMatch(text, /payés à|simulé pour|[Pp]ayeur|Total payé|Paiement/)
      }
    })
  })

  it('stays out of every cache', async () => {
    const { headers } = await open(live.verifyCode)
    assert.equal(headers.get('Cache-Control'), 'no-store')
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer')
  })
})
