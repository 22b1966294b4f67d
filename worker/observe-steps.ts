import { activityInfo } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import type { Telemetry } from '#platform/telemetry.ts'

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
