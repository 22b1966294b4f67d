import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { ApiKeyId } from '#domain/ids.ts'
import { type CollectionAcceptance, acceptCollection } from '#use-cases/collections/accept.ts'
import { type IdempotencyScope, lockKey, purgeResponses } from '#db/idempotency.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey } from '#test/support/tenant.ts'
import {
  acceptanceOf,
  type AcceptanceChanges,
  createMerchant,
  type Merchant,
  openAgain,
  givenBooks,
} from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'

describe('an idempotency key', () => {
  const books = givenBooks(20)
  const merchant = given(() => createMerchant(books))

  const accept = (acceptance: CollectionAcceptance) =>
    acceptCollection(books.database, books.outbox, acceptance)

  /** A second request of the same key and body, as a caller who heard no answer sends it. */
  function again(
    acceptance: CollectionAcceptance,
    changes: Partial<IdempotencyScope> = {},
  ): CollectionAcceptance {
    const { key, fingerprint } = acceptance.idempotency
    return acceptanceOf(merchant, { idempotency: { key, fingerprint, ...changes } })
  }

  async function transactions(): Promise<number> {
    const [row] = await books.rows<{ count: number }>(
      'select count(*)::int as count from transaction',
    )
    return row?.count ?? -1
  }

  it('gives the stored answer again, with the request id it had, and no second transaction', async () => {
    const body = '{"data":{"receipt_token":"Abc…é"},"meta":{}}\n'
    const first = acceptanceOf(merchant, { body })
    const answer = await accept(first)
    assert.equal(answer.isReplayed, false)
    const count = await transactions()
    const replay = await accept(again(first))
    const { requestId, draft } = first
    const madeId = draft.record.id
    assert.deepEqual(replay, { status: 202, body, requestId, madeId, isReplayed: true })
    assert.equal(await transactions(), count)
  })

  it('20 requests at once make one transaction; each caller gets its answer or request_in_progress', async () => {
    const first = acceptanceOf(merchant)
    const count = await transactions()
    const works = Array.from({ length: 20 }, () => accept(again(first)))
    const tally = await tallyOf(works)
    assert.equal((tally['done'] ?? 0) + (tally['request_in_progress'] ?? 0), 20)
    assert.ok((tally['done'] ?? 0) >= 1)
    assert.equal(await transactions(), count + 1)
    const answers = (await Promise.allSettled(works)).flatMap((end) =>
      end.status === 'fulfilled' ? [end.value] : [],
    )
    assert.equal(new Set(answers.map(({ body, requestId }) => body + requestId)).size, 1)
    assert.equal(answers.filter(({ isReplayed }) => !isReplayed).length, 1)
  })

  describe('is another key', () => {
    const owners: Readonly<Record<string, () => Promise<CollectionAcceptance>>> = {
      'of another service': async () => scopeOf(await createMerchant(books)),
      'of the same service in the other mode': async () =>
        scopeOf(await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })),
      'under another API key of the same service': async () => {
        const key = await createKey(books.database, { ...merchant, collaboratorId: '' }, 'secret')
        const [row] = await books.rows<{ id: ApiKeyId }>(
          'select id from api_key where service_env_id = $1 and last4 = $2 order by created_at desc',
          merchant.serviceEnvId,
          key.slice(-4),
        )
        assert.ok(row)
        return scopeOf({ ...merchant, apiKeyId: row.id })
      },
      'on another route': async () =>
        scopeOf(merchant, { idempotency: { route: 'POST /v2/payouts' } }),
      'in other letters': async () =>
        scopeOf(merchant, { idempotency: { key: text.toUpperCase() } }),
    }
    const text = `order-${randomUUID()}`
    const fingerprint = randomBytes(32)

    function scopeOf(
      owner: Merchant,
      { idempotency }: AcceptanceChanges = {},
    ): CollectionAcceptance {
      return acceptanceOf(owner, { idempotency: { key: text, fingerprint, ...idempotency } })
    }

    const elsewhere: CollectionAcceptance[] = []

    before(async () => {
      await accept(scopeOf(merchant))
    })

    for (const [name, acceptanceIn] of Object.entries(owners)) {
      it(name, async () => {
        const count = await transactions()
        const acceptance = await acceptanceIn()
        elsewhere.push(acceptance)
        const answer = await accept(acceptance)
        assert.equal(answer.isReplayed, false)
        assert.equal(answer.requestId, acceptance.requestId)
        assert.equal(await transactions(), count + 1)
      })
    }

    it('and not held up while the same text is busy elsewhere', async () => {
      const held = scopeOf(merchant).idempotency
      assert.equal(elsewhere.length, Object.keys(owners).length)
      await inTransaction(books.database.pool, async (sql) => {
        await lockKey(sql, held)
        for (const { idempotency } of elsewhere) {
          await inTransaction(books.database.pool, (other) => lockKey(other, idempotency))
        }
      })
    })
  })

  it('with another body is idempotency_conflict, never the stored answer', async () => {
    const first = acceptanceOf(merchant)
    await accept(first)
    const count = await transactions()
    const nearly = Buffer.from(first.idempotency.fingerprint)
    nearly.writeUInt8(nearly.readUInt8(31) ^ 1, 31)
    for (const fingerprint of [nearly, randomBytes(32)]) {
      const code = await refusalCode(accept(again(first, { fingerprint })))
      assert.equal(code, 'idempotency_conflict')
    }
    assert.equal(await transactions(), count)
    assert.equal((await accept(again(first))).isReplayed, true)
  })

  it('of a refused request is free again, and nothing of the request remains', async () => {
    const taken = acceptanceOf(merchant)
    await accept(taken)
    const { reference } = taken.draft.record
    const [count, outbox] = [
      await transactions(),
      await books.rows('select id from outbox order by id'),
    ]
    const refused = acceptanceOf(merchant, { reference })
    assert.equal(await refusalCode(accept(refused)), 'duplicate_reference')
    const broken = { ...again(refused), respond: () => assert.fail('no answer') }
    await assert.rejects(accept(broken), /no answer/)
    assert.equal(await transactions(), count)
    assert.deepEqual(await books.rows('select id from outbox order by id'), outbox)
    const corrected = await accept(again(refused, { fingerprint: randomBytes(32) }))
    assert.equal(corrected.isReplayed, false)
  })

  it('is request_in_progress while its request runs, also in another process, and free at its end', async () => {
    const acceptance = acceptanceOf(merchant)
    const elsewhere = await openAgain(books.url)
    try {
      await inTransaction(elsewhere.pool, async (sql) => {
        await lockKey(sql, acceptance.idempotency)
        assert.equal(await refusalCode(accept(acceptance)), 'request_in_progress')
      })
      assert.equal((await accept(acceptance)).isReplayed, false)
    } finally {
      await elsewhere.close()
    }
  })

  it('is freed when the connection of its holder dies', async () => {
    const acceptance = acceptanceOf(merchant)
    const elsewhere = await openAgain(books.url)
    try {
      const isLocked = Promise.withResolvers<number>()
      const mayGoOn = Promise.withResolvers<void>()
      const holder = inTransaction(elsewhere.pool, async (sql) => {
        await lockKey(sql, acceptance.idempotency)
        const { pid } = await sql.one<{ pid: number }>('select pg_backend_pid() as pid')
        isLocked.resolve(pid)
        await mayGoOn.promise
        await sql.rows('select 1')
      })
      const pid = await isLocked.promise
      assert.equal(await refusalCode(accept(acceptance)), 'request_in_progress')
      await books.rows('select pg_terminate_backend($1)', pid)
      const isGone = 'select 1 from pg_stat_activity where pid = $1'
      await eventually(async () => (await books.rows(isGone, pid)).length === 0)
      assert.equal((await accept(acceptance)).isReplayed, false)
      mayGoOn.resolve()
      await assert.rejects(holder, { code: 'unavailable' })
    } finally {
      await elsewhere.close()
    }
  })

  describe('lives for 72 hours', () => {
    async function acceptedAgo(age: string): Promise<CollectionAcceptance> {
      const acceptance = acceptanceOf(merchant)
      await accept(acceptance)
      await books.rows(
        'update idempotency_record set created_at = now() - $2::interval where key = $1',
        acceptance.idempotency.key,
        age,
      )
      return acceptance
    }

    it('after 71 h 59 min it replays, and still conflicts with another body', async () => {
      const old = await acceptedAgo('71 hours 59 minutes')
      assert.equal((await accept(again(old))).requestId, old.requestId)
      const other = again(old, { fingerprint: randomBytes(32) })
      assert.equal(await refusalCode(accept(other)), 'idempotency_conflict')
    })

    it('after 72 h 01 min it is new, for any body, and lives another 72 hours', async () => {
      const old = await acceptedAgo('72 hours 1 minute')
      const count = await transactions()
      const next = again(old, { fingerprint: randomBytes(32) })
      assert.equal((await accept(next)).isReplayed, false)
      assert.equal(await transactions(), count + 1)
      assert.equal((await accept(again(next))).requestId, next.requestId)
      assert.equal(await refusalCode(accept(again(old))), 'idempotency_conflict')
    })

    it('is new after 72 hours for one of 10 at once', async () => {
      const old = await acceptedAgo('72 hours 1 minute')
      const count = await transactions()
      await tallyOf(Array.from({ length: 10 }, () => accept(again(old))))
      assert.equal(await transactions(), count + 1)
    })

    it('the sweep takes what is older, and nothing else', async () => {
      const [old, young] = [
        await acceptedAgo('72 hours 1 minute'),
        await acceptedAgo('71 hours 59 minutes'),
      ]
      await purgeResponses(onPool(books.database.pool))
      const keys = [old.idempotency.key, young.idempotency.key]
      const left = await books.rows(
        'select key from idempotency_record where key = any($1::text[])',
        keys,
      )
      assert.deepEqual(left, [{ key: young.idempotency.key }])
      await purgeResponses(onPool(books.database.pool))
    })
  })
})
