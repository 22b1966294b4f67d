import assert from 'node:assert/strict'
import fc from 'fast-check'
import { currencyCodes, currencyOf } from '#domain/money/currency.ts'
import { displayOf } from '#domain/pricing/display.ts'
import { type Money, money } from '#domain/money/money.ts'
import { priceCollection } from '#domain/pricing/pricing.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type ApiKeyId, asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import { moneyText } from '#web/design/money.tsx'
import { drawInvoice } from '#web/invoice/draw.ts'
import { type InvoiceSheet, invoiceSheet, sheetAmount } from '#web/invoice/sheet.ts'
import { acceptanceOf } from '#test/support/books.ts'
import { currencyArbitrary, feeRule, rateOf, termsArbitrary } from '#test/domain/arbitraries.ts'
import { readPdf, type ReadPdf, type Run } from '#test/support/pdf.ts'

const seller = {
  serviceEnvId: asId<ServiceEnvId>('00000000-0000-4000-8000-000000000001'),
  serviceId: '00000000-0000-4000-8000-000000000002',
  mode: 'live',
  apiKeyId: asId<ApiKeyId>('00000000-0000-4000-8000-000000000003'),
  terminalId: asId<TerminalId>('00000000-0000-4000-8000-000000000004'),
} as const
const { draft } = acceptanceOf(seller, { reference: 'CMD-1' })
const paid: TransactionRecord = {
  ...draft.record,
  status: 'succeeded',
  createdAt: new Date('2026-11-21T09:14:00Z'),
  completedAt: new Date('2026-11-21T09:14:32Z'),
  expiresAt: new Date('2026-11-21T09:29:00Z'),
}
const merchant = {
  publicName: 'Tissus Essai',
  serviceName: 'Tissus Essai',
  logoPath: null,
  address: 'Cotonou',
  phone: '2290121300000',
  email: 'contact@tissus.example',
  taxNumber: '3202012345678',
  tradeRegister: 'RB/COT/20 B 26543',
}

function sheetOf(changes: Partial<TransactionRecord>, isDenied = false): InvoiceSheet {
  const transaction = { ...paid, ...changes }
  const verifyUrl = 'https://pay.example.com/verification/x'
  const known = { merchant, logo: null, verifyUrl }
  return invoiceSheet({ language: 'fr', transaction, isDenied, ...known })
}

async function draw(changes: Partial<TransactionRecord>): Promise<ReadPdf> {
  return readPdf(await drawInvoice(sheetOf(changes)))
}

const textsOf = ({ pages }: ReadPdf) => pages.flatMap(({ texts }) => texts)
/** Grouping and spaces apart, the digits themselves. */
const minorOf = (text: string) => BigInt(text.replaceAll(/[^\d\u2212]/g, '').replace('\u2212', '-'))

describe('an invoice, drawn', () => {
  it('tells to the minor unit what the payment says, in the currency shown and in the one charged', async () => {
    const amounts = fc.tuple(termsArbitrary, currencyArbitrary)
    await fc.assert(
      fc.asyncProperty(amounts, async ([terms, serviceCurrency]) => {
        const pricing = priceCollection(terms)
        fc.pre(pricing.ok)
        const { price, amountCharged } = pricing.value
        const display = displayOf(pricing.value, { serviceCurrency, rates: terms.rates })
        const drawn = await draw({ price, amountCharged, display })
        const texts = textsOf(drawn)
        const after = (label: string) => texts[texts.indexOf(label) - 1] ?? assert.fail(label)
        const shown: [string, Money][] = [
          ['Frais', display.fees],
          ['Total payé', display.amountCharged],
        ]
        if (amountCharged.currency !== display.currency)
          shown.push(['Débité par MTN Mobile Money', amountCharged])
        for (const [label, amount] of shown) assert.equal(after(label), moneyText(amount))
        const [item, fees] = [texts[texts.lastIndexOf(paid.reference) - 1], after('Frais')]
        assert.equal(minorOf(item ?? '') + minorOf(fees), minorOf(after('Total payé')))
      }),
      { numRuns: 40 },
    )
  })

  it('has a sign for every currency', async () => {
    for (const code of currencyCodes) {
      const amount = money(123_456n, code)
      const { whole, fraction, unit } = sheetAmount(amount)
      assert.equal(`${whole}${fraction}\u00A0${unit}`, moneyText(amount))
      const texts = textsOf(await draw({ display: { ...paid.display, amount, currency: code } }))
      assert.ok(texts.includes(moneyText(amount)), `${code} ${currencyOf(code).symbol}`)
    }
  })

  it('sets the decimals of its amounts under one another', async () => {
    const pricing = priceCollection({
      price: money(1_234_567n, 'USD'),
      feeRule: feeRule(),
      exchangeFee: null,
      margin: null,
      rates: [rateOf('USD', 6_000_000)],
    })
    assert.ok(pricing.ok)
    const { price, amountCharged } = pricing.value
    const display = displayOf(pricing.value, { serviceCurrency: 'EUR', rates: [] })
    const [page] = (await draw({ price, amountCharged, display })).pages
    const runs = page?.runs ?? []
    const decimals = runs.filter(({ text, x }) => /^,\d\d\s$/.test(text) && x > 400)
    assert.equal(decimals.length, 3)
    assert.equal(new Set(decimals.map(({ x }) => x)).size, 1)
    const units = runs.filter(({ text, x }) => /^(€|F\sCFA)$/.test(text) && x > 400)
    assert.equal(units.length, 4)
    assert.equal(new Set(units.map(({ x }) => x)).size, 1)
  })

  it('is one page for the longest description the API takes, and goes on cleanly for longer ones', async () => {
    assert.equal((await draw({ description: 'Wax '.repeat(63) })).pages.length, 1)
    assert.equal((await draw({ description: 'W'.repeat(255) })).pages.length, 1)
    const words = Array.from({ length: 3000 }, (_, at) => `mot${at}`)
    const long = await draw({ description: words.join(' '), mode: 'sandbox' })
    assert.ok(long.pages.length > 2)
    const said = new Set(textsOf(long).flatMap((text) => text.split(/\s/)))
    assert.deepEqual(
      words.filter((word) => !said.has(word)),
      [],
    )
    for (const [at, { texts, runs }] of long.pages.entries()) {
      assert.ok(texts.some((text) => text.includes(`Page ${at + 1} sur ${long.pages.length}`)))
      assert.ok(texts.some((text) => text.includes('SPÉCIMEN')))
      const isInside = ({ x, y }: Run) => x > 40 && x < 550 && y > 25 && y < 830
      assert.deepEqual(
        runs.filter((run) => !run.text.includes('SPÉCIMEN') && !isInside(run)),
        [],
      )
    }
    assert.ok(long.pages.at(-1)?.texts.includes('Vérifiez ce reçu'))
  })

  it('sets what its letters lack as spaces, marks or nothing, and no commands', async () => {
    const texts = textsOf(await draw({ description: 'Riz\u3000漢 \u{1FAD8}\u202E5\u200Bkg\u0007' }))
    assert.ok(texts.includes('Riz\u00A0\uFFFD 5kg'), texts.join('\n'))
  })

  it('says so of a payment that its operator took back', async () => {
    const texts = textsOf(readPdf(await drawInvoice(sheetOf({}, true))))
    assert.ok(texts.includes('Annulé par l’opérateur') && !texts.includes('Payé'))
  })

  it('says so of a payment that was given back, in part or whole', async () => {
    const { amountCharged } = paid
    const part = textsOf(await draw({ refunded: money(20n, 'XOF') }))
    assert.ok(part.includes('Remboursé en partie') && !part.includes('Payé'))
    assert.ok(part.includes(`\u221220\u00A0F\u00A0CFA`))
    assert.ok(part.includes(moneyText(money(amountCharged.minor - 20n, 'XOF'))))
    const whole = textsOf(await draw({ refunded: amountCharged }))
    assert.ok(whole.includes('Remboursé') && whole.includes('0\u00A0F\u00A0CFA'))
  })
})
