import { activityInfo } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import type { Telemetry } from '#platform/telemetry.ts'
import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { ObservedCall } from '#activities/operators/measured.ts'

/** Measures every activity of every workflow, and counts failed ones by the code in the run's history. */
export function observeSteps(telemetry: Telemetry): ActivityInterceptorsFactory {
  const failures = telemetry.counter(
    'step_failures_total',
    'Steps of workflows that failed, by step and code; most are tried again.',
    ['step', 'code'],
  )
  const durations = telemetry.histogram(
    'step_duration_seconds',
    'Time that a step of a workflow took, whether it failed or not.',
    ['step'],
  )
  return () => ({
    inbound: {
      async execute(input, next) {
        const { activityType: step } = activityInfo()
        const done = durations.startTimer({ step })
        try {
          return await next(input)
        } catch (error) {
          failures.inc({ step, code: codeOf(error) })
          throw error
        } finally {
          done()
        }
      },
    },
  })
}

/** Our own failures have a code as type; others are the SDK's, such as a cancellation. */
function codeOf(error: unknown): string {
  if (error instanceof ApplicationFailure) return error.type ?? 'unknown'
  return error instanceof Error ? error.name : 'unknown'
}

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

/** Counts ledger checks by result; what the last one found is in the database. */
export function observeProofs(telemetry: Telemetry): ActivityDependencies['observeProof'] {
  const proofs = telemetry.counter('ledger_proofs_total', 'Proofs of the books, by their end.', [
    'state',
  ])
  return ({ state }) => proofs.inc({ state })
}

/** Counts the runs that this process found missing and started again. */
export function observeRuns(telemetry: Telemetry): ActivityDependencies['observeRestart'] {
  const restarts = telemetry.counter(
    'runs_restarted_total',
    'Runs that were missing and started again, by kind.',
    ['kind'],
  )
  return (kind, count) => restarts.inc({ kind }, count)
}
