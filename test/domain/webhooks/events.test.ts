import assert from 'node:assert/strict'
import { isEventType, isSubscribed, webhookEventTypes } from '#domain/webhooks/events.ts'

describe('webhook event types', () => {
  it('are those of the specification, by group', () => {
    assert.deepEqual(
      webhookEventTypes.map(({ code, group }) => [code, group]),
      [
        ['payment.success', 'payments'],
        ['payment.failed', 'payments'],
        ['withdrawal.pending', 'withdrawals'],
        ['withdrawal.success', 'withdrawals'],
        ['withdrawal.failed', 'withdrawals'],
        ['withdrawal.cancelled', 'withdrawals'],
        ['refund.pending', 'refunds'],
        ['refund.success', 'refunds'],
        ['refund.rejected', 'refunds'],
        ['refund.failed', 'refunds'],
        ['refund.cancelled', 'refunds'],
        ['funds.held', 'funds'],
        ['funds.released', 'funds'],
        ['test.ping', 'test'],
      ],
    )
  })

  it('carry French texts, with a no-break space before double punctuation', () => {
    for (const { code, label, groupLabel, description } of webhookEventTypes) {
      for (const text of [label, groupLabel, description]) {
        assert.ok(text.length > 3, code)
        assert.doesNotMatch(text, /[^\u00A0][:;!?]|'/, code)
      }
      assert.ok(description.endsWith('.'), code)
    }
  })

  it('are known by their exact code', () => {
    assert.ok(isEventType('payment.success'))
    for (const other of ['*', 'payment.*', 'payment', 'toString', '__proto__', '', null, 1]) {
      assert.equal(isEventType(other), false)
    }
  })

  it('reach the enabled webhooks that asked for them', () => {
    const all = { status: 'enabled', allEvents: true, events: [] } as const
    const some = { status: 'enabled', allEvents: false, events: ['payment.success'] } as const
    assert.equal(isSubscribed(all, 'refund.failed'), true)
    assert.equal(isSubscribed(some, 'payment.success'), true)
    assert.equal(isSubscribed(some, 'payment.failed'), false)
    assert.equal(isSubscribed({ ...all, status: 'disabled' }, 'payment.success'), false)
    assert.equal(isSubscribed({ ...some, status: 'disabled' }, 'payment.success'), false)
  })
})
