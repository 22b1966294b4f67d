import assert from 'node:assert/strict'
import { createTokenSource, type IssuedToken } from '#activities/operators/mtn/tokens.ts'

const minuteMs = 60_000

/** A source whose operator gives out numbered tokens, on a clock of its own. */
function sourceOf(lifetimeMs: number, issue?: () => Promise<IssuedToken | undefined>) {
  const clock = { now: 0 }
  let issued = 0
  const next = async (): Promise<IssuedToken> => {
    issued += 1
    return { text: `token ${issued}`, lifetimeMs }
  }
  return { clock, source: createTokenSource(issue ?? next, () => clock.now), issued: () => issued }
}

describe('the tokens of MTN', () => {
  it('are used until a minute before their end, and asked for once', async () => {
    const { clock, source, issued } = sourceOf(60 * minuteMs)
    const tokens = await Promise.all([source.get(1000), source.get(1000), source.get(1000)])
    assert.deepEqual(new Set(tokens), new Set(['token 1']))
    clock.now = 59 * minuteMs - 1
    assert.equal(await source.get(1000), 'token 1')
    clock.now = 59 * minuteMs
    assert.equal(await source.get(1000), 'token 2')
    assert.equal(issued(), 2)
  })

  it('of a short life are used for nine tenths of it', async () => {
    const { clock, source } = sourceOf(10_000)
    assert.equal(await source.get(1000), 'token 1')
    clock.now = 8999
    assert.equal(await source.get(1000), 'token 1')
    clock.now = 9000
    assert.equal(await source.get(1000), 'token 2')
  })

  it('once refused are not used again; the refusal of an older one takes nothing away', async () => {
    const { source } = sourceOf(minuteMs)
    assert.equal(await source.get(1000), 'token 1')
    source.drop('token 1')
    assert.equal(await source.get(1000), 'token 2')
    source.drop('token 1')
    assert.equal(await source.get(1000), 'token 2')
  })

  it('that do not come are not waited for longer than asked, and a failure is not kept', async () => {
    let answer: (token: IssuedToken | undefined) => void = () => {}
    const { source } = sourceOf(minuteMs, () => new Promise((resolve) => (answer = resolve)))
    assert.equal(await source.get(20), undefined)
    const waiting = source.get(5000)
    answer(undefined)
    assert.equal(await waiting, undefined)
    const again = source.get(5000)
    answer({ text: 'at last', lifetimeMs: minuteMs })
    assert.equal(await again, 'at last')
  })
})
