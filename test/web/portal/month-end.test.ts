import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { onPool } from '#db/sql.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, openAgain } from '#test/support/books.ts'
import { call } from '#test/support/call.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { francs, spoken, sumOf, tableOf } from '#test/support/months.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { act, refundOf } from '#test/use-cases/refunds/refunds.ts'

/** This month, by the days of the market. */
const today = localDay(new Date())
const days = `du=${today.slice(0, 8)}01&au=${today}`
const begun = startOfLocalDay(`${today.slice(0, 8)}01`) ?? assert.fail()
const justBefore = new Date(begun.getTime() - 1)
/** Six o’clock of the first day of the next one. */
const over = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1, 6))

/** A month of a shop as its owner, its accountant and its programs read it. */
describe('the end of a month', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, shop, 'owner'))
  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })
  let open: TransactionId

  before(async () => {
    await giveBalance(api.database, shop.live, 100_000)
    await pay(1003n, { payer: 'customer', at: begun })
    const returned = await pay(5000n, { payer: 'merchant' })
    await pay(9999n, { payer: 'merchant' })
    await pay(7000n, { payer: 'customer', outcome: failed })
    await pay(3000n, { payer: 'customer', at: justBefore })
    open = await pay(2000n, { payer: 'merchant', outcome: null })
    for (const [amount, outcome] of [
      [1500n, success],
      [2500n, failed],
    ] as const) {
      const transactionId = await acceptPayoutOne(books(), shop.live, { amount })
      await settleTransaction(api.database, books().outbox, { transactionId, outcome })
    }
    await giveBack(returned, 400n)
  })

  it('is the same to the franc in the summary, on the pages, in the file and by the API', async () => {
    const summary = await readSummary()
    const [file, told] = [await readFile(), await readApi()]
    assert.deepEqual(file, told, 'the file and the API')
    assert.deepEqual(
      [summary.count, summary.in, summary.out, summary.fees],
      [3, file.in, file.out, file.fees + file.payoutFees],
      'the summary and the file',
    )
    assert.match(summary.text, /Remboursés : 400 F CFA\. Sans compter 1 opération de ce mois/)
    await pagesSay(file)
  })

  it('moves with what ends late, wherever it is read', async () => {
    const { borne, ...before } = await readFile()
    await settleTransaction(api.database, books().outbox, { transactionId: open, outcome: success })
    const file = await readFile()
    assert.deepEqual(file, {
      ...before,
      in: before.in + 1962,
      fees: before.fees + 38,
      borne: borne + 38,
    })
    assert.deepEqual(file, await readApi())
    await pagesSay(file)
  })

  it('leaves a balance that is the sum of its movements, on the page, in the file and by the API', async () => {
    const { text } = await owner.get('/portail/soldes/export?compte=available')
    const rows = tableOf(text)
    const moved = sumOf(rows, 'Entrée') - sumOf(rows, 'Sortie')
    const { json } = await call(api, {
      method: 'GET',
      path: '/v2/balance',
      key: shop.live.keys.secret,
    })
    assert.equal(json.data.available, moved)
    assert.equal(Number(rows[0]?.['Solde après']), moved)
    assert.ok(spoken((await owner.get('/portail/soldes')).text).includes(francs(moved)))
  })

  interface Month {
    readonly in: number
    readonly fees: number
    readonly borne: number
    readonly out: number
    readonly payoutFees: number
    /** What left the balance. */
    readonly left: number
  }

  /** What the owner is told on the first of the next month. */
  async function readSummary() {
    await atNextMonth()
    const { text } = await owner.get('/portail/notifications')
    const said = /[^.>]*paiements reçus.*?en cours\./s.exec(spoken(text))?.[0] ?? ''
    const [, count, income, out, fees] =
      /(\d+) paiements reçus : ([\d ]+) F CFA\. Retraits : ([\d ]+) F CFA\. Frais, ceux de vos clients compris : ([\d ]+) F CFA/.exec(
        said,
      ) ?? assert.fail(spoken(text))
    const [read, paid, left, kept] = [count, income, out, fees].map((part = '') =>
      Number(part.replaceAll(' ', '')),
    )
    return { count: read, in: paid, out: left, fees: kept, text: said }
  }

  async function readFile(): Promise<Month> {
    const { text } = await owner.get(`/portail/transactions/export?${days}`)
    const rows = tableOf(text).filter((row) => row['Statut'] === 'Réussi')
    const paid = rows.filter((row) => row['Type'] === 'Encaissement')
    const out = rows.filter((row) => row['Type'] === 'Retrait')
    return {
      in: sumOf(paid, 'Net'),
      fees: sumOf(paid, 'Frais'),
      borne: sumOf(paid, 'Frais à votre charge'),
      out: sumOf(out, 'Net'),
      payoutFees: sumOf(out, 'Frais'),
      left: sumOf(out, 'Débité'),
    }
  }

  async function readApi(): Promise<Month> {
    const path = `/v2/transactions?created_after=${begun.toISOString()}&status=succeeded&limit=100`
    const { json, text } = await call(api, { method: 'GET', path, key: shop.live.keys.secret })
    const rows: readonly Told[] = json.data ?? assert.fail(text)
    const sum = (type: string, of: (row: Told) => number) =>
      rows.filter((row) => row.type === type).reduce((total, row) => total + of(row), 0)
    return {
      in: sum('collection', (row) => row.net_amount),
      fees: sum('collection', (row) => row.fees.amount),
      borne: sum('collection', (row) => row.amount - row.net_amount),
      out: sum('payout', (row) => row.net_amount),
      payoutFees: sum('payout', (row) => row.fees.amount),
      left: sum('payout', (row) => row.amount_charged),
    }
  }

  async function pagesSay(month: Month): Promise<void> {
    const list = spoken((await owner.get(`/portail/transactions?${days}`)).text)
    const fees = `frais ${francs(month.fees)}, dont ${francs(month.borne)} à votre charge`
    const left = `retraits −${francs(month.left)}, frais compris`
    const totals = `encaissé net ${francs(month.in)} · ${fees} · ${left}`
    assert.ok(list.includes(totals), `${totals}: ${list}`)
    const home = spoken((await owner.get(`/portail?${days}`)).text)
    assert.ok(home.includes(` ${francs(month.in)} ▲ `), home)
  }

  async function pay(
    minor: bigint,
    how: { payer: 'customer' | 'merchant'; at?: Date; outcome?: Outcome | null },
  ): Promise<TransactionId> {
    const { payer, at, outcome = success } = how
    const terms = { price: money(minor, 'XOF'), feeRule: { ...feeRule(), payer } }
    const transactionId = await acceptOne(books(), shop.live, { terms })
    if (outcome !== null)
      await settleTransaction(api.database, books().outbox, { transactionId, outcome })
    const text = 'update transaction set created_at = $2 where id = $1'
    if (at !== undefined) await onPool(api.database.pool).rows(text, [transactionId, at])
    return transactionId
  }

  async function giveBack(transactionId: TransactionId, amount: bigint): Promise<void> {
    const { id: refundId } = await refundOf(books(), shop.live, { transactionId, amount })
    await act(books(), { refundId, act: 'approve' })
    await claimRefund(api.database, refundId)
    await settleRefund(api.database, books().outbox, { refundId, outcome: success })
  }

  /** By the clock of these connections alone. */
  async function atNextMonth(): Promise<void> {
    const { pool } = api.database
    await onPool(pool).rows('create schema if not exists clock')
    await onPool(pool).rows(
      `create or replace function clock.now() returns timestamptz language sql stable
       as $$ select '${over.toISOString()}'::timestamptz $$`,
    )
    const url = new URL(api.env.databaseUrl ?? '')
    url.searchParams.set('options', '-c search_path=clock,pg_catalog,public -c timezone=UTC')
    const database = await openAgain(url.href)
    try {
      await gatherNotifications(database)
    } finally {
      await database.close()
    }
  }
})

interface Told {
  readonly type: string
  readonly amount: number
  readonly amount_charged: number
  readonly net_amount: number
  readonly fees: { readonly amount: number }
}
