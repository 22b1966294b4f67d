import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { XMLValidator } from 'fast-xml-parser'
import { openBalance } from '#use-cases/balance/open.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { receiptNumber } from '#domain/receipts/receipt.ts'
import { localTimeText } from '#domain/text/text.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { moneyText } from '#web/design/money.tsx'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { failed as failedOutcome, success } from '#test/support/ends.ts'
import { sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey } from '#test/support/tenant.ts'
import { outboxOf, type Paid, payFor } from '#test/support/paid.ts'
import { readPdf } from '#test/support/pdf.ts'
import { jpegOf, pngOf } from '#test/support/pictures.ts'

describe('the PDF invoice', () => {
  const api = given(() => sharedApiAlone())
  const live = given(() =>
    payFor(api, { mode: 'live', description: 'Pagne «\u00A0Fête\u00A0» de Xɔ́ɖɔ̀, ŋ ɛ̃' }),
  )
  const test = given(() => payFor(api, { mode: 'sandbox' }))

  async function open(code: string) {
    const answer = await fetch(`${api.baseUrl}/factures/${code}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes }
  }

  async function read({ invoiceCode }: Paid) {
    const { status, bytes } = await open(invoiceCode)
    assert.equal(status, 200)
    const pdf = readPdf(bytes)
    return { ...pdf, bytes, texts: pdf.pages.flatMap(({ texts }) => texts) }
  }

  it('is one light A4 page, shown under the number of the receipt, and stays out of every cache', async () => {
    const { status, headers, bytes } = await open(live.invoiceCode)
    assert.deepEqual([status, headers.get('Content-Type')], [200, 'application/pdf'])
    const name = `recu-${receiptNumber(live.transaction)}.pdf`
    assert.ok(headers.get('Content-Disposition')?.startsWith(`inline; filename="${name}"`))
    assert.equal(headers.get('Cache-Control'), 'no-store')
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer')
    const { pages, dictionaries } = readPdf(bytes)
    assert.equal(pages.length, 1)
    assert.ok(dictionaries.some((text) => text.includes('/MediaBox [0 0 595.28 841.89]')))
    assert.ok(bytes.length < 60_000, `${bytes.length} bytes`)
  })

  it('names the merchant, the payer in full, the payment and its references', async () => {
    const { texts } = await read(live)
    const { transaction } = live
    const { amount, fees, amountCharged } = transaction.display
    const told = [
      'Tissus Ọlájùmọ̀kẹ́ & Filles',
      'Marché Dantokpa, allée 4, Cotonou',
      '+229 01 21 30 00 00 · contact@tissus.example',
      `N° ${receiptNumber(transaction)}`,
      localTimeText(transaction.completedAt ?? new Date(0)),
      'Payé',
      'Éléonore Adjavon',
      '+229 01 96 00 00 42',
      'awa@example.com',
      'MTN Mobile Money',
      transaction.reference,
      transaction.providerReference ?? '',
      transaction.id,
      'Pagne «\u00A0Fête\u00A0» de Xɔ́ɖɔ̀, ŋ ɛ̃',
      moneyText(amount),
      moneyText(fees),
      moneyText(amountCharged),
    ]
    for (const text of told)
      assert.ok(texts.includes(text.normalize('NFC')), `${text} in\n${texts.join('\n')}`)
    assert.ok(!texts.some((text) => text.includes('SPÉCIMEN')))
  })

  it('is called a receipt of payment, nowhere an invoice, and has the seller’s legal identity', async () => {
    const paid = await payFor(api, { mode: 'live' })
    const said = async () => (await read(paid)).texts.join(' ')
    const without = await said()
    assert.match(without, /Reçu de paiement/)
    assert.doesNotMatch(without, /factur|billed|IFU|RCCM/i)
    await onPool(api.database.pool).rows(
      `update service set tax_number = '3202012345678', trade_register = 'RB/COT/12 B 3456' where id = $1`,
      [paid.merchant.serviceId],
    )
    const named = await said()
    assert.match(named, /IFU 3202012345678 · RCCM RB\/COT\/12 B 3456/)
    assert.doesNotMatch(named, /factur/i)
  })

  it('is marked as a specimen in test mode', async () => {
    const { texts } = await read(test)
    assert.equal(texts[0], 'SPÉCIMEN – mode test\u00A0: aucun paiement réel')
    assert.ok(texts.at(-1)?.includes('SPÉCIMEN – mode test'), 'and across the page')
    assert.ok(texts.includes('Paiement simulé') && !texts.includes('Payé'))
  })

  it('leads a camera to the verification page, and a finger too', async () => {
    const { pages, dictionaries } = await read(live)
    const url = `${api.env.publicUrl}/verification/${live.verifyCode}`
    assert.equal(pages[0]?.qr, url)
    assert.ok(dictionaries.some((text) => text.includes(`/URI (${url})`)))
  })

  it('has title, author and language, and a structure to be read aloud', async () => {
    const { info, catalog, metadata, dictionaries } = await read(live)
    assert.match(
      info,
      new RegExp(`^Title: Reçu de paiement n° ${receiptNumber(live.transaction)}$`, 'm'),
    )
    assert.match(info, /^Author: Tissus Ọlájùmọ̀kẹ́ & Filles$/m)
    assert.match(catalog, /\/Lang \(fr\)/)
    assert.ok(dictionaries.some((text) => text.includes('/DisplayDocTitle true')))
    assert.ok(dictionaries.some((text) => text.includes('/Marked true')))
    for (const kind of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Link']) {
      assert.ok(
        dictionaries.some((text) => text.includes(`/S /${kind}\n`)),
        kind,
      )
    }
    assert.equal(XMLValidator.validate(metadata.replace(/^[^<]*/, '')), true)
    assert.match(metadata, /Tissus Ọlájùmọ̀kẹ́ &amp; Filles/)
  })

  it('bears the merchant’s logo in each form that a logo has, and initials without one', async () => {
    assert.equal((await read(live)).texts[0], 'TF')
    const { serviceId } = live.merchant
    const logos = [...[0, 2, 3, 4, 6].map((colour) => pngOf({ colour })), jpegOf()]
    for (const logo of logos) {
      await setServiceLogo(api.database, serviceId, logo)
      const { texts, dictionaries } = await read(live)
      assert.ok(dictionaries.some((text) => text.includes('/Subtype /Image')))
      assert.ok(!texts.includes('TF'))
    }
    await setServiceLogo(api.database, serviceId, null)
  })

  it('tells of a refund that came after it', async () => {
    const { transaction } = test
    await onPool(api.database.pool).rows(
      'update transaction set refunded_amount = 5000 where id = $1',
      [transaction.id],
    )
    const { texts } = await read(test)
    assert.ok(texts.includes('Remboursé en partie'))
    assert.ok(texts.includes('\u22125\u202F000\u00A0F\u00A0CFA'))
  })

  it('is not found under a changed code, nor under the code of the verification page', async () => {
    const { invoiceCode: code, verifyCode } = live
    const first = code.startsWith('A') ? 'B' : 'A'
    for (const wrong of [first + code.slice(1), `${code}A`, code.slice(0, -1), verifyCode, 'x']) {
      const { status, headers, bytes } = await open(wrong)
      assert.equal(status, 404, wrong)
      assert.match(headers.get('Content-Type') ?? '', /^text\/html/)
      assert.match(bytes.toString(), /<h1>Reçu introuvable<\/h1>/)
    }
  })

  it('is not there for what was not paid: pending, failed, or unknown', async () => {
    const { database } = api
    const codes = createReceiptCodes(database.keyring)
    const merchant = await createMerchant(api)
    const outbox = outboxOf(database)
    const pending = await acceptOne({ database, outbox }, merchant)
    const failed = await acceptOne({ database, outbox }, merchant)
    await settleTransaction(database, outbox, { transactionId: failed, outcome: failedOutcome })
    await outbox.drain()
    for (const id of [pending, failed, asId<TransactionId>(randomUUIDv7())]) {
      assert.equal((await open(codes.encode('invoice', id))).status, 404)
    }
  })

  it('is not made for a payout, whose receipt names none', async () => {
    const { database } = api
    const outbox = outboxOf(database)
    const merchant = await createMerchant(api)
    await openBalance(database, merchant, money(100_000n, 'XOF'))
    const id = await acceptPayoutOne({ database, outbox }, merchant)
    await settleTransaction(database, outbox, { transactionId: id, outcome: success })
    await outbox.drain()
    const codes = createReceiptCodes(database.keyring)
    assert.equal((await open(codes.encode('invoice', id))).status, 404)
    const key = await createKey(database, { ...merchant, collaboratorId: '' }, 'secret')
    const receipt = await call(api, { path: `/v2/transactions/${id}/receipt`, key })
    assert.deepEqual([receipt.status, receipt.json.data.invoice_url], [200, null])
  })

  it('is counted against the limit of the address, as every page is', async () => {
    const strict = await startApiAlone({ RATE_LIMIT_IP_PER_MINUTE: '2' })
    const codes = []
    for (let round = 0; round < 3; round += 1) {
      const { status, headers } = await fetch(`${strict.baseUrl}/factures/x`)
      codes.push(status)
      if (status === 429) assert.ok(Number(headers.get('Retry-After')) > 0)
    }
    await strict.stop()
    assert.deepEqual(codes, [404, 404, 429])
  })
})
