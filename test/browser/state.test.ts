import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { looks, needBrowser, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { loggedIn } from '#test/support/people.ts'
import { namedMember } from '#test/support/staff-pages.ts'

describe('the state of the service in a browser', () => {
  before(needBrowser)
  const api = given(() => startApiAlone())
  before(async () => {
    const { database } = api
    const outbox = outboxOf(database)
    const merchant = await createMerchant(api, { mode: 'live' })
    const late = await acceptOne({ database, outbox }, merchant)
    await database.pool.query(
      `update transaction set expires_at = now() - interval '5 minutes', created_at = now() - interval '20 minutes'
         where id = $1`,
      [late],
    )
    const transactionId = asId<TransactionId>(await acceptOne({ database, outbox }, merchant))
    await settleTransaction(database, outbox, { transactionId, outcome: success })
  })

  for (const look of looks) {
    it(`is without barrier for everybody: ${look.name}`, async () => {
      const { open, check, load, close, page } = await visit(look)
      assert.equal(await open(`${api.baseUrl}/etat`), 200)
      // The page, its style and script, its letters and mark: the last two are kept for ever.
      assert.ok((await load()).requests <= 6)
      assert.equal(await page.locator('h1').textContent(), 'Le service est perturbé')
      await check('etat-public')
      await close()
    })

    it(`and for the staff, with what is wrong: ${look.name}`, async () => {
      const { open, check, close, page } = await visit(look)
      const member = await namedMember(api, 'agent', 'Yao Koffi')
      const { name, value } = sessionCookie(await loggedIn(api.database, 'staff', member))
      await page.context().addCookies([{ name, value, url: api.baseUrl }])
      assert.equal(await open(`${api.baseUrl}/staff/etat`), 200)
      assert.equal(await page.locator('h1').textContent(), 'État du service')
      await check('equipe-etat')
      await close()
    })
  }

  checksItsPages('state')
})
