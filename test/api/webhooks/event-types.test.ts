import assert from 'node:assert/strict'
import { refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'

describe('GET /v2/webhook_event_types', () => {
  const scene = given(() => sharedApiScene())

  /** See docs/webhooks.md#events. */
  const groups = {
    payments: ['payment.success', 'payment.failed'],
    withdrawals: [
      'withdrawal.pending',
      'withdrawal.success',
      'withdrawal.failed',
      'withdrawal.cancelled',
    ],
    refunds: [
      'refund.pending',
      'refund.success',
      'refund.rejected',
      'refund.failed',
      'refund.cancelled',
    ],
    funds: ['funds.held', 'funds.released'],
    test: ['test.ping'],
  }

  it('lists the catalogue by group, with labels and descriptions in French', async () => {
    const key = scene.tenant.keys.secret
    const { status, json } = await scene.call({ path: '/v2/webhook_event_types', key })
    assert.equal(status, 200)
    const seen: Record<string, string[]> = {}
    for (const type of json.data) {
      const { id, object, code, group, group_label, label, description, ...more } = type
      assert.deepEqual(more, {})
      assert.deepEqual([id, object], [code, 'webhook_event_type'])
      ;(seen[group] ??= []).push(code)
      for (const text of [group_label, label, description]) {
        assert.match(text, /^\p{Lu}/u)
        assert.doesNotMatch(text, /'| [:;!?]/)
      }
    }
    assert.deepEqual(seen, groups)
    assert.equal(json.meta.has_more, false)
    assert.equal(json.meta.next_cursor, null)
    assert.equal(typeof json.meta.limit, 'number')
  })

  it('each of its types, and only those, can be subscribed to', async () => {
    const key = scene.tenant.keys.secret
    const events = Object.values(groups).flat()
    const subscribe = (types: readonly string[]) =>
      scene.call({
        method: 'POST',
        path: '/v2/webhook_endpoints',
        key,
        body: { url: 'https://shop.example/hook', events: types },
      })
    const all = await subscribe(events)
    assert.equal(all.status, 201, all.text)
    scene.keepSecret(all.json.data.secret)
    assert.deepEqual(all.json.data.events, events)
    assert.equal(all.json.data.all_events, false)
    const more = await subscribe([...events, 'payment.refunded'])
    assert.equal(refusalOf(more).code, 'invalid_events')
  })

  it('is for the secret key', async () => {
    for (const kind of ['public', 'terminal', 'session'] as const) {
      const key = scene.tenant.keys[kind]
      const answer = await scene.call({ path: '/v2/webhook_event_types', key })
      assert.deepEqual(refusalOf(answer), { status: 403, code: 'secret_key_required' })
    }
  })
})
