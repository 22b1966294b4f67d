import type { EnvFields } from './env-fields.ts'

/** Retention periods of personal data (docs/data.md). */
export interface RetentionVariables {
  readonly retention: {
    /** For events with their deliveries and attempts. */
    readonly eventDays: number
    /** For payers' data in payments that ended. */
    readonly payerDays: number
  }
}

/** Reads `RETENTION_EVENTS` and `RETENTION_PAYERS`. */
export function readRetention(fields: EnvFields): RetentionVariables {
  const days = (name: string, fallback: string, min: number): number =>
    Math.floor(
      fields.durationMs(name, fallback, { min: min * dayMs, max: daysMax * dayMs }) / dayMs,
    )
  return {
    retention: {
      eventDays: days('RETENTION_EVENTS', '400d', 30),
      payerDays: days('RETENTION_PAYERS', '3650d', 90),
    },
  }
}

const dayMs = 86_400_000
/** A hundred years. */
const daysMax = 36_500
