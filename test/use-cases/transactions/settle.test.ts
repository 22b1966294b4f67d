import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { given } from '#test/support/given.ts'
import { acceptOne, createMerchant, openBooks, givenBooks } from '#test/support/books.ts'
import { endOf, expired, failed, paid, success } from '#test/support/ends.ts'

describe('settleTransaction', () => {
  const books = givenBooks(20)
  const merchant = given(() => createMerchant(books))
  before(async () => {
    await createEndpoint(['*'])
    await createEndpoint(['payment.success'])
  })

  function createEndpoint(events: readonly string[], owner = merchant) {
    const input = { url: 'https://shop.example/hook', label: null, events, isEnabled: true }
    return createWebhookEndpoint(books.database, owner.serviceEnvId, input)
  }

  function settle(transactionId: TransactionId, outcome: Outcome, isWatched = false) {
    return settleTransaction(books.database, books.outbox, { transactionId, outcome, isWatched })
  }

  it('gives the end, the money, the events with their deliveries, and what to start next', async () => {
    const id = await acceptOne(books, merchant)
    assert.equal(await settle(id, success), 'succeeded')
    assert.deepEqual(await endOf(books, id), {
      status: 'succeeded',
      dated: true,
      failure: null,
      money: paid,
      events: ['payment.success'],
      deliveries: 2,
      announced: ['collection', 'webhook-delivery', 'webhook-delivery'],
    })
  })

  it('tells of held funds as well, to those who asked for it', async () => {
    const id = await acceptOne(books, merchant)
    await settle(id, { ...success, funds: 'held' })
    const { events, deliveries } = await endOf(books, id)
    assert.deepEqual(events, ['funds.held', 'payment.success'])
    assert.equal(deliveries, 3)
  })

  const rivals: Readonly<Record<string, Outcome>> = { expiry: expired, failure: failed }
  for (const [name, rival] of Object.entries(rivals)) {
    it(`50 races of success and ${name} each have one end, and the money agrees`, async function () {
      this.timeout(60_000)
      const winners = new Set<string>()
      for (let race = 0; race < 50; race += 1) {
        const id = await acceptOne(books, merchant)
        const entrants = race % 2 === 0 ? [success, rival] : [rival, success]
        const ends = await Promise.all(
          [...entrants, ...entrants].map((outcome) => settle(id, outcome)),
        )
        assert.equal(new Set(ends).size, 1, 'every caller is told the same end')
        const end = await endOf(books, id)
        assert.equal(end.status, ends[0])
        const isPaid = end.status === 'succeeded'
        assert.equal(end.money, isPaid ? paid : null)
        assert.deepEqual(end.events, [isPaid ? 'payment.success' : 'payment.failed'])
        assert.equal(end.deliveries, isPaid ? 2 : 1)
        assert.equal(end.failure, 'failureCode' in rival && !isPaid ? rival.failureCode : null)
        winners.add(end.status)
      }
      assert.equal(winners.size, 2, 'both sides win some races, or these are none')
    })
  }

  it('repeated, returns the first end and records nothing more', async () => {
    // Of a merchant whose webhook has nothing on its way, or this delivery would wait in line.
    const other = await createMerchant(books)
    await createEndpoint(['*'], other)
    const id = await acceptOne(books, other)
    await claimRequest(books.database, id)
    await settle(id, failed, true)
    const before = await endOf(books, id)
    assert.deepEqual(before.announced, ['collection', 'late-answer', 'webhook-delivery'])
    for (const outcome of [failed, success, expired]) {
      assert.equal(await settle(id, outcome, true), 'failed')
    }
    assert.deepEqual(await endOf(books, id), before)
  })

  it('leaves an end that no statement can change', async () => {
    for (const outcome of [success, failed, expired]) {
      const id = await acceptOne(books, merchant)
      await settle(id, outcome)
      const before = await endOf(books, id)
      const others = ['pending', 'succeeded', 'failed', 'expired', 'cancelled'].filter(
        (status) => status !== outcome.status,
      )
      const changes = [
        ...others.map((status) => `status = '${status}'`),
        `status = 'pending', completed_at = null, pending_reason = 'awaiting_provider', failure_code = null, funds_status = null`,
        `status = '${others[1]}', failure_code = 'payer_rejected', funds_status = null`,
        `completed_at = now() + interval '1 second'`,
        'completed_at = null',
        `failure_code = 'operator_error'`,
      ]
      for (const change of changes) {
        await assert.rejects(
          books.rows(`update transaction set ${change} where id = $1`, id),
          change,
        )
      }
      await assert.rejects(books.rows('delete from transaction where id = $1', id))
      assert.deepEqual(await endOf(books, id), before)
    }
  })

  it('leaves amounts that no statement can change, before the end and after', async () => {
    const id = await acceptOne(books, merchant)
    const changes = [
      'amount = 1001',
      'amount_charged = amount_charged + 5, fee_amount = fee_amount + 5',
      'net_amount = net_amount - 1, fee_amount = fee_amount + 1',
      `charged_currency = 'XAF'`,
      `display = '{}'`,
      `fee_payer = 'merchant'`,
      `provider = 'moov-benin'`,
      `reference = 'another'`,
      `operator_request_id = gen_random_uuid()`,
      `service_env_id = gen_random_uuid()`,
    ]
    const refuseAll = async (): Promise<void> => {
      for (const change of changes) {
        const update = books.rows(`update transaction set ${change} where id = $1`, id)
        await assert.rejects(update, /is fixed/, change)
      }
    }
    await refuseAll()
    await settle(id, success)
    await refuseAll()
  })

  describe('when an event cannot be recorded', () => {
    async function nothingRemains(id: TransactionId): Promise<void> {
      const end = await endOf(books, id)
      const untouched = { failure: null, money: null, events: [], deliveries: 0 }
      assert.deepEqual(end, {
        ...untouched,
        status: 'pending',
        dated: false,
        announced: ['collection'],
      })
    }

    it('for a secret that does not open, nothing of the settlement remains', async () => {
      const unlucky = await createMerchant(books)
      const { endpoint } = await createEndpoint(['*'], unlucky)
      const id = await acceptOne(books, unlucky)
      const [kept] = await books.rows<{ secret_sealed: Buffer }>(
        'select secret_sealed from webhook_endpoint where id = $1',
        endpoint.id,
      )
      const breakSecret = `update webhook_endpoint set secret_sealed = set_byte(secret_sealed, 20, get_byte(secret_sealed, 20) # 1) where id = $1`
      await books.rows(breakSecret, endpoint.id)
      await assert.rejects(settle(id, success, true))
      await nothingRemains(id)
      await books.rows(
        'update webhook_endpoint set secret_sealed = $2 where id = $1',
        endpoint.id,
        kept?.secret_sealed,
      )
      assert.equal(await settle(id, success), 'succeeded')
      assert.equal((await endOf(books, id)).money, paid)
    })

    it('for a table that refuses, the last one written too, nothing of the settlement remains', async () => {
      const fresh = await openBooks()
      try {
        const unlucky = await createMerchant(fresh)
        const input = { url: 'https://shop.example/', label: null, events: ['*'], isEnabled: true }
        await createWebhookEndpoint(fresh.database, unlucky.serviceEnvId, input)
        const transactionId = await acceptOne(fresh, unlucky)
        const sql = onPool(fresh.database.pool)
        await sql.rows(
          `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`,
        )
        for (const table of ['ledger_movement', 'event', 'webhook_delivery', 'outbox']) {
          await sql.rows(
            `create trigger refuse before insert on ${table} for each row execute function refuse()`,
          )
          const settled = settleTransaction(fresh.database, fresh.outbox, {
            transactionId,
            outcome: success,
          })
          await assert.rejects(settled, /no more/, table)
          await sql.rows(`drop trigger refuse on ${table}`)
          const left = await sql.rows(
            `select 1 from ledger_movement union all select 1 from event union all select 1 from webhook_delivery
             union all select 1 from transaction where status <> 'pending'
             union all select 1 from outbox where kind <> 'collection'`,
          )
          assert.equal(left.length, 0, table)
        }
      } finally {
        await fresh.close()
      }
    })
  })
})
