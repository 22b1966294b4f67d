import assert from 'node:assert/strict'
import type { TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transaction.ts'
import { bookLateOutcome } from '#db/commands/book-late-outcome.ts'
import { createWebhookEndpoint } from '#db/commands/create-webhook-endpoint.ts'
import { settleTransaction } from '#db/commands/settle-transaction.ts'
import { onPool } from '#db/sql.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { acceptOne, type Books, createMerchant, type Merchant, openBooks } from './books.ts'

const success: Outcome = { status: 'succeeded', funds: 'available', providerReference: 'r-1' }
const failed: Outcome = {
  status: 'failed',
  failureCode: 'insufficient_funds',
  providerReference: null,
}
const expired: Outcome = {
  status: 'expired',
  failureCode: 'approval_timeout',
  providerReference: null,
}

describe('settleTransaction', () => {
  let books: Books
  let merchant: Merchant

  before(async function () {
    this.timeout(60_000)
    books = await openBooks(20)
    merchant = await createMerchant(books)
    await createEndpoint(['*'])
    await createEndpoint(['payment.success'])
  })
  after(async () => {
    assert.deepEqual(await checkInvariants(books.database), [])
    await books.close()
  })

  function createEndpoint(events: readonly string[], owner = merchant) {
    const input = { url: 'https://shop.example/hook', label: null, events, isEnabled: true }
    return createWebhookEndpoint(books.database, owner.serviceEnvId, input)
  }

  function settle(transactionId: TransactionId, outcome: Outcome, isWatched = false) {
    return settleTransaction(books.database, books.outbox, { transactionId, outcome, isWatched })
  }

  function rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return onPool(books.database.pool).rows<Row>(text, values)
  }

  /** All that the books say of a transaction's end: its row, money, events, deliveries and what is announced. */
  async function endOf(id: TransactionId) {
    const [end] = await rows<{
      status: string
      dated: boolean
      failure: string | null
      money: string | null
      events: string[]
      deliveries: number
      announced: string[]
    }>(
      `select status, completed_at is not null as dated, failure_code as failure,
         (select string_agg(m.kind || ':' || a.kind || ':' || e.amount, ' ' order by m.kind, a.kind)
          from ledger_movement m join ledger_entry e on e.movement_id = m.id
          join ledger_account a on a.id = e.account_id where m.transaction_id = t.id) as money,
         array(select type from event where transaction_id = t.id order by type) as events,
         (select count(*)::int from webhook_delivery d join event e on e.id = d.event_id
          where e.transaction_id = t.id) as deliveries,
         array(select kind from outbox o where o.subject_id = t.id or o.subject_id in (
           select d.id from webhook_delivery d join event e on e.id = d.event_id where e.transaction_id = t.id)
           order by kind) as announced
       from transaction t where id = $1`,
      id,
    )
    assert.ok(end)
    return end
  }

  const paid = 'collection_settled:available:1000 collection_settled:fees:20 collection_settled:operator_clearing:-1020'

  it('gives the end, the money, the events with their deliveries, and what to start next', async () => {
    const id = await acceptOne(books, merchant)
    assert.equal(await settle(id, success), 'succeeded')
    assert.deepEqual(await endOf(id), {
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
    const { events, deliveries } = await endOf(id)
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
        const end = await endOf(id)
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
    const id = await acceptOne(books, merchant)
    await settle(id, failed, true)
    const before = await endOf(id)
    assert.deepEqual(before.announced, ['collection', 'late-answer', 'webhook-delivery'])
    for (const outcome of [failed, success, expired]) {
      assert.equal(await settle(id, outcome, true), 'failed')
    }
    assert.deepEqual(await endOf(id), before)
  })

  it('leaves an end that no statement can change', async () => {
    for (const outcome of [success, failed, expired]) {
      const id = await acceptOne(books, merchant)
      await settle(id, outcome)
      const before = await endOf(id)
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
        await assert.rejects(rows(`update transaction set ${change} where id = $1`, id), change)
      }
      await assert.rejects(rows('delete from transaction where id = $1', id))
      assert.deepEqual(await endOf(id), before)
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
        const update = rows(`update transaction set ${change} where id = $1`, id)
        await assert.rejects(update, /is fixed/, change)
      }
    }
    await refuseAll()
    await settle(id, success)
    await refuseAll()
  })

  describe('when an event cannot be recorded', () => {
    async function nothingRemains(id: TransactionId): Promise<void> {
      const end = await endOf(id)
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
      const [kept] = await rows<{ secret_sealed: Buffer }>(
        'select secret_sealed from webhook_endpoint where id = $1',
        endpoint.id,
      )
      const breakSecret = `update webhook_endpoint set secret_sealed = set_byte(secret_sealed, 20, get_byte(secret_sealed, 20) # 1) where id = $1`
      await rows(breakSecret, endpoint.id)
      await assert.rejects(settle(id, success, true))
      await nothingRemains(id)
      await rows('update webhook_endpoint set secret_sealed = $2 where id = $1', endpoint.id, kept?.secret_sealed)
      assert.equal(await settle(id, success), 'succeeded')
      assert.equal((await endOf(id)).money, paid)
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

  describe('and the operator debits after all', () => {
    const late =
      'late_outcome_booked:operator_clearing:-1020 late_outcome_booked:to_refund:1020'

    it('an expired payment that is watched announces its watch, an unwatched one does not', async () => {
      const [watched, unwatched] = [
        await acceptOne(books, merchant),
        await acceptOne(books, merchant),
      ]
      await settle(watched, expired, true)
      await settle(unwatched, expired)
      assert.ok((await endOf(watched)).announced.includes('late-answer'))
      assert.ok(!(await endOf(unwatched)).announced.includes('late-answer'))
    })

    it('the whole amount is kept for the payer once, and the payment stays expired', async () => {
      const id = await acceptOne(books, merchant)
      await settle(id, expired, true)
      const before = await endOf(id)
      await Promise.all(
        Array.from({ length: 10 }, () => bookLateOutcome(books.database, id, 'late-1')),
      )
      await bookLateOutcome(books.database, id, 'late-2')
      assert.deepEqual(await endOf(id), { ...before, money: late })
      const [noted] = await rows(
        `select provider_reference, late_outcome_at is not null as noted from transaction where id = $1`,
        id,
      )
      assert.deepEqual(noted, { provider_reference: 'late-1', noted: true })
    })

    it('a payment that is pending, or that succeeded, keeps no money for the payer', async () => {
      const id = await acceptOne(books, merchant)
      await bookLateOutcome(books.database, id, 'late')
      assert.equal((await endOf(id)).money, null)
      await settle(id, success)
      await bookLateOutcome(books.database, id, 'late')
      assert.equal((await endOf(id)).money, paid)
    })

    it('50 races of a late outcome and a late success book the money once', async function () {
      this.timeout(60_000)
      for (let race = 0; race < 50; race += 1) {
        const id = await acceptOne(books, merchant)
        const [end] = await Promise.all([
          settle(id, race % 2 === 0 ? expired : success),
          bookLateOutcome(books.database, id, 'late'),
        ])
        await bookLateOutcome(books.database, id, 'late')
        assert.equal((await endOf(id)).money, end === 'succeeded' ? paid : late)
      }
    })
  })
})
