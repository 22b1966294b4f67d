import assert from 'node:assert/strict'
import { createPace } from '#activities/webhooks/pace.ts'

const atOnce = 5

describe('those who find no room at an endpoint', () => {
  it('come again within the time that the line takes where sends are quick', () => {
    let now = 0
    const pace = createPace(() => now)
    for (let round = 0; round < 20; round += 1) {
      const sent = Array.from({ length: atOnce }, () => pace.come('quick'))
      now += 100
      for (const visit of sent) visit.done()
    }
    const sending = Array.from({ length: atOnce }, () => pace.come('quick'))
    const pauses = Array.from({ length: 100 }, () => pace.come('quick').refused())
    // A hundred are sent in two seconds, and each pause is spread by half.
    assert.ok(Math.max(...pauses) <= 1.5 * 2300, `${Math.max(...pauses)} ms`)
    assert.ok(Math.min(...pauses) <= 1.5 * 300, `${Math.min(...pauses)} ms`)
    sending.forEach((visit) => visit.done())
  })

  it('stay away where it hangs, and others do not for it', () => {
    let now = 0
    const pace = createPace(() => now)
    for (let at = 0; at < atOnce; at += 1) pace.come('hanging')
    now += 4000
    const pauses = Array.from({ length: 200 }, () => pace.come('hanging').refused())
    assert.ok(pauses.filter((ms) => ms >= 10_000).length >= 150, `${pauses.join(' ')}`)
    assert.ok(Math.max(...pauses) <= 30_000)
    assert.ok(pace.come('other').refused() <= 450)
  })
})
