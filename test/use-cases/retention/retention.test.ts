import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type LedgerProofId, type PortalUserId, type TransactionId } from '#domain/ids.ts'
import { machineAccount } from '#platform/machine-account.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { beginProof, proveNext } from '#use-cases/ledger-proofs/prove.ts'
import { readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { listStaffAudit } from '#use-cases/audit/list.ts'
import { verifyChain } from '#use-cases/audit/verify-chain.ts'
import { erasePayer } from '#use-cases/retention/erase-payers.ts'
import { sweep } from '#use-cases/retention/sweep.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { given } from '#test/support/given.ts'
import { acceptOne, createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { eventually } from '#test/support/call.ts'
import { expired, success } from '#test/support/ends.ts'
import { freshPhone } from '#test/support/tenant.ts'

const hook = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
const retention = { eventDays: 400, payerDays: 3650 }

describe('what has had its time', () => {
  const books = given(() => openBooks())
  let merchant: Merchant
  beforeEach(async () => {
    merchant = await createMerchant(books, { mode: 'live' })
  })

  /** As somebody with all rights over the database could, past triggers and keys. */
  const asOwner = (statement: string) =>
    books.database.pool.query(
      `begin; set local session_replication_role = replica; ${statement}; commit`,
    )

  async function paid(phone = freshPhone()): Promise<TransactionId> {
    const transactionId = await acceptOne(books, merchant, { phone })
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    return transactionId
  }

  const age = (id: TransactionId, days: number) =>
    asOwner(`update transaction set created_at = created_at - interval '${days} days',
      completed_at = completed_at - interval '${days} days' where id = '${id}'`)

  async function count(text: string, ...values: readonly unknown[]): Promise<number> {
    const [row] = await books.rows<{ count: number }>(
      `select count(*)::int from ${text}`,
      ...values,
    )
    return row?.count ?? 0
  }

  async function prove(): Promise<string> {
    await foldFigures(books.database)
    const id = asId<LedgerProofId>(randomUUID())
    await beginProof(books.database, id)
    while ((await proveNext(books.database, id)).state === 'running');
    return (await readLedgerProof(books.database, id)).state
  }

  it('goes in one sweep, however much has come together', async () => {
    const { serviceEnvId } = merchant
    await books.rows(
      `insert into idempotency_record
         (service_env_id, holder_id, route, key, fingerprint, status, request_id, response, made_id, created_at)
       select $1, $1, 'sweep', 'key-' || at, sha256('1'), 202, 'r', '', $1, now() - interval '2 years'
       from generate_series(1, 12345) at`,
      serviceEnvId,
    )
    await sweep(books.database, retention)
    assert.equal(await count('idempotency_record where service_env_id = $1', serviceEnvId), 0)
  })

  it('is forgotten with all that hangs on it, and what is younger stays', async () => {
    await createWebhookEndpoint(books.database, merchant.serviceEnvId, hook)
    const [old, young] = [await paid(), await paid()]
    const oldEvent = '00000000-0001-7000-8000-000000000001'
    await asOwner(`
      update webhook_delivery d set event_id = '${oldEvent}', status = 'delivered', completed_at = now()
        from event e where e.id = d.event_id and e.transaction_id = '${old}';
      insert into webhook_attempt (delivery_id, number, url, finished_at)
        select id, 1, 'https://shop.example', now() from webhook_delivery where event_id = '${oldEvent}';
      insert into webhook_retry (delivery_id) select id from webhook_delivery where event_id = '${oldEvent}';
      update event set id = '${oldEvent}' where transaction_id = '${old}'`)
    const forgotten = await sweep(books.database, retention)
    assert.equal(forgotten['event'], 1)
    assert.equal(await count('event where transaction_id = $1', old), 0)
    for (const table of ['webhook_delivery where event_id', 'event where id']) {
      assert.equal(await count(`${table} = $1`, oldEvent), 0, table)
    }
    assert.equal(await count('webhook_attempt'), 0)
    assert.equal(await count('webhook_retry'), 0)
    assert.equal(await count('event where transaction_id = $1', young), 1)
    assert.equal(await count('transaction where id = any($1)', [old, young]), 2)
    assert.equal(await prove(), 'holds')
  })

  it('stays while it is still to be sent', async () => {
    await createWebhookEndpoint(books.database, merchant.serviceEnvId, hook)
    const id = await paid()
    const oldEvent = '00000000-0002-7000-8000-000000000001'
    await asOwner(`
      update webhook_delivery d set event_id = '${oldEvent}' from event e
        where e.id = d.event_id and e.transaction_id = '${id}';
      update event set id = '${oldEvent}' where transaction_id = '${id}'`)
    assert.equal((await sweep(books.database, retention))['event'], undefined)
    assert.equal(await count('event where id = $1', oldEvent), 1)
    await asOwner(
      `update webhook_delivery set status = 'abandoned', completed_at = now() where event_id = '${oldEvent}'`,
    )
    assert.equal((await sweep(books.database, retention))['event'], 1)
  })

  it('is the person of a payment, and never its money', async () => {
    const [old, young] = [await paid(), await paid()]
    await age(old, 3700)
    const before = await readTransaction(books.database, old)
    assert.ok(before.customer.phone !== null)
    await asOwner(`update retention_mark set reached = now() - interval '3800 days'`)
    assert.equal((await sweep(books.database, retention))['payer'], 1)
    const after = await readTransaction(books.database, old)
    assert.match(after.customer.name ?? '', /^Effacé [0-9a-f]{12}$/)
    assert.deepEqual(after, {
      ...before,
      customer: { name: after.customer.name, email: null, phone: null },
      metadata: '{}',
    })
    assert.ok((await readTransaction(books.database, young)).customer.phone !== null)
    assert.equal(await count('payer_word where phone = $1', before.customer.phone), 0)
    assert.equal(await count('event where transaction_id = $1', old), 0)
    assert.equal(await prove(), 'holds')
    assert.equal((await sweep(books.database, retention))['payer'], undefined, 'once')
  })

  it('is the person of a payment that needed it when its term was over, once it does not', async () => {
    const kept = await paid()
    await age(kept, 3700)
    await asOwner(`
      update transaction set funds_status = 'pending_confirmation' where id = '${kept}';
      update retention_mark set reached = now() - interval '3800 days'`)
    for (let turn = 0; turn < 2; turn += 1) await sweep(books.database, retention)
    assert.ok((await readTransaction(books.database, kept)).customer.phone !== null)
    await asOwner(`update transaction set funds_status = 'available' where id = '${kept}'`)
    assert.equal((await sweep(books.database, retention))['payer'], 1)
    assert.equal((await readTransaction(books.database, kept)).customer.phone, null)
    assert.equal(await count('payer_kept'), 0)
  })

  describe('of a payer who asks', () => {
    const number = (text: string) => {
      const phone = parsePhone(text, {})
      assert.ok(phone.ok)
      return phone.value
    }

    it('is taken out of old payments at all merchants, the same word for the same number', async () => {
      const phone = freshPhone()
      const [first, young] = [await paid(phone), await paid(phone)]
      merchant = await createMerchant(books, { mode: 'live' })
      const elsewhere = await paid(phone)
      const other = await paid()
      for (const id of [first, elsewhere, other]) await age(id, 100)
      assert.equal(await erasePayer(books.database, number(phone), 90), 2)
      const names = await Promise.all(
        [first, elsewhere].map(
          async (id) => (await readTransaction(books.database, id)).customer.name,
        ),
      )
      assert.equal(new Set(names).size, 1)
      for (const id of [young, other]) {
        assert.ok((await readTransaction(books.database, id)).customer.phone !== null)
      }
      assert.ok(
        (await count('payer_word where phone = $1', phone)) > 0,
        'a younger payment is found',
      )
      assert.equal(await erasePayer(books.database, number(phone), 0), 1)
      assert.equal(await count('payer_word where phone = $1', phone), 0)
      assert.equal(await prove(), 'holds')
      await erasePayer(books.database, number(phone), 0)
      const lines = await listStaffAudit(books.database, { limit: 3, acts: ['payer.erase'] })
      assert.deepEqual(
        lines.map(({ actor, origin, outcome, details }) => ({ actor, origin, outcome, details })),
        [
          [0, 0],
          [0, 1],
          [90, 2],
        ].map(([older_than_days, payments]) => ({
          actor: { id: null, name: 'npm run erase-payer' },
          origin: { address: null, agent: machineAccount() },
          outcome: 'done',
          details: { payer: [...names][0], older_than_days, payments },
        })),
        'the audit log tells it by the word that stands in place of the name',
      )
      assert.ok(!JSON.stringify(lines).includes(phone))
      assert.deepEqual((await verifyChain(books.database, 'staff_audit')).found, [])
    })

    it('stays while its operator may still debit the payer, or a refund is being asked for', async () => {
      const phone = freshPhone()
      const watched = await acceptOne(books, merchant, { phone })
      await claimRequest(books.database, watched)
      const end = { transactionId: watched, outcome: expired, isWatched: true }
      await settleTransaction(books.database, books.outbox, end)
      assert.equal(await erasePayer(books.database, number(phone), 0), 0)
      await bookLateOutcome(books.database, watched, 'late-1')
      assert.equal(await erasePayer(books.database, number(phone), 0), 0)

      const other = freshPhone()
      const asked = await paid(other)
      const holder = await books.database.pool.connect()
      try {
        await holder.query('begin')
        await holder.query('select id from transaction where id = $1 for no key update', [asked])
        const erasing = erasePayer(books.database, number(other), 0)
        await eventually(async () => (await count('pg_locks where not granted')) > 0)
        await holder.query(
          `insert into refund (id, service_env_id, transaction_id, amount, currency, funds_amount, origin, provider,
             operator_request_id, requested_by, approvals_needed)
           select gen_random_uuid(), service_env_id, id, 100, 'XOF', 0, 'merchant', provider, gen_random_uuid(),
             gen_random_uuid(), 1 from transaction where id = $1`,
          [asked],
        )
        await holder.query('commit')
        assert.equal(await erasing, 0)
      } finally {
        holder.release()
      }
      assert.ok((await readTransaction(books.database, asked)).customer.phone !== null)
    })

    it('stays while an endpoint is still to be told of the payment', async () => {
      const { serviceEnvId } = merchant
      await createWebhookEndpoint(books.database, serviceEnvId, hook)
      const phone = freshPhone()
      const id = await paid(phone)
      const deliveries = 'webhook_delivery where service_env_id = $1'
      assert.equal(await erasePayer(books.database, number(phone), 0), 0)
      assert.equal(await count(deliveries, serviceEnvId), 1)
      await asOwner(`update webhook_delivery set status = 'delivered', completed_at = now(), body_sealed = null
        where service_env_id = '${serviceEnvId}'`)
      assert.equal(await erasePayer(books.database, number(phone), 0), 1)
      assert.equal((await readTransaction(books.database, id)).customer.phone, null)
    })

    it('stays where the money may go back, and an erased payment is not refunded', async () => {
      const phone = freshPhone()
      const held = await paid(phone)
      await asOwner(
        `update transaction set funds_status = 'pending_confirmation' where id = '${held}'`,
      )
      const open = await acceptOne(books, merchant, { phone })
      const done = await paid(phone)
      assert.equal(await erasePayer(books.database, number(phone), 0), 1)
      for (const id of [held, open]) {
        assert.ok((await readTransaction(books.database, id)).customer.phone !== null)
      }
      const request = {
        id: asId<Parameters<typeof requestRefund>[2]['id']>(randomUUID()),
        serviceEnvId: merchant.serviceEnvId,
        transactionId: done,
        amount: null,
        reason: null,
        requestedBy: { id: asId<PortalUserId>(randomUUID()), role: 'owner' } as const,
        approvalAbove: 1_000_000n,
      }
      const refund = requestRefund(books.database, books.outbox, request)
      assert.equal(await refusalCode(refund), 'refund_not_allowed')
      await assert.rejects(
        books.rows(`update transaction set phone = '2290197000000' where id = $1`, done),
        /is erased/,
      )
      await asOwner(`update transaction set funds_status = 'available' where id = '${held}'`)
    })
  })
})
