import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { claimAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import type { Owed } from '#db/outbox.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { countStatements, type StatementCount } from '#test/support/count-statements.ts'
import { createStaffMember } from '#test/support/people.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

/** Does something right after the first statement like this has been answered, before its asker goes on. */
async function meanwhile(
  { pool, like }: { readonly pool: Pool; readonly like: RegExp },
  change: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const send = pool.query.bind(pool) as (sent: { text: string }) => Promise<unknown>
  let isDone = false
  Reflect.set(pool, 'query', async (sent: { text: string }) => {
    const answer = await send(sent)
    if (!isDone && like.test(sent.text)) {
      isDone = true
      await change()
    }
    return answer
  })
  try {
    await work()
  } finally {
    Reflect.deleteProperty(pool, 'query')
  }
  assert.ok(isDone)
}

const deliveriesOfPayment = `select count(*)::int as count from webhook_delivery d join event e on e.id = d.event_id
  where e.transaction_id = $1`

/** What nobody waits for: handing over after the commit, and the log of calls. */
const isWaitedFor = (text: string): boolean =>
  !/^(select .* from "outbox"|delete from "outbox"|insert into "?api_call)/s.test(text)

describe('round trips to the database', () => {
  describe('of POST /v2/collections', () => {
    let sent: StatementCount

    const api = given(() => startApiAlone())
    const tenant = given(() => createTenant(api.database))
    before(() => {
      sent = countStatements(api.database.pool)
    })

    async function accept(changes: Readonly<Record<string, unknown>> = {}) {
      sent.take()
      const answer = await call(api, collectionCall(tenant.keys.secret, changes))
      assert.equal(answer.status, 202)
      const texts = sent.take().filter(isWaitedFor)
      return texts
    }

    it('are two, what it is priced on and the acceptance, and before them who asks where that is not known since a moment', async () => {
      // What a process reads once, or each second, is read by some of them alone.
      const calls: string[][] = []
      while (calls.length < 8) calls.push(await accept())
      const [fewest] = calls.toSorted((a, b) => a.length - b.length)
      assert.equal(fewest?.length, 2, fewest?.join('\n'))
      assert.match(fewest[0] ?? '', /exchange_rate/)
      assert.match(fewest[1] ?? '', /creation_standing.*insert into "transaction".*"outbox"/s)
      assert.match(calls[0]?.[0] ?? '', /request_limit.*api_key/s)
    })
  })

  describe('of an end', () => {
    let sent: StatementCount

    const books = given(() => openBooks())
    before(() => {
      sent = countStatements(books.database.pool)
    })

    async function addWebhook({ serviceEnvId }: Merchant): Promise<string> {
      const input = {
        url: 'https://shop.example/hook',
        label: null,
        events: ['*'],
        isEnabled: true,
      }
      const { endpoint } = await createWebhookEndpoint(books.database, serviceEnvId, input)
      return endpoint.id
    }

    async function settle(webhooks: number): Promise<string[]> {
      const merchant = await createMerchant(books)
      for (let at = 0; at < webhooks; at += 1) await addWebhook(merchant)
      const transactionId = await acceptOne(books, merchant)
      const before = await readTransaction(books.database, transactionId)
      sent.take()
      const settlement = { transactionId, outcome: success, before }
      await settleTransaction(books.database, books.outbox, settlement)
      const texts = sent.take().filter(isWaitedFor)
      return texts
    }

    for (const webhooks of [0, 2]) {
      it(`that is told to ${webhooks} webhooks are three: whom to tell, the end, and who waits for it`, async () => {
        const texts = await settle(webhooks)
        assert.equal(texts.length, 3, texts.join('\n'))
        assert.match(texts[1] ?? '', /update "transaction".*ledger_post/s)
      })
    }

    it('tell each run its endpoint, so that it sends without asking where', async () => {
      const merchant = await createMerchant(books)
      const endpoints = [await addWebhook(merchant), await addWebhook(merchant)]
      const transactionId = await acceptOne(books, merchant)
      const kicked: Owed[] = []
      const outbox = { ...books.outbox, kick: (all: readonly Owed[]) => void kicked.push(...all) }
      await settleTransaction(books.database, outbox, { transactionId, outcome: success })
      const told = kicked.map((entry) => (typeof entry === 'string' ? entry : entry.endpointId))
      assert.deepEqual(new Set(told), new Set(endpoints))
    })

    it('are followed by one for the claim of a delivery, and one that says why there is nothing to claim', async () => {
      const merchant = await createMerchant(books)
      await addWebhook(merchant)
      const transactionId = await acceptOne(books, merchant)
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
      const [delivery] = await books.rows<{ id: DeliveryId }>(
        'select d.id from webhook_delivery d join event e on e.id = d.event_id where e.transaction_id = $1',
        transactionId,
      )
      assert.ok(delivery)
      for (const state of ['claimed', 'under_way']) {
        sent.take()
        const claim = await claimAttempt(books.database, { deliveryId: delivery.id, attempt: 1 })
        assert.equal(claim.state, state)
        assert.equal(sent.take().filter(isWaitedFor).length, 1)
      }
    })

    it('are step by step where whom to tell has changed meanwhile', async () => {
      const merchant = await createMerchant(books)
      const transactionId = await acceptOne(books, merchant)
      const before = await readTransaction(books.database, transactionId)
      const { pool } = books.database
      await meanwhile(
        { pool, like: /"isAvailableAtOnce"/ },
        async () => void (await addWebhook(merchant)),
        async () => {
          await settleTransaction(books.database, books.outbox, {
            transactionId,
            outcome: success,
            before,
          })
        },
      )
      const [told] = await books.rows<{ count: number }>(deliveriesOfPayment, transactionId)
      assert.deepEqual(told, { count: 1 })
    })

    it('are step by step where a rule has come into force meanwhile: it holds the funds', async () => {
      const merchant = await createMerchant(books, { mode: 'live' })
      const transactionId = await acceptOne(books, merchant)
      const { id: madeBy } = await createStaffMember(books.database, 'supervisor')
      const rule = `insert into funds_rule (id, kind, amount, reason, made_by, merchant_id)
        select gen_random_uuid(), 'amount', 1, 'A fraud was reported.', $1, s.merchant_id
        from service s join service_env e on e.service_id = s.id where e.id = $2`
      const { outbox, database } = books
      const { funds: _, ...unruled } = success
      await meanwhile(
        { pool: database.pool, like: /"isAvailableAtOnce"/ },
        async () => void (await books.rows(rule, madeBy, merchant.serviceEnvId)),
        async () =>
          void (await settleTransaction(database, outbox, { transactionId, outcome: unruled })),
      )
      const { fundsStatus } = await readTransaction(database, transactionId)
      assert.equal(fundsStatus, 'held')
    })
  })
})
