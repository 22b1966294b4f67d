import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call, type Call, callUntilServed } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import {
  accountsOf,
  authorizeBank,
  authorizePhone,
  giveBalance,
  payoutCall,
  readyToPayOut,
} from '#test/support/payouts.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('POST /v2/payouts refuses', () => {
  let phone: string

  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))
  const live = given(() => createTenant(api.database, { mode: 'live' }))
  before(async () => {
    phone = await authorizePhone(api.database, tenant)
    for (const owner of [tenant, live]) await giveBalance(api.database, owner, 5_000_000)
  })

  const payOut = (changes: object, key = tenant.keys.secret) =>
    call(api, payoutCall(key, { phone, ...changes }))

  it('every key but the secret one, before it reads anything', async () => {
    const { secret: _, ...others } = tenant.keys
    for (const key of Object.values(others)) {
      for (const changes of [{}, { amount: -1, extra: true }]) {
        const refused = refusalOf(await payOut(changes, key))
        assert.deepEqual(refused, { status: 403, code: 'secret_key_required' })
      }
    }
  })

  it('a call without Idempotency-Key', async () => {
    const { headers: _none, ...request }: Call = payoutCall(tenant.keys.secret, { phone })
    assert.deepEqual(refusalOf(await call(api, request)), {
      status: 400,
      code: 'missing_idempotency_key',
    })
  })

  it('fields that are missing, wrong or not known, each with its code', async () => {
    const cases: [object, string, string][] = [
      [{ amount: undefined }, 'missing_field', 'amount'],
      [{ amount: '1000' }, 'invalid_amount', 'amount'],
      [{ amount: 0 }, 'invalid_amount', 'amount'],
      [{ amount: 10.5 }, 'invalid_amount', 'amount'],
      [{ currency: undefined }, 'missing_field', 'currency'],
      [{ currency: 'EUR' }, 'currency_not_supported', 'currency'],
      [{ provider: undefined }, 'missing_field', 'provider'],
      [{ provider: 'bank-benin' }, 'invalid_provider', 'provider'],
      [{ phone: undefined }, 'missing_field', 'phone'],
      [{ phone: '0197001234' }, 'phone_international_required', 'phone'],
      [{ phone: '22890123456' }, 'invalid_phone_number', 'phone'],
      [{ country: 'TG' }, 'phone_country_mismatch', 'country'],
      [{ reference: 'a b' }, 'invalid_reference', 'reference'],
      [{ description: 'd'.repeat(256) }, 'invalid_description', 'description'],
      [{ bank_account_id: randomUUID() }, 'invalid_bank_account', 'bank_account_id'],
      [{ provider: 'uba-benin', bank_account_id: '7' }, 'invalid_bank_account', 'bank_account_id'],
      [{ metadata: {} }, 'unknown_field', 'metadata'],
      [{ channel: 'api' }, 'unknown_field', 'channel'],
      [{ amount: 99 }, 'payout_amount_too_small', 'amount'],
      [{ amount: 2_000_001 }, 'payout_amount_too_large', 'amount'],
    ]
    for (const [changes, code, field] of cases) {
      const refused = refusalOf(await payOut(changes))
      assert.deepEqual(refused, { status: 422, code, field }, JSON.stringify(changes))
    }
    const several = await payOut({ amount: 0, provider: 'x', reference: '' })
    assert.deepEqual(refusedFields(several), {
      amount: 'invalid_amount',
      provider: 'invalid_provider',
      reference: 'invalid_reference',
    })
  })

  it('a bank in sandbox, and operators that are not open in live', async () => {
    const bank = refusalOf(await payOut({ provider: 'uba-benin', phone: undefined }))
    assert.deepEqual(bank, { status: 403, code: 'live_mode_required', field: 'provider' })
    const closed = refusalOf(await payOut({}, live.keys.secret))
    assert.deepEqual(closed, { status: 422, code: 'provider_unavailable', field: 'provider' })
  })

  it('a bank account that is not authorised, of another bank, of another service, or one of several', async () => {
    const transfer = (changes: object, provider = 'boa-benin') =>
      call(api, payoutCall(live.keys.secret, { provider, ...changes }))
    const notAuthorized = {
      status: 422,
      code: 'recipient_not_authorized',
      field: 'bank_account_id',
    }
    assert.deepEqual(refusalOf(await transfer({})), notAuthorized)
    const first = await authorizeBank(api.database, live, 'boa-benin')
    const elsewhere = await authorizeBank(api.database, live, 'ecobank-benin')
    const stranger = await createTenant(api.database, { mode: 'live' })
    const theirs = await authorizeBank(api.database, stranger, 'boa-benin')
    for (const id of [elsewhere, theirs, randomUUID()]) {
      assert.deepEqual(refusalOf(await transfer({ bank_account_id: id })), notAuthorized)
    }
    assert.equal((await transfer({})).status, 202, 'the only one at that bank')
    await authorizeBank(api.database, live, 'boa-benin')
    assert.deepEqual(refusalOf(await transfer({})), {
      status: 422,
      code: 'bank_account_ambiguous',
      field: 'bank_account_id',
    })
    assert.equal((await transfer({ bank_account_id: first })).status, 202)
  })

  it('and takes nothing for what it refused: the key is free again, the balance whole', async () => {
    const key = randomUUID()
    const bad = payoutCall(tenant.keys.secret, { phone, amount: 6_000_000 }, key)
    assert.equal(refusalOf(await call(api, bad)).code, 'payout_amount_too_large')
    assert.deepEqual(await accountsOf(api.database, tenant), { available: 5_000_000 })
    const good = payoutCall(tenant.keys.secret, { phone }, key)
    assert.equal((await call(api, good)).status, 202)
  })

  it('more than the sandbox allows in a minute', async () => {
    const strict = await startApiAlone({ SANDBOX_CREATIONS_PER_MINUTE: '3' })
    try {
      const other = await createTenant(strict.database)
      const number = await readyToPayOut(strict.database, other, { balance: 100_000 })
      const works = Array.from({ length: 6 }, () =>
        callUntilServed(strict, payoutCall(other.keys.secret, { phone: number })),
      )
      const answers = await Promise.all(works)
      assert.equal(answers.filter(({ status }) => status === 202).length, 3)
      const refused = answers.filter(({ status }) => status !== 202).map(refusalOf)
      assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['sandbox_rate_limited']))
    } finally {
      await strict.stop()
    }
  })
})
