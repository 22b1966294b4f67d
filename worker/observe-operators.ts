import type { ObservedCall } from '#activities/operators/measured.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts calls to live operators by outcome, and measures how long each took. */
export function observeOperators(telemetry: Telemetry): (call: ObservedCall) => void {
  const labels = ['provider', 'kind', 'call'] as const
  const calls = telemetry.counter(
    'operator_calls_total',
    'Calls of live operators, by what became of them.',
    [...labels, 'outcome'],
  )
  const durations = telemetry.histogram(
    'operator_call_duration_seconds',
    'Time from a call of a live operator to its answer, or to when it was given up.',
    labels,
  )
  return ({ provider, kind, call, outcome, durationSeconds }) => {
    calls.inc({ provider, kind, call, outcome })
    durations.observe({ provider, kind, call }, durationSeconds)
  }
}
