import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

const perMerchant = 3

/** As `creation_bucket` of the books is, with this in place of what tells creations apart. */
const bucketOf = (text: string): string =>
  `create or replace function creation_bucket(p_type text, p_channel text, p_link uuid, p_checkout uuid) returns text
   language sql immutable as $$ select ${text} $$`

const right = `coalesce(p_link::text, p_checkout::text, case
  when p_channel = 'widget' then 'public' when p_type = 'payout' then 'payouts' else 'own' end)`

describe('a bucket that is shared by mistake', () => {
  let api: ApiAlone
  let tenant: Tenant
  before(async () => {
    api = await startApiAlone({ FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE: `${perMerchant}` })
  })
  beforeEach(async () => (tenant = await createTenant(api.database)))
  after(() => api?.stop())

  const sell = (key: string) => call(api, collectionCall(key, { phone: freshPhone() }))
  const plant = (text: string) => onPool(api.database.pool).rows(bucketOf(text))

  async function payLinks(): Promise<void> {
    const { id } = await createLink(api.database, tenant)
    for (let at = 0; at < perMerchant; at += 1) {
      assert.equal((await call(api, linkPaymentCall(id))).status, 202)
    }
  }

  async function sellByPage(): Promise<void> {
    for (let at = 0; at < perMerchant; at += 1) {
      assert.equal((await sell(tenant.keys.public)).status, 202)
    }
  }

  async function payOut(): Promise<CallAnswer> {
    const phone = await authorizePhone(api.database, tenant)
    await giveBalance(api.database, tenant, 10_000)
    return call(api, payoutCall(tenant.keys.secret, { phone, amount: 1000 }))
  }

  const faults = {
    'links with the merchant’s own': [
      `case when p_channel = 'payment_link' then 'own' else ${right} end`,
      payLinks,
    ],
    'pages with the merchant’s own': [
      `case when p_channel = 'widget' then 'own' else ${right} end`,
      sellByPage,
    ],
  } as const

  for (const [what, [planted, flood]] of Object.entries(faults)) {
    it(`is seen: ${what}`, async () => {
      await flood()
      assert.equal((await sell(tenant.keys.secret)).status, 202, 'as it should be')
      tenant = await createTenant(api.database)
      await plant(planted)
      try {
        await flood()
        const { status } = await sell(tenant.keys.secret)
        assert.equal(status, 429, 'the same steps tell of the fault')
      } finally {
        await plant(right)
      }
    })
  }

  it('is seen: payouts with sales', async () => {
    for (let at = 0; at < perMerchant; at += 1) await sell(tenant.keys.secret)
    assert.equal((await payOut()).status, 202, 'as it should be')
    tenant = await createTenant(api.database)
    await plant(`case when p_channel = 'api' then 'payouts' else ${right} end`)
    try {
      for (let at = 0; at < perMerchant; at += 1) await sell(tenant.keys.secret)
      assert.equal((await payOut()).status, 429, 'the same steps tell of the fault')
    } finally {
      await plant(right)
    }
  })
})
