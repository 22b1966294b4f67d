import type { ErrorCode } from '#domain/errors/errors.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'

/** Where the processing of a bank transfer stands (docs/payouts.md#bank-transfers). */
export type TransferState = 'to_process' | 'in_progress' | 'transferred' | 'rejected' | 'cancelled'

/** What is done with a transfer: by the merchant (`cancel`), or by staff. */
export type TransferActKind = 'take' | 'approve' | 'mark_transferred' | 'reject' | 'cancel'

export const transferActKinds: readonly TransferActKind[] = [
  'take',
  'approve',
  'mark_transferred',
  'reject',
  'cancel',
]

/** A bank transfer as the merchant may see it. */
export interface Transfer {
  readonly state: TransferState
  readonly bank: BankCode
  readonly accountMasked: string
  readonly bankReference: string | null
  /** `<YYYY-MM-DD>`, the day of the bank's own books. */
  readonly transferOn: string | null
}

/** All that decides what may be done next. */
export interface TransferStanding {
  readonly state: TransferState
  /** True above the amount that one person of staff may send alone. */
  readonly needsApproval: boolean
  readonly takenBy: StaffMemberId | null
  readonly approvedBy: StaffMemberId | null
}

const moves: Readonly<Record<TransferState, readonly TransferState[]>> = {
  to_process: ['in_progress', 'cancelled'],
  in_progress: ['transferred', 'rejected'],
  transferred: [],
  rejected: [],
  cancelled: [],
}

/** Where each act leads; an approval changes no state. */
const targets: Readonly<Record<TransferActKind, TransferState>> = {
  take: 'in_progress',
  approve: 'in_progress',
  mark_transferred: 'transferred',
  reject: 'rejected',
  cancel: 'cancelled',
}

const ends: Readonly<Partial<Record<TransferState, FinalStatus>>> = {
  transferred: 'succeeded',
  rejected: 'failed',
  cancelled: 'cancelled',
}

/** The one table of allowed moves; the database refuses any other as well. */
function mayMoveTransfer(from: TransferState, to: TransferState): boolean {
  return moves[from].includes(to)
}

/** The final status of the transaction that this state is the end of; undefined while it is pending. */
export function endOfTransfer(state: TransferState): FinalStatus | undefined {
  return ends[state]
}

/** Why this act is refused as things stand; undefined where it is allowed. `by` is null for the merchant. */
export function actRefusal(
  standing: TransferStanding,
  kind: TransferActKind,
  by: StaffMemberId | null,
): ErrorCode | undefined {
  if (kind === 'approve') return approvalRefusal(standing, by)
  if (!mayMoveTransfer(standing.state, targets[kind])) {
    return kind === 'cancel' ? 'cannot_cancel' : 'action_not_allowed'
  }
  const isUnapproved = standing.needsApproval && standing.approvedBy === null
  return kind === 'mark_transferred' && isUnapproved ? 'approval_required' : undefined
}

/** How things stand after an act that was allowed. */
export function afterAct(
  standing: TransferStanding,
  kind: TransferActKind,
  by: StaffMemberId | null,
): TransferStanding {
  return {
    ...standing,
    state: targets[kind],
    takenBy: kind === 'take' ? by : standing.takenBy,
    approvedBy: kind === 'approve' ? by : standing.approvedBy,
  }
}

/** One approval is asked for, of somebody else than who took the transfer: four eyes on large amounts. */
function approvalRefusal(
  { state, needsApproval, takenBy, approvedBy }: TransferStanding,
  by: StaffMemberId | null,
): ErrorCode | undefined {
  if (state !== 'in_progress' || !needsApproval || approvedBy !== null) return 'action_not_allowed'
  return by === null || by === takenBy ? 'approval_by_another' : undefined
}
