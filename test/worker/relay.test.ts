import assert from 'node:assert/strict'
import { relayedAtOnce } from '#db/outbox.ts'
import { createLog } from '#platform/log.ts'
import { startRelay } from '#worker/relay.ts'

describe('the relay', () => {
  it('hands over again at once while its batches are full', async () => {
    const batches = Array.from({ length: 30 }, () => relayedAtOnce)
    const emptied = Promise.withResolvers<void>()
    const relay = (): Promise<number> => {
      const taken = batches.shift()
      if (taken === undefined) emptied.resolve()
      return Promise.resolve(taken ?? 0)
    }
    const outbox = { kick() {}, relay, drain: () => Promise.resolve() }
    const log = createLog({ level: 'silent', name: 'test' })
    const startedAt = performance.now()
    const running = startRelay({ outbox, log })
    await emptied.promise
    // With a pause after each it would be fifteen seconds.
    assert.ok(performance.now() - startedAt < 10_000)
    await running.stop()
  }).timeout(20_000)
})
