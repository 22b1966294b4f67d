import assert from 'node:assert/strict'
import type { Env, FraudLimits } from '#platform/env.ts'
import { onPool } from '#db/sql.ts'
import { recordedIn, refusalOf, sharedApiScene, startSecondApi } from '#test/support/api-scene.ts'
import { type CallAnswer, collectionCall } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { createKey, createTenant, freshPhone } from '#test/support/tenant.ts'

describe('the limits of creations', () => {
  const scene = given(() => sharedApiScene())
  const tenant = givenEach(() => createTenant(scene.service.database))

  /** Collections asked of a process with these limits. */
  async function withLimits(
    changes: Partial<Omit<Env, 'fraud'>> & { fraud?: Partial<FraudLimits> },
    test: (create: (key: string, body?: object) => Promise<CallAnswer>) => Promise<void>,
  ): Promise<void> {
    const { fraud } = scene.service.env
    const limited = await startSecondApi(scene, {
      ...changes,
      fraud: { ...fraud, ...changes.fraud },
    })
    try {
      await test((key, body = {}) => scene.call(collectionCall(key, { ...body }), limited.baseUrl))
    } finally {
      await limited.stop()
    }
  }

  async function mustBeRefused(
    code: string,
    attempt: () => Promise<CallAnswer>,
    secondsMax: number,
  ): Promise<void> {
    const recorded = await recordedIn(scene.service)
    const answer = await attempt()
    assert.deepEqual(refusalOf(answer), { status: 429, code })
    const seconds = Number(answer.headers.get('Retry-After'))
    assert.ok(seconds >= 1 && seconds <= secondsMax, `${seconds}`)
    assert.deepEqual(await recordedIn(scene.service), recorded)
  }

  const forget = (interval: string, serviceEnvId: string) =>
    onPool(scene.service.database.pool).rows(
      'update transaction set created_at = created_at - $2::interval where service_env_id = $1',
      [serviceEnvId, interval],
    )

  async function secondsLeftToday(): Promise<number> {
    const { seconds } = await onPool(scene.service.database.pool).one<{ seconds: number }>(
      `select ceil(extract(epoch from date_trunc('day', now()) + interval '1 day' - now()))::int as seconds`,
    )
    return seconds
  }

  it('a sandbox key creates so many a minute, however they come; refused ones do not count', async () => {
    await withLimits({ sandboxCreationsPerMinute: 5 }, async (create) => {
      const key = tenant.keys.secret
      for (let at = 0; at < 6; at += 1) assert.equal((await create(key, { amount: 0 })).status, 422)
      const answers = await Promise.all(Array.from({ length: 8 }, () => create(key)))
      const accepted = answers.filter(({ status }) => status === 202)
      assert.equal(accepted.length, 5)
      for (const answer of answers) {
        if (!accepted.includes(answer)) assert.equal(refusalOf(answer).code, 'sandbox_rate_limited')
      }
      await mustBeRefused('sandbox_rate_limited', () => create(key), 60)
      assert.equal((await create(tenant.keys.public)).status, 202)
      const sibling = await createKey(scene.service.database, tenant, 'secret')
      assert.equal((await create(sibling)).status, 202)
      await forget('61 seconds', tenant.serviceEnvId)
      assert.equal((await create(key)).status, 202)
    })
  })

  it('a sandbox service creates so many a day with all its keys, and is told when the next begins', async () => {
    await withLimits({ sandboxCreationsPerDay: 4 }, async (create) => {
      for (const key of Object.values(tenant.keys)) assert.equal((await create(key)).status, 202)
      const longest = await secondsLeftToday()
      for (const key of Object.values(tenant.keys)) {
        await mustBeRefused('sandbox_rate_limited', () => create(key), longest)
      }
      const seconds = Number((await create(tenant.keys.secret)).headers.get('Retry-After'))
      const shortest = await secondsLeftToday()
      assert.ok(seconds >= shortest && seconds <= longest, `${shortest} ${seconds} ${longest}`)
      const other = await createTenant(scene.service.database)
      assert.equal((await create(other.keys.secret)).status, 202)
      await forget('1 day', tenant.serviceEnvId)
      assert.equal((await create(tenant.keys.secret)).status, 202)
    })
  })

  it('one number has so many requests pending, and may be asked again once one has ended', async () => {
    await withLimits({ fraud: { pendingPerNumber: 2 } }, async (create) => {
      const key = tenant.keys.secret
      const phone = freshPhone('0005')
      const answers = await Promise.all(Array.from({ length: 5 }, () => create(key, { phone })))
      assert.equal(answers.filter(({ status }) => status === 202).length, 2)
      await mustBeRefused('rate_limited', () => create(key, { phone }), 3600)
      await mustBeRefused('rate_limited', () => create(key, { phone: `+${phone}` }), 3600)
      assert.equal((await create(key, { phone: freshPhone('0005') })).status, 202)
      const [first] = answers.filter(({ status }) => status === 202)
      await onPool(scene.service.database.pool).rows(
        `update transaction set status = 'cancelled', pending_reason = null, completed_at = now()
         where id = $1`,
        [first?.json.data.id],
      )
      assert.equal((await create(key, { phone })).status, 202)
    })
  })

  it('one number is asked so often in a window, whatever came of it', async () => {
    const fraud = { requestsPerNumber: 3, requestsPerNumberWindowMs: 600_000 }
    await withLimits({ fraud }, async (create) => {
      const phone = freshPhone()
      for (const key of [tenant.keys.secret, tenant.keys.session, tenant.keys.terminal]) {
        assert.equal((await create(key, { phone })).status, 202)
      }
      await mustBeRefused('rate_limited', () => create(tenant.keys.session, { phone }), 600)
      await forget('601 seconds', tenant.serviceEnvId)
      assert.equal((await create(tenant.keys.session, { phone })).status, 202)
    })
  })

  it('one merchant asks so often a minute, of all numbers together', async () => {
    await withLimits({ fraud: { requestsPerMerchantPerMinute: 3 } }, async (create) => {
      const { public: publicKey, ...own } = tenant.keys
      for (const key of Object.values(own)) assert.equal((await create(key)).status, 202)
      assert.equal((await create(publicKey)).status, 202)
      await mustBeRefused('rate_limited', () => create(tenant.keys.secret), 60)
      const other = await createTenant(scene.service.database)
      assert.equal((await create(other.keys.secret)).status, 202)
    })
  })

  it('a replay is answered though the limit is reached, and the key of a refused one stays free', async () => {
    const limited = await startSecondApi(scene, { sandboxCreationsPerMinute: 1 })
    try {
      const first = collectionCall(tenant.keys.secret)
      const second = collectionCall(tenant.keys.secret)
      const made = await scene.call(first, limited.baseUrl)
      assert.equal(made.status, 202)
      const refused = await scene.call(second, limited.baseUrl)
      assert.equal(refusalOf(refused).code, 'sandbox_rate_limited')
      const again = await scene.call(first, limited.baseUrl)
      assert.deepEqual([again.status, again.text], [202, made.text])
      await forget('61 seconds', tenant.serviceEnvId)
      const later = await scene.call(second, limited.baseUrl)
      assert.equal(later.status, 202)
      assert.equal(later.headers.get('Idempotent-Replayed'), null)
    } finally {
      await limited.stop()
    }
  })
})
