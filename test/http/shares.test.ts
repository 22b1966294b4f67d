import assert from 'node:assert/strict'
import Type from 'typebox'
import type { ServiceError } from '#domain/errors/errors.ts'
import { slowAnswer } from '#platform/request-trail.ts'
import { route } from '#http/route.ts'
import { createShares } from '#http/shares.ts'
import { eventually, startToyService, ToyWorld } from './toy-service.ts'

describe('an answer that is slowed', () => {
  it('is waited for without a share, and not at all once its client has left', async () => {
    const tried = route({
      method: 'POST',
      path: '/v2/try',
      keys: 'none',
      summary: 'Essayer',
      body: Type.Object({ isSlow: Type.Boolean() }),
      handler: ({ body }) => {
        // Longer than any test.
        if (body.isSlow) slowAnswer(3_600_000)
        return { body: { data: 'tried' } }
      },
    })
    const world = new ToyWorld()
    const given = world.dependencies()
    world.dependencies = () => ({
      ...given,
      shares: createShares({ atOnceMax: 2, waitingMax: 100 }),
    })
    const service = await startToyService([tried], world)
    const leave = new AbortController()
    const attempt = (isSlow: boolean) =>
      fetch(`${service.url}/v2/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ isSlow }),
        signal: leave.signal,
      })
    const slow = Array.from({ length: 10 }, () => attempt(true))
    await eventually(() => world.ipAddresses.length >= 2)
    assert.equal((await attempt(false)).status, 200)
    leave.abort()
    for (const end of await Promise.allSettled(slow)) assert.equal(end.status, 'rejected')
    await eventually(() => world.measured.length === 11)
    await service.close()
  })
})

describe('the share of a caller', () => {
  /** Work that ends when it is told to. */
  function held() {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { work: () => promise, end: resolve }
  }

  it('runs so many at once, and the next in the order they came', async () => {
    const shares = createShares({ atOnceMax: 2, waitingMax: 10 })
    const begun: number[] = []
    const parts = Array.from({ length: 5 }, held)
    const done = parts.map(({ work }, at) =>
      shares.run('one', () => {
        begun.push(at)
        return work()
      }),
    )
    await Promise.resolve()
    assert.deepEqual(begun, [0, 1])
    parts[1]?.end()
    await done[1]
    await Promise.resolve()
    assert.deepEqual(begun, [0, 1, 2])
    for (const { end } of parts) end()
    await Promise.all(done)
    assert.deepEqual(begun, [0, 1, 2, 3, 4])
  })

  it('is full for its caller alone', async () => {
    const shares = createShares({ atOnceMax: 1, waitingMax: 1 })
    const { work, end } = held()
    const running = [shares.run('one', work), shares.run('one', work)]
    await assert.rejects(shares.run('one', work), ({ code }: ServiceError) => {
      return code === 'rate_limited'
    })
    assert.equal(await shares.run('other', async () => 'in'), 'in')
    end()
    await Promise.all(running)
    assert.equal(await shares.run('one', async () => 'in again'), 'in again')
  })

  it('is given back by work that fails', async () => {
    const shares = createShares({ atOnceMax: 1, waitingMax: 0 })
    for (let round = 0; round < 3; round += 1) {
      await assert.rejects(
        shares.run('one', () => Promise.reject(new Error('away'))),
        /away/,
      )
    }
    assert.equal(await shares.run('one', async () => 'in'), 'in')
  })
})
