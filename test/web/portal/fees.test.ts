import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { onPool } from '#db/sql.ts'
import { acceptPayout } from '#use-cases/payouts/accept.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne } from '#test/support/books.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { francs, spoken, sumOf, tableOf } from '#test/support/months.ts'
import { outboxOf } from '#test/support/paid.ts'
import { authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { acceptPayoutOne, payoutAcceptanceTo } from '#test/use-cases/payouts/payouts.ts'
import { paidCollection, payBack, refundOf } from '#test/use-cases/refunds/refunds.ts'

const begun = startOfLocalDay(`${localDay(new Date()).slice(0, 8)}01`) ?? assert.fail()
const justBefore = new Date(begun.getTime() - 1)
const lastMonth = localDay(justBefore).slice(0, 7)

describe('the fees of a month in the portal', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, shop, 'owner'))
  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })
  const rows = <Row extends object>(text: string, ...values: readonly unknown[]) =>
    onPool(api.database.pool).rows<Row>(text, values)

  before(async () => {
    await giveBalance(api.database, shop.live, 1_000_000)
    await pay(1003n, 'customer')
    await pay(9999n, 'merchant')
    await settled(await acceptOne(books(), shop.live), failed)
    const old = await pay(5000n, 'merchant')
    await rows('update transaction set created_at = $2 where id = $1', old, justBefore)
    await settled(await acceptPayoutOne(books(), shop.live, { amount: 1500n }))
    await settled(await acceptPayoutOne(books(), shop.live, { amount: 2500n }), failed)
    const accountId = await authorizeBank(api.database, shop.live, 'uba-benin')
    const toBank = { type: 'bank', bank: 'uba-benin', accountId } as const
    const transfer = payoutAcceptanceTo(shop.live, toBank)
    await acceptPayout(api.database, books().outbox, transfer)
    await settled(transfer.draft.record.id)
  })

  it('are one sum over collections, payouts and transfers, the same on the page, in its file and in the file of payments', async () => {
    const { cost, payers } = await fromBooks(begun)
    const page = spoken((await owner.get('/portail/soldes/frais')).text)
    assert.match(page, / 2 encaissements [\d ]+ F CFA 1 retrait [\d ]+ F CFA 1 virement bancaire /)
    assert.ok(page.includes(`Frais à votre charge ${francs(cost)} `), page)
    assert.ok(page.includes(`donc pas par vous : ${francs(payers)} .`), page)
    const file = tableOf((await owner.get('/portail/soldes/frais/export')).text)
    assert.equal(sumOf(file, 'Frais à votre charge'), cost)
    assert.equal(sumOf(file, 'Frais payés par vos clients'), payers)
    assert.deepEqual(
      file.map((row) => [row['Type'], row['Opérateur ou banque'], row['Nombre']]),
      [
        ['Encaissements', 'MTN Mobile Money', '2'],
        ['Retraits', 'MTN Mobile Money', '1'],
        ['Virements bancaires', 'UBA Bénin', '1'],
      ],
    )
    const payments = tableOf((await owner.get('/portail/transactions/export?periode=mois')).text)
    assert.equal(sumOf(payments, 'Frais à votre charge'), cost)
  })

  it('are of the month chosen, by the clock of Cotonou', async () => {
    const page = spoken((await owner.get(`/portail/soldes/frais?mois=${lastMonth}`)).text)
    assert.ok(page.includes('1 encaissement 95 F CFA Frais à votre charge 95 F CFA'), page)
    const empty = spoken((await owner.get('/portail/soldes/frais?mois=2001-02')).text)
    assert.ok(empty.includes('Aucune opération réussie en février 2001.'), empty)
    const wrong = await owner.get('/portail/soldes/frais?mois=2001-13')
    assert.equal(wrong.status, 200)
  })

  it('say that a refund costs nothing, and that the fees of its payment are not returned', async () => {
    const other = await createPortalMerchant(api.database)
    const reader = await portalReader(api, other, 'owner')
    const transactionId = await paidCollection(books(), other.live)
    const { id } = await refundOf(books(), other.live, { transactionId, amount: 500n })
    await payBack(books(), id, success)
    const { text } = await reader.get('/portail/soldes/frais')
    const page = spoken(text)
    assert.match(page, /1 remboursement 0 F CFA Frais à votre charge /)
    assert.match(page, /ceux du paiement remboursé ne sont pas rendus/)
    const file = tableOf((await reader.get('/portail/soldes/frais/export')).text)
    assert.deepEqual(
      [file.at(-1)?.['Type'], file.at(-1)?.['Montant'], file.at(-1)?.['Frais à votre charge']],
      ['Remboursements', '500', '0'],
    )
  })

  it('are told apart from what customers paid however many payments there are', async () => {
    const many = await createPortalMerchant(api.database)
    const reader = await portalReader(api, many, 'owner')
    const terms = {
      price: money(5000n, 'XOF'),
      feeRule: { ...feeRule(), payer: 'merchant' as const },
    }
    const transactionId = await acceptOne(books(), many.live, { terms })
    await settled(transactionId)
    await rows(
      `insert into transaction select n.* from transaction t cross join generate_series(1, 2500) i
         cross join lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
           'reference', 'r-' || i, 'operator_request_id', gen_random_uuid(), 'provider_reference', 'op-' || i)) n
       where t.id = $1`,
      transactionId,
    )
    const list = spoken((await reader.get('/portail/transactions?periode=mois')).text)
    assert.ok(list.includes(`frais ${francs(2501 * 95)}, à votre charge`), list)
    const page = spoken((await reader.get('/portail/soldes/frais')).text)
    assert.ok(page.includes(`2 501 encaissements ${francs(2501 * 95)}`), page)
  })

  /** What the rows themselves come to. */
  async function fromBooks(since: Date) {
    const [sums] = await rows<{ cost: string; payers: string }>(
      `select sum(case type when 'payout' then amount_charged - net_amount else amount - net_amount end) as cost,
         sum(case type when 'payout' then 0 else amount_charged - amount end) as payers
       from transaction where service_env_id = $1 and status = 'succeeded' and created_at >= $2`,
      shop.live.serviceEnvId,
      since,
    )
    return { cost: Number(sums?.cost), payers: Number(sums?.payers) }
  }

  async function pay(minor: bigint, payer: 'customer' | 'merchant'): Promise<TransactionId> {
    const terms = { price: money(minor, 'XOF'), feeRule: { ...feeRule(), payer } }
    const id = await acceptOne(books(), shop.live, { terms })
    await settled(id)
    return id
  }

  function settled(transactionId: TransactionId, outcome: Outcome = success) {
    return settleTransaction(api.database, books().outbox, { transactionId, outcome })
  }
})
