import type { MoveTable } from '#domain/states/moves.ts'

/** The states of a file of payouts. */
export type PayoutFileState =
  | 'checked'
  | 'awaiting_approval'
  | 'running'
  | 'paused'
  | 'done'
  | 'cancelled'

/** What moves a file. */
export type PayoutFileCause =
  | 'check'
  | 'send'
  | 'approve'
  | 'pause'
  | 'fall_short'
  | 'resume'
  | 'cancel'
  | 'reach_end'

/** The one table of its moves; the database enforces the same moves. Its payouts have their own. */
export const payoutFileMoves: MoveTable<PayoutFileState, PayoutFileCause> = {
  name: 'payout file',
  moves: [
    { from: null, to: 'checked', causes: { check: 'merchant' } },
    { from: 'checked', to: 'awaiting_approval', causes: { send: 'merchant' } },
    { from: 'checked', to: 'running', causes: { send: 'merchant' } },
    { from: 'awaiting_approval', to: 'running', causes: { approve: 'merchant' } },
    { from: 'awaiting_approval', to: 'cancelled', causes: { cancel: 'merchant' } },
    { from: 'running', to: 'paused', causes: { pause: 'merchant', fall_short: 'service' } },
    { from: 'paused', to: 'running', causes: { resume: 'merchant' } },
    { from: 'running', to: 'done', causes: { reach_end: 'service' } },
    { from: 'running', to: 'cancelled', causes: { cancel: 'merchant' } },
    { from: 'paused', to: 'cancelled', causes: { cancel: 'merchant' } },
  ],
}

/** States in which its run is not finished. */
export const runningFileStates: readonly PayoutFileState[] = ['running', 'paused']

/** States of a file that was sent and is not over. */
export const sentFileStates: readonly PayoutFileState[] = [
  'awaiting_approval',
  ...runningFileStates,
]

/** The most files of a service in these states: each has a run of its own. */
export const sentFilesMax = 20

/** A line is waiting, was made into a payout, or was refused by a rule. */
export type PayoutLineState = 'waiting' | 'sent' | 'refused'

/** The most lines, and bytes, of one file. */
export const payoutFileLinesMax = 50_000
export const payoutFileBytesMax = 10_000_000
/** The most lines of files that a service has had checked and not sent: they are kept for a day. */
export const unsentLinesMax = 200_000
export const payoutFileNameLengthMax = 120

/**
 * Without references, the same amount may go to the same account once in this many days, so that weekly wages are not
 * duplicates.
 */
export const repeatDays = 6

/** Why a run pauses its file: somebody must resolve this before it continues. */
export const pausingCodes = [
  'insufficient_balance',
  'payouts_temporarily_unavailable',
  'provider_unavailable',
] as const
export type PausingCode = (typeof pausingCodes)[number]

/** Temporary refusals: the same line is paid later. */
export const waitingCodes = ['rate_limited', 'sandbox_rate_limited', 'request_in_progress'] as const

/**
 * True if a second person must approve, because of the sum of all lines or of those for one payee. Minor units of XOF.
 */
export function needsSecondPerson(
  lines: readonly { readonly payee: string; readonly amount: bigint }[],
  approvalAbove: bigint,
): boolean {
  let total = 0n
  const byPayee = new Map<string, bigint>()
  for (const { payee, amount } of lines) {
    const sum = (byPayee.get(payee) ?? 0n) + amount
    byPayee.set(payee, sum)
    total += amount
    if (sum > approvalAbove) return true
  }
  return total > approvalAbove
}
