import assert from 'node:assert/strict'
import { retryDelayMs, WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { readEnv } from '#platform/env.ts'

const usualMs = readEnv({}).webhookRetryScheduleMs

describe('the webhook schedule', () => {
  it('waits 1 minute, 5 and 30 minutes, 2 hours and 6 hours, then abandons', () => {
    const minutes = [1, 2, 3, 4, 5, 6].map((attempt) => {
      const delayMs = retryDelayMs(attempt, usualMs)
      return delayMs === undefined ? undefined : delayMs / 60_000
    })
    assert.deepEqual(minutes, [1, 5, 30, 120, 360, undefined])
    assert.equal(usualMs.length + 1, WEBHOOK_ATTEMPTS_MAX)
  })

  it('never makes a seventh attempt, nor more than the schedule it is given', () => {
    const long = [1, 2, 3, 4, 5, 6, 7, 8]
    assert.deepEqual(
      [5, 6, 7, 60].map((attempt) => retryDelayMs(attempt, long)),
      [5, undefined, undefined, undefined],
    )
    assert.deepEqual(
      [1, 2].map((attempt) => retryDelayMs(attempt, [10])),
      [10, undefined],
    )
  })
})
