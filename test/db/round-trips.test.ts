import assert from 'node:assert/strict'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, type Books, createMerchant, openBooks } from '#test/support/books.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { countStatements, type StatementCount } from '#test/support/count-statements.ts'
import { success } from '#test/support/ends.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

/** What nobody waits for: handing over after the commit, and the log of calls. */
const isWaitedFor = (text: string): boolean =>
  !/^(select .* from "outbox"|delete from "outbox"|insert into "?api_call)/s.test(text)

describe('round trips to the database', () => {
  describe('of POST /v2/collections', () => {
    let api: ApiAlone
    let tenant: Tenant
    let sent: StatementCount

    before(async function () {
      this.timeout(60_000)
      api = await startApiAlone()
      tenant = await createTenant(api.database)
      sent = countStatements(api.database.pool)
    })
    after(() => api?.stop())

    async function accept(changes: Readonly<Record<string, unknown>> = {}) {
      sent.take()
      const answer = await call(api, collectionCall(tenant.keys.secret, changes))
      assert.equal(answer.status, 202)
      const texts = sent.take().filter(isWaitedFor)
      return texts
    }

    it('are three: who asks, what it is priced on, and the acceptance', async () => {
      // What a process reads once, or each second, is read by some of them alone.
      const calls = [await accept(), await accept(), await accept(), await accept()]
      const [fewest] = calls.toSorted((a, b) => a.length - b.length)
      assert.equal(fewest?.length, 3, fewest?.join('\n'))
      assert.match(fewest[0] ?? '', /request_limit/)
      assert.match(fewest[1] ?? '', /exchange_rate/)
      assert.match(fewest[2] ?? '', /creation_standing.*insert into "transaction".*"outbox"/s)
    })
  })

  describe('of an end', () => {
    let books: Books
    let sent: StatementCount

    before(async function () {
      this.timeout(60_000)
      books = await openBooks()
      sent = countStatements(books.database.pool)
    })
    after(() => books?.close())

    async function settle(webhooks: number): Promise<string[]> {
      const merchant = await createMerchant(books)
      for (let at = 0; at < webhooks; at += 1) {
        const input = { url: 'https://shop.example/hook', label: null, events: ['*'] }
        await createWebhookEndpoint(books.database, merchant.serviceEnvId, {
          ...input,
          isEnabled: true,
        })
      }
      const transactionId = await acceptOne(books, merchant)
      const before = await readTransaction(books.database, transactionId)
      sent.take()
      const settlement = { transactionId, outcome: success, before }
      await settleTransaction(books.database, books.outbox, settlement)
      const texts = sent.take().filter(isWaitedFor)
      return texts
    }

    it('that is told to nobody takes six, the postings last before the commit', async () => {
      const texts = await settle(0)
      assert.equal(texts.length, 6, texts.join('\n'))
      assert.match(texts.at(-3) ?? '', /ledger_post/)
    })

    it('that is told to two webhooks takes one more', async () => {
      const texts = await settle(2)
      assert.ok(texts.length <= 7, texts.join('\n'))
      assert.match(texts.at(-3) ?? '', /ledger_post/)
    })
  })
})
