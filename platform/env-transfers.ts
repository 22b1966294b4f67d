import type { EnvFields } from './env-fields.ts'

/** How staff handles bank transfers. */
export interface TransferVariables {
  /** XOF; above it a second member of staff must approve a transfer or refund. */
  readonly staffApprovalAbove: bigint
  /** How long a transfer may wait before staff is notified, and between reminders. */
  readonly transferReminderMs: number
}

/** Reads `STAFF_APPROVAL_ABOVE` and `TRANSFER_REMINDER`. */
export function readTransfers(fields: EnvFields): TransferVariables {
  return {
    staffApprovalAbove: BigInt(
      fields.whole('STAFF_APPROVAL_ABOVE', 1_000_000, { min: 0, max: amountMax }),
    ),
    transferReminderMs: fields.durationMs('TRANSFER_REMINDER', '24h', {
      min: 1000,
      max: 30 * dayMs,
    }),
  }
}

const amountMax = 1_000_000_000_000
const dayMs = 86_400_000
