import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import {
  OperatorAccountHoldsMoney,
  OperatorAccountInUse,
  removeOperatorAccount,
  setOperatorAccount,
} from '#use-cases/operators/set-account.ts'
import { findOperatorAccount } from '#use-cases/operators/find-account.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { markRestored } from '#db/installation.ts'
import { onPool } from '#db/sql.ts'
import type { MoovAccount, MtnAccount } from '#platform/operator-accounts.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { moovAccount } from '#test/support/operator-settings.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const product = { subscriptionKey: 'key-1', apiUser: 'user-1', apiKey: 'api-1' }
const mtn: MtnAccount = {
  provider: 'mtn-benin',
  baseUrl: 'https://mtn.example.com',
  targetEnvironment: 'mtnbenin',
  callbackUrl: null,
  collection: product,
  disbursement: null,
}

describe('accounts at operators', function () {
  this.timeout(60_000)

  const api = given(() =>
    startApiAlone({
      MOOV_USERNAME: 'platform',
      MOOV_PASSWORD: 'platform-password',
      MOOV_ENCRYPTION_KEY: 'p'.repeat(32),
    }),
  )
  const tenant = givenEach(() => createTenant(api.database, { mode: 'live' }))

  const set = (account: MtnAccount | MoovAccount) =>
    setOperatorAccount(api.database, { serviceEnvId: tenant.serviceEnvId }, account)
  const find = (provider: string) =>
    findOperatorAccount(api.database, tenant.serviceEnvId, provider)

  async function openMethods(of: Tenant = tenant): Promise<string[]> {
    const { json } = await call(api, { path: '/v2/payment-methods', key: of.keys.secret })
    return json.data.map(({ provider }: { provider: string }) => provider)
  }

  async function payBy(
    provider: string,
  ): Promise<{ status: number; code: string | undefined; id: string }> {
    const phone = provider === 'mtn-benin' ? '2290197001234' : '2290195001234'
    const answer = await call(api, collectionCall(tenant.keys.secret, { provider, phone }))
    return { status: answer.status, code: answer.json.error?.code, id: answer.json.data?.id }
  }

  it('an operator without one is closed in live, and one of the platform’s is open to every service', async () => {
    assert.deepEqual(await openMethods(), ['moov-benin'])
    assert.equal((await payBy('mtn-benin')).code, 'provider_unavailable')
    assert.equal((await payBy('moov-benin')).status, 202)
  })

  it('a service’s own one opens the operator for that service alone, and for what it can do', async () => {
    const other = await createTenant(api.database, { mode: 'live' })
    await set(mtn)
    assert.deepEqual(await openMethods(), ['mtn-benin', 'moov-benin'])
    assert.deepEqual(await openMethods(other), ['moov-benin'])
    assert.equal((await payBy('mtn-benin')).status, 202)
    const quote = { type: 'payout', amount: 1000, currency: 'XOF', provider: 'mtn-benin' }
    const body = { ...quote, phone: '2290197001234' }
    const priced = () =>
      call(api, { method: 'POST', path: '/v2/quotes', key: tenant.keys.secret, body })
    assert.equal((await priced()).json.error.code, 'provider_unavailable')
    const disbursement = { ...product, apiUser: 'user-2' }
    await onPool(api.database.pool).rows(
      `update transaction set status = 'failed', failure_code = 'cancelled', pending_reason = null,
         completed_at = now() where service_env_id = $1`,
      [tenant.serviceEnvId],
    )
    await set({ ...mtn, disbursement })
    assert.equal((await priced()).status, 200)
  })

  it('is sealed: no column of it holds a credential or says where it is', async () => {
    await set(mtn)
    await set(moovAccount)
    assert.deepEqual(await find('mtn-benin'), mtn)
    assert.deepEqual(await find('moov-benin'), moovAccount)
    const rows = await onPool(api.database.pool).rows<{ text: string }>(
      `select a::text || encode(settings_sealed, 'escape') || encode(identity, 'escape') as text
       from operator_account a where service_env_id = $1`,
      [tenant.serviceEnvId],
    )
    assert.equal(rows.length, 2)
    for (const { text: row } of rows) {
      assert.doesNotMatch(row, /api-1|key-1|moov-password|kkkkkkkk|example\.com/)
    }
  })

  it('is never one of a sandbox', async () => {
    const sandbox = await createTenant(api.database)
    await assert.rejects(
      setOperatorAccount(api.database, { serviceEnvId: sandbox.serviceEnvId }, mtn),
    )
    assert.ok((await openMethods(sandbox)).includes('mtn-benin'))
  })

  it('renewed credentials hold at once; another account waits until no order of the first is open', async () => {
    await set(mtn)
    const { id } = await payBy('mtn-benin')
    await onPool(api.database.pool).rows(
      `update transaction set operator_state = 'sent' where id = $1`,
      [id],
    )
    const renewed = { ...mtn, collection: { ...product, apiKey: 'api-2' } }
    await set(renewed)
    assert.deepEqual(await find('mtn-benin'), renewed)
    const other = { ...mtn, collection: { ...product, apiUser: 'somebody-else' } }
    await assert.rejects(set(other), OperatorAccountInUse)
    await assert.rejects(
      removeOperatorAccount(api.database, { serviceEnvId: tenant.serviceEnvId }, 'mtn-benin'),
      OperatorAccountInUse,
    )
    assert.deepEqual(await find('mtn-benin'), renewed)
    await onPool(api.database.pool).rows(
      `update transaction set status = 'failed', failure_code = 'cancelled', pending_reason = null,
         completed_at = now() where id = $1`,
      [id],
    )
    await set(other)
    await removeOperatorAccount(api.database, { serviceEnvId: tenant.serviceEnvId }, 'mtn-benin')
    assert.equal(await find('mtn-benin'), undefined)
    assert.deepEqual(await openMethods(), ['moov-benin'])
  })

  it('another account waits while a payment that ended is watched, however long ago and however it ended', async () => {
    await set(mtn)
    const { id } = await payBy('mtn-benin')
    const books = onPool(api.database.pool)
    await books.rows(
      `update transaction set operator_state = 'taken', status = 'failed', failure_code = 'operator_error',
         pending_reason = null, completed_at = now() where id = $1`,
      [id],
    )
    await books.rows('insert into late_watch (transaction_id) values ($1)', [id])
    const other = { ...mtn, collection: { ...product, apiUser: 'somebody-else' } }
    await assert.rejects(set(other), OperatorAccountInUse)
    const { serviceEnvId } = tenant
    const removed = () => removeOperatorAccount(api.database, { serviceEnvId }, 'mtn-benin')
    await assert.rejects(removed(), OperatorAccountInUse)
    await books.rows('update late_watch set closed_at = now() where transaction_id = $1', [id])
    await set(other)
  })

  it('another account waits for an order that may have left before the database was restored', async () => {
    await set(mtn)
    const other = { ...mtn, collection: { ...product, apiUser: 'somebody-else' } }
    const books = onPool(api.database.pool)
    await markRestored(api.database.pool)
    await payBy('mtn-benin')
    await assert.rejects(set(other), OperatorAccountInUse)
    await books.rows('update installation set restored_at = null')
    await set(other)
  })

  it('an order that leaves while another account is being set leaves under that account', async () => {
    await set(mtn)
    const { id } = await payBy('mtn-benin')
    const other = { ...mtn, collection: { ...product, apiUser: 'somebody-else' } }
    const holder = await api.database.pool.connect()
    const waiting = (count: number) =>
      eventually(async () => {
        const { rows } = await holder.query(
          `select count(*)::int as count from pg_locks where not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows[0].count === count
      })
    try {
      await holder.query('begin')
      // The log of commands is the last step of setting it.
      await holder.query('lock table staff_audit in exclusive mode')
      const setting = set(other)
      await waiting(1)
      const leaving = claimRequest(api.database, asId<TransactionId>(id)).then(async (claim) => ({
        claim: claim.state,
        account: await find('mtn-benin'),
      }))
      await Promise.race([waiting(2), leaving])
      await holder.query('rollback')
      await setting
      assert.deepEqual(await leaving, { claim: 'claimed', account: other })
    } finally {
      holder.release()
    }
  })

  it('is set and taken away by a command that gets it by standard input', async () => {
    const lines = [
      'MTN_BASE_URL=https://mtn.example.com',
      'MTN_COLLECTION_SUBSCRIPTION_KEY=key-1',
      'MTN_COLLECTION_API_USER=user-1',
      'MTN_COLLECTION_API_KEY=api-1',
    ]
    const given = await command(['set', tenant.serviceEnvId], lines.join('\n'))
    assert.deepEqual(given, { code: 0, said: `The service's own account at mtn-benin is set.\n` })
    assert.deepEqual(await find('mtn-benin'), mtn)
    const half = await command(['set', tenant.serviceEnvId], lines.slice(0, 3).join('\n'))
    assert.equal(half.code, 1)
    assert.match(half.said, /^MTN_COLLECTION_API_KEY must be set/)
    assert.equal((await command(['set', 'nobody'], '')).code, 1)
    await giveBalance(api.database, tenant, 12_500)
    const removed = await command(['remove', tenant.serviceEnvId, 'mtn-benin'], '')
    assert.equal(removed.code, 1)
    assert.match(
      removed.said,
      /^Its balance is 12500 XOF\. Payouts and refunds would leave by the new account/,
    )
    assert.deepEqual(await find('mtn-benin'), mtn)
    const moved = await command(['remove', tenant.serviceEnvId, 'mtn-benin', '--money-moved'], '')
    assert.deepEqual(moved, {
      code: 0,
      said: 'The service no longer has an account of its own at mtn-benin.\n',
    })
    assert.equal(await find('mtn-benin'), undefined)
  })

  it('another account waits until the money is there that its payouts and refunds will take; credentials do not', async () => {
    await set(mtn)
    await giveBalance(api.database, tenant, 12_500)
    const renewed = { ...mtn, collection: { ...product, apiKey: 'api-2' } }
    await set(renewed)
    const other = { ...mtn, collection: { ...product, apiUser: 'somebody-else' } }
    await assert.rejects(set(other), OperatorAccountHoldsMoney)
    await assert.rejects(set(moovAccount), OperatorAccountHoldsMoney)
    assert.deepEqual(await find('mtn-benin'), renewed)
    const { serviceEnvId } = tenant
    await setOperatorAccount(api.database, { serviceEnvId, isMoneyMoved: true }, other)
    assert.deepEqual(await find('mtn-benin'), other)
  })

  it('waits for what is owed to payers debited late, which the account has to return as well', async () => {
    const { id } = await payBy('moov-benin')
    await onPool(api.database.pool).rows(
      `update transaction set status = 'failed', failure_code = 'cancelled', pending_reason = null,
         completed_at = now() where id = $1`,
      [id],
    )
    await bookLateOutcome(api.database, asId<TransactionId>(id), 'late-1')
    await assert.rejects(
      set(mtn),
      /^OperatorAccountHoldsMoney: Its balance is 0 XOF\. Beside it, 1020 XOF are owed to payers debited late\. Payouts and refunds would leave/,
    )
    assert.equal(await find('mtn-benin'), undefined)
  })

  it('a mistyped environment or operator is told as such: nothing was set, and nothing removed', async () => {
    await set(moovAccount)
    const sandbox = await createTenant(api.database)
    const account = `MOOV_USERNAME=shop\nMOOV_PASSWORD=word\nMOOV_ENCRYPTION_KEY=${'k'.repeat(32)}`
    for (const id of [randomUUID(), sandbox.serviceEnvId]) {
      const told = `${id} is not the environment of a service in live mode.\n`
      assert.deepEqual(await command(['set', id], account), { code: 1, said: told })
      const left = `${id} has no account of its own at moov-benin.\n`
      assert.deepEqual(await command(['remove', id, 'moov-benin'], ''), { code: 1, said: left })
    }
    const moov = await command(['remove', tenant.serviceEnvId, 'moov'], '')
    const none = `${tenant.serviceEnvId} has no account of its own at moov.\n`
    assert.deepEqual(moov, { code: 1, said: none })
    assert.ok(await find('moov-benin'))
  })

  async function command(args: readonly string[], input: string) {
    const { databaseUrl = '', masterKeys } = api.env
    const child = spawn(process.execPath, ['server/cli/operator-account-main.ts', ...args], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: 'nobody:1',
        MASTER_KEY: masterKeys.map((key) => key.toString('hex')).join(','),
      },
    })
    child.stdin.end(input)
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (child.exitCode === null) await once(child, 'exit')
    return { code: child.exitCode, said: said + complained }
  }
})
