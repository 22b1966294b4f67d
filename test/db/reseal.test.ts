import assert from 'node:assert/strict'
import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { findOperatorAccount } from '#use-cases/operators/find-account.ts'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { keepPaymentToken, readPaymentToken } from '#use-cases/collections/payment-tokens.ts'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { readAccountNumber } from '#use-cases/authorized-accounts/queue.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { listEvents } from '#use-cases/webhooks/list-events.ts'
import { renewWebhookSecret } from '#use-cases/webhooks/renew-secret.ts'
import { connectDatabase, type Database } from '#db/connect.ts'
import { recordTestEvent } from '#db/events.ts'
import { findReplay } from '#db/idempotency.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import { countUnsealed, resealAll } from '#db/reseal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { EnvError } from '#platform/env-error.ts'
import { createKeyring } from '#platform/keyring.ts'
import { acceptanceOf, createMerchant, type Merchant } from '#test/support/books.ts'
import { moovAccount } from '#test/support/operator-settings.ts'
import { codeMailed, createStaffMember } from '#test/support/people.ts'
import { createDatabase } from '#test/support/stack.ts'

const [before, after] = [randomBytes(32), randomBytes(32)]
const number = 'BJ0660100100001234567890'

describe('what is sealed, when the master key changes', function () {
  this.timeout(120_000)
  let url: string
  const opened: Database[] = []

  /** The books as a process with these keys has them. */
  async function processWith(...keys: readonly Buffer[]): Promise<Database> {
    const database = await connectDatabase({ url, keyring: createKeyring(keys), poolSize: 4 })
    opened.push(database)
    await requireMasterKey(database)
    return database
  }

  beforeEach(async () => {
    url = await createDatabase()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
  })

  it('is readable before, during and after, while others write, and nothing of the old key is left', async () => {
    const old = await processWith(before)
    const scene = await fill(old)
    const reading = await processWith(before, after)
    const rotating = await processWith(after, before)
    assert.deepEqual(
      (await countUnsealed(rotating)).filter(({ left }) => left === 0),
      [],
      'a value in each column',
    )
    const traffic = new AbortController()
    let rounds = 0
    const others = [reading, rotating].map(async (database) => {
      while (!traffic.signal.aborted) {
        await scene.happen(database)
        await scene.readAll(database)
        rounds += 1
      }
    })
    try {
      for await (const { unreadable } of resealAll(rotating)) {
        assert.deepEqual(unreadable, [])
        const reached = rounds
        while (rounds === reached) await Promise.race([...others, once()])
      }
    } finally {
      traffic.abort()
      await Promise.all(others)
    }
    // What processes sealed meanwhile that still have the old key first.
    for await (const { unreadable } of resealAll(rotating)) assert.deepEqual(unreadable, [])
    assert.deepEqual(
      (await countUnsealed(rotating)).filter(({ left }) => left > 0),
      [],
    )
    await scene.readAll(await processWith(after))
    await assert.rejects(processWith(before), EnvError)
  })

  it('goes on where it was stopped, and keeps what was written in between', async () => {
    const old = await processWith(before)
    const { merchant } = await fill(old)
    const rotating = await processWith(after, before)
    const eventsLeft = async () =>
      (await countUnsealed(rotating)).find(({ column }) => column === 'event.data_sealed')?.left
    const all = await eventsLeft()
    for await (const { column, left } of resealAll(rotating)) {
      if (column === 'event.data_sealed' && left > 0) break
    }
    const half = await eventsLeft()
    assert.ok(
      all !== undefined && half !== undefined && half > 0 && half < all,
      `${half} of ${all}`,
    )
    await setOperatorAccount(
      old,
      { serviceEnvId: merchant.serviceEnvId },
      {
        ...moovAccount,
        password: 'another',
      },
    )
    for await (const _ of resealAll(rotating)) continue
    assert.equal(await eventsLeft(), 0)
    const account = await findOperatorAccount(
      await processWith(after),
      merchant.serviceEnvId,
      'moov-benin',
    )
    assert.deepEqual(account, { ...moovAccount, password: 'another' })
  })

  it('starts no process that lacks one of both keys while something is left under either', async () => {
    await fill(await processWith(before))
    const rotating = await processWith(after, before)
    const wrong = [[after], [before], [randomBytes(32), before]]
    for await (const { column } of resealAll(rotating)) {
      if (column === 'event.data_sealed') break
    }
    for (const keys of wrong) await assert.rejects(processWith(...keys), EnvError)
    for await (const _ of resealAll(await processWith(after, before))) continue
    await processWith(after)
    for (const keys of wrong.slice(1)) await assert.rejects(processWith(...keys), EnvError)
  })

  it('opens as it was sealed before values were bound to their row, and is bound from then on', async () => {
    const database = await processWith(before)
    const { endpointId } = await fill(database)
    const put = (sealed: Buffer) =>
      onPool(database.pool).rows('update webhook_endpoint set secret_sealed = $2 where id = $1', [
        endpointId,
        sealed,
      ])
    await put(sealUnbound(before, 'webhook-secret', 'of yesterday'))
    for await (const { unreadable } of resealAll(database)) assert.deepEqual(unreadable, [])
    const { sealed } = await onPool(database.pool).one<{ sealed: Buffer }>(
      'select secret_sealed as sealed from webhook_endpoint where id = $1',
      [endpointId],
    )
    const { keyring } = database
    assert.ok(sealed.subarray(0, 5).equals(keyring.sealedPrefix))
    const secret = keyring.open(sealedColumns.webhookSecret, endpointId, sealed)
    assert.equal(secret.toString(), 'of yesterday')
  })

  it('opens in no other row, and a rotation names it instead of sealing it for that row', async () => {
    const database = await processWith(before)
    const { merchant, endpointId } = await fill(database)
    const own = await addAuthorizedAccount(database, merchant.serviceEnvId, bank('BJ0661'))
    const foreign = await addAuthorizedAccount(database, merchant.serviceEnvId, bank('BJ0662'))
    await onPool(database.pool).rows(
      `update authorized_account set account_sealed =
         (select account_sealed from authorized_account where id = $2) where id = $1`,
      [own, foreign],
    )
    await assert.rejects(readAccountNumber(database, own))
    assert.equal(await readAccountNumber(database, foreign), 'BJ0662')
    const rotating = await processWith(after, before)
    const named: string[] = []
    for await (const { column, left, unreadable } of resealAll(rotating)) {
      if (left === 0) named.push(...unreadable.map((row) => `${column} ${row}`))
    }
    assert.deepEqual(named, [`authorized_account.account_sealed ${own}`])
    assert.ok(endpointId)
  })

  it('keeps its digests: keys and codes of before are found under the new master key', async () => {
    const old = await processWith(before)
    const digest = old.keyring.mac('api-key', 'SKLIVE-1')
    const next = await processWith(after, before)
    for await (const _ of resealAll(next)) continue
    assert.deepEqual((await processWith(after)).keyring.mac('api-key', 'SKLIVE-1'), digest)
  })
})

const eventsMade = 450
const once = () => new Promise((resolve) => setImmediate(resolve))
const bank = (accountNumber: string) =>
  ({ type: 'bank', provider: 'uba-benin', holderName: 'Rosine', accountNumber }) as const

/** A value in each sealed column, and events and deliveries for several batches; how to read them all, and to add some. */
async function fill(database: Database) {
  const merchant = await createMerchant({ database }, { mode: 'live' })
  const { serviceEnvId } = merchant
  const terms = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
  const { endpoint } = await createWebhookEndpoint(database, serviceEnvId, terms)
  const actor = { serviceEnvId, id: endpoint.id }
  await renewWebhookSecret(database, { ...actor, start: 'in_24_hours' })
  await setOperatorAccount(database, { serviceEnvId }, moovAccount)
  const account = await addAuthorizedAccount(database, serviceEnvId, bank(number))
  const staff = await createStaffMember(database)
  await inTransaction(database.pool, (tx) =>
    postMail(tx, database, { personId: staff.id, kind: 'invitation', code: 'MAILED' }),
  )
  await onPool(database.pool).rows(
    'update person set code_secret_sealed = $2, code_draft_sealed = $3 where id = $1',
    [
      staff.id,
      sealCodeSecret(database, staff.id, 'SECRET'),
      sealCodeSecret(database, staff.id, 'DRAFT'),
    ],
  )
  const outbox = quietOutbox(database)
  const paid = acceptanceOf(merchant, { body: '{"token":"kept"}' })
  await acceptCollection(database, outbox, paid)
  const { operatorRequestId } = paid.draft.record
  const books = onPool(database.pool)
  await keepPaymentToken(books, database.keyring, {
    record: { operatorRequestId },
    paymentToken: 'tok',
  })
  const happen = (by: Database, count = 1) =>
    write(by, { merchant, endpointId: endpoint.id }, count)
  await happen(database, eventsMade)
  return {
    merchant,
    endpointId: endpoint.id,
    happen,
    async readAll(by: Database) {
      const { keyring } = by
      assert.equal(await readAccountNumber(by, account), number)
      assert.deepEqual(await findOperatorAccount(by, serviceEnvId, 'moov-benin'), moovAccount)
      assert.equal(await codeMailed(by, staff), 'MAILED')
      assert.equal(await readPaymentToken(by, operatorRequestId), 'tok')
      const replay = await findReplay(onPool(by.pool), keyring, paid.idempotency)
      assert.equal(replay?.body, '{"token":"kept"}')
      const page = await listEvents(by, serviceEnvId, { limit: eventsMade })
      assert.equal(page?.events.length, eventsMade)
      await openRest(by)
    },
  }
}

/** What has no reader here but its workflow or log-in: each value opens for its own row. */
async function openRest({ pool, keyring }: Database): Promise<void> {
  const { webhookSecret, codeSecret, deliveryBody } = sealedColumns
  for (const kept of [webhookSecret, codeSecret, deliveryBody]) {
    const names = 'waits' in kept ? [kept.column, kept.waits] : [kept.column]
    for (const name of names) {
      const rows = await onPool(pool).rows<{ id: string; sealed: Buffer }>(
        `select id, ${name} as sealed from ${kept.table} where ${name} is not null`,
      )
      assert.ok(rows.length > 0, name)
      for (const { id, sealed } of rows) assert.ok(keyring.open(kept, id, sealed).length > 0)
    }
  }
}

async function write(
  { pool, keyring }: Database,
  { merchant, endpointId }: { readonly merchant: Merchant; readonly endpointId: string },
  count: number,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const endpoint = await tx.one<Parameters<typeof recordTestEvent>[2]['endpoint']>(
      `select id, secret_sealed as "secretSealed", secret_version as "secretVersion"
       from webhook_endpoint where id = $1`,
      [endpointId],
    )
    const { serviceEnvId } = merchant
    for (let made = 0; made < count; made += 1) {
      const event = {
        type: 'test.ping',
        serviceEnvId,
        data: { mark: randomUUID() },
        endpoint,
      } as const
      await recordTestEvent(tx, keyring, event)
    }
  })
}

function quietOutbox({ pool }: Database): Outbox {
  const call = () => Promise.reject(new Error('Temporal is away'))
  return createOutbox({ pool, call, isEager: false, onError: () => {} })
}

/** As values were sealed when they named neither their key nor their row. */
function sealUnbound(key: Buffer, purpose: string, text: string): Buffer {
  const subkey = hkdfSync('sha256', key, 'payment-service', `seal/${purpose}`, 32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(subkey), nonce)
  cipher.setAAD(Buffer.from([1]))
  const ciphertext = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), ciphertext])
}
