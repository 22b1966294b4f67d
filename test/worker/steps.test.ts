import assert from 'node:assert/strict'
import { ApplicationFailure } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { createTelemetry } from '#platform/telemetry.ts'
import { observeSteps } from '#worker/observe.ts'

describe('the figures of steps', () => {
  it('count each failure under its step and the code that the history shows, and how long all took', async () => {
    const telemetry = createTelemetry()
    const environment = new MockActivityEnvironment(
      { activityType: 'checkPayment' },
      { interceptors: [observeSteps(telemetry)], logger: new DefaultLogger('ERROR', () => {}) },
    )
    const failing = (error: Error) =>
      assert.rejects(environment.run(() => Promise.reject(error)) as Promise<unknown>)
    await environment.run(() => Promise.resolve('done'))
    await failing(ApplicationFailure.retryable('unavailable', 'unavailable'))
    await failing(ApplicationFailure.retryable('unavailable', 'unavailable'))
    await failing(new TypeError('of a person'))
    const { text } = await telemetry.expose()
    const lines = text.split('\n').filter((line) => line.startsWith('step_failures_total{'))
    assert.deepEqual(lines, [
      'step_failures_total{step="checkPayment",code="unavailable"} 2',
      'step_failures_total{step="checkPayment",code="TypeError"} 1',
    ])
    assert.match(text, /^step_duration_seconds_count\{step="checkPayment"\} 4$/m)
  })
})
