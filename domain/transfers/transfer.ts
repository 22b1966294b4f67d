import type { ErrorCode } from '#domain/errors/errors.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import {
  type Move,
  type MoveTable,
  openStatesOf,
  statesOf,
  targetsOf,
} from '#domain/states/moves.ts'
import type { FinalStatus, TransactionStatus } from '#domain/transactions/transaction.ts'

/** The state of a bank transfer (docs/payouts.md#bank-transfers). */
export type TransferState = 'to_process' | 'in_progress' | 'transferred' | 'rejected' | 'cancelled'

/** Actions on a transfer: by the merchant (`cancel`), or by staff. */
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
  /** `<YYYY-MM-DD>`, the bank's value date. */
  readonly transferOn: string | null
  /** When staff noted that the bank had sent it back; text, as in JSON. */
  readonly returnedAt: string | null
}

/** What decides which actions are allowed. */
export interface TransferStanding {
  readonly state: TransferState
  /** True above the amount that one member of staff may send alone. */
  readonly needsApproval: boolean
  readonly takenBy: StaffMemberId | null
  readonly approvedBy: StaffMemberId | null
  /** Of two who must say that it cannot be made, the first. */
  readonly rejectedBy?: StaffMemberId | null
  /** True if nobody has moved it since the database was restored: it may have been taken, and made, after that moment. */
  readonly mayBeMade?: boolean
}

/** What moves a transfer. */
type TransferCause = 'request' | TransferActKind

/** The one table of a transfer's moves; the database enforces the same moves. An approval changes no state. */
export const transferMoves: MoveTable<TransferState, TransferCause> = {
  name: 'bank transfer',
  moves: [
    {
      from: null,
      to: 'to_process',
      causes: { request: 'merchant' },
      event: 'withdrawal.pending',
      posting: 'payout_reserved',
    },
    { from: 'to_process', to: 'in_progress', causes: { take: 'staff' } },
    { from: 'in_progress', to: 'in_progress', causes: { approve: 'staff' } },
    {
      from: 'in_progress',
      to: 'transferred',
      causes: { mark_transferred: 'staff' },
      event: 'withdrawal.success',
      posting: 'payout_settled',
    },
    {
      from: 'in_progress',
      to: 'rejected',
      causes: { reject: 'staff' },
      event: 'withdrawal.failed',
      posting: 'payout_returned',
    },
    {
      from: 'to_process',
      to: 'cancelled',
      causes: { cancel: 'merchant' },
      event: 'withdrawal.cancelled',
      posting: 'payout_returned',
    },
  ],
}

export const transferStates: readonly TransferState[] = statesOf(transferMoves)

/** States of a transfer that waits for somebody. */
export const openTransferStates: readonly TransferState[] = openStatesOf(transferMoves)

const ends: Readonly<Partial<Record<TransferState, FinalStatus>>> = {
  transferred: 'succeeded',
  rejected: 'failed',
  cancelled: 'cancelled',
}

/** The final status of the transaction in this state; undefined while it is pending. */
export function endOfTransfer(state: TransferState): FinalStatus | undefined {
  return ends[state]
}

/** True while nobody has taken it. */
export function mayCancelTransfer(state: TransferState): boolean {
  return targetsOf(transferMoves, state, 'cancel').length > 0
}

/** The same moves, as the status of the transaction shows them. */
export const transferStatusMoves: MoveTable<TransactionStatus, TransferCause> = {
  name: 'bank transfer',
  moves: transferMoves.moves.flatMap((move): Move<TransactionStatus, TransferCause>[] => {
    const end = endOfTransfer(move.to)
    if (move.from === null) return [{ ...move, from: null, to: 'pending' }]
    return end === undefined ? [] : [{ ...move, from: 'pending', to: end }]
  }),
}

/** Why this action is refused now; undefined if it is allowed. `by` is null for the merchant. */
export function actRefusal(
  standing: TransferStanding,
  kind: TransferActKind,
  by: StaffMemberId | null,
): ErrorCode | undefined {
  if (kind === 'approve') return approvalRefusal(standing, by)
  if (kind === 'cancel') return cancelRefusal(standing)
  if (targetsOf(transferMoves, standing.state, kind).length === 0) return 'action_not_allowed'
  if (kind === 'reject') return rejectionRefusal(standing, by)
  const isUnapproved = standing.needsApproval && standing.approvedBy === null
  return kind === 'mark_transferred' && isUnapproved ? 'approval_required' : undefined
}

/** The state after an allowed action. */
export function afterAct(
  standing: TransferStanding,
  kind: TransferActKind,
  by: StaffMemberId | null,
): TransferStanding {
  if (kind === 'reject' && isFirstOfTwo(standing)) return { ...standing, rejectedBy: by }
  return {
    ...standing,
    state: targetsOf(transferMoves, standing.state, kind)[0] ?? standing.state,
    takenBy: kind === 'take' ? by : standing.takenBy,
    approvedBy: kind === 'approve' ? by : standing.approvedBy,
  }
}

/**
 * A rejection gives the money back, whatever the bank did with it: above what one person may release, two must say so.
 */
function rejectionRefusal(
  { needsApproval, rejectedBy = null }: TransferStanding,
  by: StaffMemberId | null,
): ErrorCode | undefined {
  const isAgain = needsApproval && rejectedBy !== null && rejectedBy === by
  return isAgain ? 'second_approver_required' : undefined
}

function isFirstOfTwo({ needsApproval, rejectedBy = null }: TransferStanding): boolean {
  return needsApproval && rejectedBy === null
}

function cancelRefusal({ state, mayBeMade }: TransferStanding): 'cannot_cancel' | undefined {
  return mayCancelTransfer(state) && mayBeMade !== true ? undefined : 'cannot_cancel'
}

/** Large amounts need one approval, by somebody other than the person who took the transfer. */
function approvalRefusal(
  { state, needsApproval, takenBy, approvedBy }: TransferStanding,
  by: StaffMemberId | null,
): ErrorCode | undefined {
  const mayApprove = targetsOf(transferMoves, state, 'approve').length > 0
  if (!mayApprove || !needsApproval || approvedBy !== null) return 'action_not_allowed'
  return by === null || by === takenBy ? 'approval_by_another' : undefined
}
