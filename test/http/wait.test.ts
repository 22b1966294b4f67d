import assert from 'node:assert/strict'
import { createWaitSlots, waitHeaders, waitSecondsMax } from '#http/wait.ts'
import { route } from '#http/route.ts'
import Type from 'typebox'
import { waitParameter } from '#http/fields.ts'
import {
  eventually,
  everyKey,
  refusal,
  secretHeaders,
  startToyService,
  type ToyService,
} from './toy-service.ts'

describe('wait slots', () => {
  const present = new AbortController().signal

  it('ends with what is waited for, and frees the slot', async () => {
    const slots = createWaitSlots()
    const change = Promise.withResolvers<void>()
    const run = slots.run({ key: 'k', seconds: 5, signal: present }, () => change.promise)
    assert.equal(slots.taken(), 1)
    change.resolve()
    assert.equal(await run, 'waited')
    assert.equal(slots.taken(), 0)
  })

  it('ends when the time is over, though what is waited for never does', async () => {
    const slots = createWaitSlots()
    const startedAt = performance.now()
    let told: AbortSignal | undefined
    const outcome = await slots.run({ key: 'k', seconds: 1, signal: present }, (ended) => {
      told = ended
      return new Promise(() => undefined)
    })
    assert.equal(outcome, 'waited')
    const tookMs = performance.now() - startedAt
    assert.ok(tookMs > 950 && tookMs < 4000, `${tookMs} ms`)
    assert.equal(told?.aborted, true)
    assert.equal(slots.taken(), 0)
  })

  it('20 seconds are capped at 5', async () => {
    assert.equal(waitSecondsMax, 5)
    const slots = createWaitSlots()
    const startedAt = performance.now()
    await slots.run({ key: 'k', seconds: 20, signal: present }, () => new Promise(() => undefined))
    const tookMs = performance.now() - startedAt
    assert.ok(tookMs > 4950 && tookMs < 15_000, `${tookMs} ms`)
  })

  it('without a wait, with 0, or when the client is gone, nothing is waited for', async () => {
    const slots = createWaitSlots()
    const never = () => assert.fail('nothing was to be waited for')
    assert.equal(await slots.run({ key: 'k', seconds: undefined, signal: present }, never), 'none')
    assert.equal(await slots.run({ key: 'k', seconds: 0, signal: present }, never), 'none')
    assert.equal(
      await slots.run({ key: 'k', seconds: 5, signal: AbortSignal.abort() }, never),
      'none',
    )
    assert.equal(slots.taken(), 0)
  })

  it('the third wait of a key is skipped at once, that of another key is not', async () => {
    const slots = createWaitSlots()
    const change = Promise.withResolvers<void>()
    const run = (key: string) =>
      slots.run({ key, seconds: 5, signal: present }, () => change.promise)
    const taken = [run('a'), run('a'), run('b')]
    assert.equal(await run('a'), 'skipped')
    change.resolve()
    assert.deepEqual(await Promise.all(taken), ['waited', 'waited', 'waited'])
    assert.equal(await run('a'), 'waited')
    assert.deepEqual(waitHeaders('skipped'), { 'Service-Wait': 'skipped' })
    assert.deepEqual(waitHeaders('waited'), {})
  })

  it('an error of what is waited for rises, and frees the slot', async () => {
    const slots = createWaitSlots()
    const broken = async () => Promise.reject(new Error('broken'))
    const request = { key: 'k', seconds: 5, signal: present }
    await assert.rejects(slots.run(request, broken), /broken/)
    await assert.rejects(slots.run(request, () => assert.fail('thrown before any promise')))
    assert.equal(slots.taken(), 0)
  })
})

describe('waiting reads over HTTP', () => {
  const slots = createWaitSlots()
  const waiting = route({
    method: 'GET',
    path: '/v2/waiting',
    keys: everyKey,
    summary: 'Attendre',
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    async handler({ caller, query, signal }) {
      const request = { key: caller.apiKeyId, seconds: query.wait, signal }
      const outcome = await slots.run(request, () => new Promise(() => undefined))
      return { body: { data: outcome }, headers: waitHeaders(outcome) }
    },
  })
  let service: ToyService
  before(async () => (service = await startToyService([waiting])))
  after(() => service.close())

  const read = (wait: string, signal?: AbortSignal) =>
    fetch(`${service.url}/v2/waiting?wait=${wait}`, {
      headers: secretHeaders,
      ...(signal && { signal }),
    })

  it('0 to 20 whole seconds are taken, all else is 422 invalid_wait', async () => {
    for (const wait of ['21', '-1', '1.5', 'a', '', '1e1', '%205', '99999999999999999999']) {
      const answer = await refusal(read(wait))
      assert.deepEqual([answer.status, answer.code], [422, 'invalid_wait'], wait)
    }
    assert.equal((await read('0')).status, 200)
    assert.equal((await read('00')).status, 200)
  })

  it('200 clients that leave hold no slot', async () => {
    for (let round = 0; round < 100; round += 1) {
      const controller = new AbortController()
      const left = [read('20', controller.signal), read('20', controller.signal)]
      await eventually(() => slots.taken() === 2)
      const third = await read('20')
      assert.equal(third.headers.get('service-wait'), 'skipped')
      await third.text()
      controller.abort()
      await Promise.allSettled(left)
      await eventually(() => slots.taken() === 0)
    }
  })
})
