import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts the results of delivery attempts and of their deliveries, and measures how long receivers take. */
export function observeDeliveries(telemetry: Telemetry): ActivityDependencies['observeAttempt'] {
  const attempts = telemetry.counter(
    'webhook_attempts_total',
    'Attempts at deliveries: delivered, or why not.',
    ['outcome'],
  )
  const durations = telemetry.histogram(
    'webhook_attempt_duration_seconds',
    'Time from the start of an attempt to the answer of its receiver, or to its failure.',
  )
  const deliveries = telemetry.counter(
    'webhook_deliveries_total',
    'Deliveries that an attempt has ended, by outcome.',
    ['outcome'],
  )
  // An increase is counted from a value that was there before: the first losses of a new worker count as well.
  attempts.inc({ outcome: 'worker_lost' }, 0)
  return ({ outcome, delivery, durationSeconds }) => {
    attempts.inc({ outcome })
    if (durationSeconds !== undefined) durations.observe(durationSeconds)
    if (delivery !== 'failed') deliveries.inc({ outcome: delivery })
  }
}
