import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listActivity } from '#use-cases/audit/list.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { payoutCall } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { signedUp } from '#test/support/sign-ups.ts'
import { createPortalMerchant, portalReader, type PortalReader } from '#test/support/portal.ts'

const path = '/portail/cles'

describe('API keys in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const readerAs = (role: 'owner' | 'administrator' | 'developer' | 'collaborator') =>
    portalReader(api, merchant, role)
  const replacement = { type: 'secret', ancienne: '0' }

  it('are replaced after the password: the new one is shown once, and the old one stops when it was said to', async () => {
    const reader = await readerAs('developer')
    const first = keyIn((await reader.send(path, replacement)).text)
    assert.match(first, /^SKLIVE_[0-9a-f]{48}$/)
    assert.equal(await statusWith(first), 200)
    const second = keyIn((await reader.send(path, { ...replacement, ancienne: '86400' })).text)
    assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200])
    const third = keyIn((await reader.send(path, replacement)).text)
    assert.deepEqual(await Promise.all([first, second, third].map(statusWith)), [401, 401, 200])
    const list = await reader.get(path)
    assert.ok(list.text.includes(third.slice(-4)) && !list.text.includes(third))
  })

  it('pay out where owner or administrator made them and want it, never where a developer did', async () => {
    const shop = await createPortalMerchant(api.database)
    const owner = await portalReader(api, shop, 'owner')
    const payOut = async (role: 'owner' | 'administrator' | 'developer', fields: object = {}) => {
      const reader = role === 'owner' ? owner : await portalReader(api, shop, role)
      const key = keyIn((await reader.send(path, { ...replacement, ...fields })).text)
      const answer = await call(api, payoutCall(key, { phone: '2290196000001' }))
      return answer.json.error?.code
    }
    assert.equal(await payOut('developer'), 'scope_required')
    assert.equal(await payOut('developer', { retraits: 'oui' }), 'scope_required')
    assert.equal(await payOut('owner', { retraits: 'non' }), 'scope_required')
    // Let through, up to the operator, under which this service has no account.
    for (const role of ['owner', 'administrator'] as const)
      assert.equal(await payOut(role, { retraits: 'oui' }), 'provider_unavailable')
    const key = keyIn((await (await readerAs('developer')).send(path, replacement)).text)
    const id = randomUUID()
    const cancelled = await call(api, {
      method: 'POST',
      path: `/v2/transactions/${id}/cancel`,
      key,
    })
    assert.equal(cancelled.json.error.code, 'scope_required')
    const payment = await call(api, collectionCall(key))
    assert.equal(payment.json.error.code, 'provider_unavailable', 'and payments go on')
  })

  it('speak of an old key only where there is one', async () => {
    const reader = await portalReader(api, await signedUp(api.database))
    assert.doesNotMatch((await reader.get(path)).text, /ancienne clé/)
    const first = await reader.send(path, { ...replacement, ancienne: '86400' })
    assert.match(first.text, /SKSANDBOX_/)
    assert.doesNotMatch(first.text, /ancienne clé/)
    assert.match((await reader.get(path)).text, /ancienne clé/)
    const other = await reader.send(path, { ...replacement, type: 'public' })
    assert.doesNotMatch(other.text, /ancienne clé/i)
    const second = await reader.send(path, { ...replacement, ancienne: '86400' })
    assert.match(second.text, /L’ancienne clé fonctionne encore/)
  })

  it('show a public key again, which is no secret', async () => {
    const reader = await readerAs('developer')
    const key = keyIn((await reader.send(path, { ...replacement, type: 'public' })).text)
    assert.match(key, /^PKLIVE_/)
    assert.ok((await reader.get(path)).text.includes(key))
  })

  it('are no business of collaborators, nor of another merchant', async () => {
    const collaborator = await readerAs('collaborator')
    assert.equal((await collaborator.get(path)).status, 403)
    assert.equal((await collaborator.send(path, replacement)).status, 403)
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    const fields = { ...replacement, place: merchant.live.serviceEnvId }
    assert.equal((await stranger.send(path, fields)).status, 409)
  })

  describe('like every write of the portal', () => {
    it('refuse a wrong password on the same page, and the sixth attempt of a quarter hour whatever it is', async () => {
      const reader = await readerAs('administrator')
      for (let attempt = 0; attempt < 5; attempt++) {
        const refused = await reader.send(path, { ...replacement, password: 'faux' })
        assert.equal(refused.status, 422)
        assert.match(refused.text, /Le mot de passe est incorrect/)
      }
      const blocked = await reader.send(path, replacement)
      assert.equal(blocked.status, 422)
      assert.match(blocked.text, /Trop de tentatives/)
      assert.ok(Number(blocked.headers.get('Retry-After')) > 0)
      const lines = await listActivity(api.database, merchant.merchantId, { limit: 20 })
      const tried = lines.filter(
        ({ act, actor }) => act === 'password.confirm' && actor.id === reader.user.id,
      )
      assert.deepEqual(
        tried.map(({ outcome }) => outcome),
        ['too_many_attempts', ...Array.from({ length: 5 }, () => 'wrong_password')],
      )
    })

    it('do a form once, however often it is sent, and at once', async () => {
      const reader = await readerAs('owner')
      const form = await reader.formOf(path)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => reader.post(path, { ...form, ...replacement, password })),
      )
      assert.deepEqual(
        answers.map(({ status }) => status).filter((status) => status !== 409),
        [200],
      )
      const again = await reader.post(path, { ...form, ...replacement, password })
      assert.match(again.text, /déjà envoyé/)
    })

    it('refuse a form that was opened for the other mode', async () => {
      const reader = await readerAs('administrator')
      const form = await reader.formOf(path)
      await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
      const refused = await reader.post(path, { ...form, ...replacement, password })
      assert.equal(refused.status, 409)
      assert.match(refused.text, /Vous avez changé de service ou de mode/)
      const test = keyIn((await reader.send(path, replacement)).text)
      assert.match(test, /^SKSANDBOX_/)
    })

    it('stand in the activity log with who, what and where, and nothing secret', async () => {
      const reader = await readerAs('developer')
      const key = keyIn((await reader.send(path, replacement)).text)
      const [line] = await listActivity(api.database, merchant.merchantId, { limit: 1 })
      assert.equal(line?.actor.id, reader.user.id)
      assert.deepEqual(
        [line?.act, line?.outcome, line?.serviceEnvId, line?.details],
        [
          'api_key.replace',
          'done',
          merchant.live.serviceEnvId,
          { kind: 'secret', oldWorkSeconds: 0, scopes: ['payments'] },
        ],
      )
      assert.ok(!JSON.stringify(line).includes(key.slice(10)))
    })

    it('refuse a form without its token, and one that another site sent', async () => {
      const reader: PortalReader = await readerAs('developer')
      const form = await reader.formOf(path)
      const forged = await reader.post(path, { ...form, ...replacement, csrf_token: 'x' })
      assert.equal(forged.status, 403)
    })
  })

  async function statusWith(key: string): Promise<number> {
    const headers = { Authorization: `Bearer ${key}` }
    const { status, body } = await fetch(new URL('/v2/balance', api.baseUrl), { headers })
    await body?.cancel()
    return status
  }
})

function keyIn(page: string): string {
  return /<code class="secret">([^<]+)<\/code>/.exec(page)?.[1] ?? ''
}
