import assert from 'node:assert/strict'
import type { CashSessionId, TransactionId } from '#domain/ids.ts'
import { money, toDecimalText, zero } from '#domain/money/money.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { localTimeText } from '#domain/text/text.ts'
import { inTransaction } from '#db/sql.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptanceOf } from '#test/support/books.ts'
import { call } from '#test/support/call.ts'
import { expired, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { readPdf } from '#test/support/pdf.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { francs, type Row, spoken, sumOf, tableOf } from '#test/support/months.ts'
import { payBack, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

const thisMonth = startOfLocalDay(`${localDay(new Date()).slice(0, 8)}01`) ?? assert.fail()
/** In Cotonou; in UTC both moments are of one day. */
const justBefore = new Date(thisMonth.getTime() - 1)

/** A till that was open at midnight between two months, and what happened to its sales afterwards. */
describe('a till at the end of a month', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, shop, 'owner'))
  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })
  let till: CashSessionId
  let late: TransactionId

  before(async () => {
    const place = { serviceEnvId: shop.live.serviceEnvId, id: shop.live.terminalId }
    const cashier = { name: 'Awa Dossou' }
    const session = { cashier, seconds: 28_800, openingFloat: zero('XOF'), note: null }
    till = (await openCashSession(api.database, place, session)).id
    const old = await sell(1003n, { payer: 'customer', at: justBefore })
    await sell(5000n, { payer: 'merchant', at: thisMonth })
    late = await sell(7000n, { payer: 'customer', at: justBefore, outcome: expired })
    const takenBack = await sell(9000n, { payer: 'customer', at: justBefore })
    const refund = await refundOf(books(), shop.live, { transactionId: old, amount: 400n })
    await payBack(books(), refund.id, success)
    assert.ok(await operatorSays(api, { transactionId: takenBack }, 'not_paid'))
  })

  it('sells the same to the franc by its report, in print, by the API, and in the files of both months', async () => {
    const months = [...(await fileOf('periode=mois-dernier')), ...(await fileOf('periode=mois'))]
    const [told, report] = [await readApi(), spoken((await owner.get(tillPath())).text)]
    assert.deepEqual(debitedOf(months), [1025, 5000, 9175])
    assert.deepEqual(
      [told.collections_amount, told.fees_amount, told.refunds_amount],
      [sumOf(months, 'Débité'), sumOf(months, 'Frais'), sumOf(months, 'Remboursé')],
    )
    assert.deepEqual([told.collections_count, told.taken_back_amount], [months.length, 9175])
    const says = [
      `Dont frais ${francs(told.fees_amount)}`,
      `Remboursé ${francs(told.refunds_amount)}`,
      `repris par l’opérateur ${francs(9175)}`,
      `Total encaissé ${francs(told.collections_amount)}`,
    ]
    const ticket = spoken((await owner.get(`${tillPath()}?papier=80`)).text)
    for (const one of says) for (const page of [report, ticket]) assert.ok(page.includes(one), page)
  })

  it('keeps each sale in the month of its minute in Cotonou, whatever happens to it later', async () => {
    const debited = async (period: string) => debitedOf(await fileOf(period))
    assert.deepEqual(await debited('periode=mois'), [5000])
    assert.deepEqual(await debited('periode=mois-dernier'), [1025, 9175])
  })

  it('counts no debit that came late: it is the payer’s, in the report, the files and by the API', async () => {
    const [before, file] = [await readApi(), await fileOf('')]
    await bookLateOutcome(api.database, late, 'late-1')
    assert.deepEqual(await readApi(), before)
    assert.deepEqual(await fileOf(''), file)
    const { json } = await call(api, {
      method: 'GET',
      path: '/v2/balance',
      key: shop.live.keys.secret,
    })
    const { text } = await owner.get('/portail/soldes/export?compte=available')
    const rows = tableOf(text)
    assert.equal(json.data.available, sumOf(rows, 'Entrée') - sumOf(rows, 'Sortie'))
  })

  it('gives receipts on paper that say the amounts of the files, and when each was paid', async () => {
    for (const row of await fileOf('')) {
      const id = (row['Identifiant'] ?? '') as TransactionId
      const code = createReceiptCodes(api.database.keyring).encode('invoice', id)
      const answer = await fetch(`${api.baseUrl}/factures/${code}`, {
        headers: { 'Accept-Language': 'fr' },
      })
      const [page] = readPdf(Buffer.from(await answer.arrayBuffer())).pages
      const text = spoken(page?.texts.join(' ') ?? '')
      const { amountCharged } = await readTransaction(api.database, id)
      assert.equal(toDecimalText(amountCharged), row['Débité'])
      assert.ok(text.includes(francs(Number(row['Débité']))), text)
      const paidAt = spoken(localTimeText(new Date(row['Fin'] ?? '')))
      assert.ok(text.includes(paidAt), `${paidAt}: ${text}`)
    }
  })

  const tillPath = () => `/portail/caisses/${till}`

  /** What was sold at the till, as the file has it. */
  async function fileOf(period: string): Promise<Row[]> {
    const { text } = await owner.get(
      `/portail/transactions/export?canal=pos&statut=succeeded&${period}`,
    )
    return tableOf(text)
  }

  async function readApi(): Promise<Totals> {
    const path = `/v2/terminals/${shop.live.terminalId}/sessions/${till}`
    const { json, text } = await call(api, { method: 'GET', path, key: shop.live.keys.secret })
    return json.data?.totals ?? assert.fail(text)
  }

  async function sell(
    minor: bigint,
    how: { payer: 'customer' | 'merchant'; at: Date; outcome?: Outcome },
  ): Promise<TransactionId> {
    const { payer, at, outcome = success } = how
    const terms = { price: money(minor, 'XOF'), feeRule: { ...feeRule(), payer } }
    const { draft, ...rest } = acceptanceOf(shop.live, { terms })
    const record = { ...draft.record, channel: 'pos' as const }
    const sold = { ...rest, draft: { ...draft, record, cashSessionId: till } }
    await acceptCollection(api.database, books().outbox, sold)
    const { id: transactionId } = record
    await inTransaction(api.database.pool, (sql) =>
      sql.rows('update transaction set created_at = $2 where id = $1', [transactionId, at]),
    )
    await settleTransaction(api.database, books().outbox, { transactionId, outcome })
    return transactionId
  }
})

function debitedOf(rows: readonly Row[]): number[] {
  return rows.map((row) => Number(row['Débité'])).toSorted((a, b) => a - b)
}

interface Totals {
  readonly collections_count: number
  readonly collections_amount: number
  readonly fees_amount: number
  readonly refunds_amount: number
  readonly taken_back_amount: number
}
