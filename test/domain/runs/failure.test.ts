import assert from 'node:assert/strict'
import {
  type FailureClass,
  failurePauseMs,
  failurePolicies,
  isToAsk,
} from '#domain/runs/failure.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

describe('the pauses of a step that fails', () => {
  it('what goes by itself is tried again within seconds, and a quarter of an outage after its end', () => {
    assert.equal(failurePauseMs('soon', 0), 5 * secondMs)
    assert.equal(failurePauseMs('soon', 8 * minuteMs), 2 * minuteMs)
    assert.equal(failurePauseMs('soon', 24 * hourMs), 10 * minuteMs)
    assert.ok(!isToAsk('soon', 365 * 24 * hourMs))
  })

  it('what may be mended is tried some fifteen times in its first hour, and after that staff is asked', () => {
    const tries = triesWithin('later', hourMs)
    assert.ok(tries >= 12 && tries <= 18, `${tries}`)
    assert.ok(!isToAsk('later', hourMs - 1))
    assert.ok(isToAsk('later', hourMs))
    assert.equal(failurePauseMs('later', 24 * hourMs), 4 * hourMs)
  })

  it('what nothing but a repair helps is asked about at once, and tried a few times a day', () => {
    assert.ok(isToAsk('ask', 0))
    assert.equal(triesWithin('ask', 24 * hourMs), 7)
  })

  it('no class fills a history within a week', () => {
    for (const failure of Object.keys(failurePolicies) as FailureClass[])
      assert.ok(triesWithin(failure, 7 * 24 * hourMs) < 1100, failure)
  })

  function triesWithin(failure: FailureClass, ms: number): number {
    let tries = 1
    for (let at = 0; at + failurePauseMs(failure, at) <= ms; tries += 1)
      at += failurePauseMs(failure, at)
    return tries
  }
})
