import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import { inTransaction } from '#db/sql.ts'
import { acceptPayout } from '#use-cases/payouts/accept.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { acceptOne } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { acceptPayoutOne, payoutAcceptanceTo } from '#test/use-cases/payouts/payouts.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

const thisMonth = startOfLocalDay(`${localDay(new Date()).slice(0, 8)}01`) ?? assert.fail()
/** In Cotonou; in UTC both moments are of one day. */
const lastMoment = new Date(thisMonth.getTime() - 1)

/** Each list of the portal is limited to a month in one way, on the page and in its file. */
describe('the days of a list', () => {
  const api = given(() => sharedApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, shop, 'owner'))
  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })

  before(async () => {
    await giveBalance(api.database, shop.live, 1_000_000)
    for (const at of [lastMoment, thisMonth]) {
      const paid = await acceptOne(books(), shop.live)
      await settleTransaction(api.database, books().outbox, {
        transactionId: paid,
        outcome: success,
      })
      const { id } = await refundOf(books(), shop.live, { transactionId: paid, amount: 300n })
      const payout = await acceptPayoutOne(books(), shop.live)
      await dated('transaction', paid, at)
      await dated('transaction', payout, at)
      await dated('refund', id, at)
    }
  })

  /** As if it had been requested then: the database itself lets nobody change that of a refund. */
  function dated(table: 'transaction' | 'refund', id: string, at: Date) {
    return inTransaction(api.database.pool, async (sql) => {
      await sql.rows('set local session_replication_role = replica')
      await sql.rows(`update ${table} set created_at = $2 where id = $1`, [id, at])
    })
  }

  for (const [list, fields] of [
    ['/portail/transactions', 'type=collection'],
    ['/portail/retraits', ''],
    ['/portail/retraits', 'par=mtn-benin'],
    ['/portail/remboursements', ''],
  ] as const)
    it(`are a month on ${list}?${fields}, by the clock of Cotonou, and the same in its file`, async () => {
      const rows = async (days: string) => {
        const page = await owner.get(`${list}?${fields}&${days}`)
        const link = /href="([^"]*\/export[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
        const inFile = link ? (await owner.get(link)).text.trim().split('\n').length - 1 : 0
        const shown = new Set(page.text.match(/href="[^"]*[0-9a-f]{12}"/g)).size
        assert.equal(inFile, shown, `${list} ${days}`)
        return inFile
      }
      assert.equal(await rows(''), 2)
      assert.equal(await rows('periode=mois'), 1)
      assert.equal(await rows('periode=mois-dernier'), 1)
      const day = localDay(lastMoment)
      assert.equal(await rows(`du=${day}&au=${day}`), 1)
      assert.equal(await rows('du=2001-01-01&au=2001-01-31'), 0)
    })

  it('are a month of the movements, with what the account held before and after', async () => {
    const list = '/portail/soldes/mouvements?periode=mois'
    const { text } = await owner.get(list)
    assert.match(
      text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' '),
      /Solde au début 0 F CFA Entrées \+1 002 000 F CFA Sorties −2 640 F CFA Solde à la fin 999 360 F CFA/,
    )
    assert.match(text, /href="\/portail\/soldes\/export\?periode=mois"/)
    const none = '/portail/soldes/mouvements?periode=mois-dernier'
    assert.match((await owner.get(none)).text, /Rien n’a bougé sur ce compte à ces dates\./)
    const file = async (days: string) =>
      (await owner.get(`/portail/soldes/export?${days}`)).text.trim().split('\n').length - 1
    assert.deepEqual([await file('periode=mois'), await file('periode=mois-dernier')], [7, 0])
  })
})

describe('the list of payouts', () => {
  const api = given(() => sharedApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, shop, 'owner'))

  it('is filtered by bank or operator, on the page and in its file', async () => {
    await giveBalance(api.database, shop.live, 1_000_000)
    const books = { database: api.database, outbox: outboxOf(api.database) }
    const byPhone = await acceptPayoutOne(books, shop.live)
    const byBank = await transfer('uba-benin')
    for (const [through, id] of [
      ['mtn-benin', byPhone],
      ['uba-benin', byBank],
    ] as const) {
      const { text } = await owner.get(`/portail/retraits?par=${through}`)
      assert.deepEqual(
        [...text.matchAll(/retraits\/([0-9a-f-]{36})"/g)].map(([, one]) => one),
        [id],
      )
      const file = await owner.get(`/portail/retraits/export?par=${through}`)
      assert.equal(file.text.trim().split('\n').length, 2)
      assert.ok(file.text.includes(id))
    }
    const { text } = await owner.get('/portail/retraits?par=ecobank-benin')
    assert.match(text, /Aucun retrait pour ce choix/)
    const all = (await owner.get('/portail/retraits?par=x')).text
    assert.equal(new Set(all.match(/retraits\/[0-9a-f-]{36}"/g)).size, 2)
  })

  async function transfer(bank: 'uba-benin'): Promise<TransactionId> {
    const accountId = await authorizeBank(api.database, shop.live, bank)
    const acceptance = payoutAcceptanceTo(shop.live, { type: 'bank', bank, accountId })
    await acceptPayout(api.database, outboxOf(api.database), acceptance)
    return acceptance.draft.record.id
  }
})
