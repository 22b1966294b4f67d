import type { MoveTable } from '#domain/states/moves.ts'

/** How a file of payouts stands: checked by the rules alone, waiting for a second person, or on its way. */
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

/** The one table of its moves; the database refuses any other as well. Its payouts have their own. */
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

/** A file that its run has still to see to. */
export const runningFileStates: readonly PayoutFileState[] = ['running', 'paused']

/** A line waits, was made a payout of, or was refused by a rule. */
export type PayoutLineState = 'waiting' | 'sent' | 'refused'

/** Lines of one file, and bytes of it, at most. */
export const payoutFileLinesMax = 50_000
export const payoutFileBytesMax = 10_000_000
export const payoutFileNameLengthMax = 120

/** Without a reference the same amount goes to the same account once in so many days: a week's wages come again. */
export const repeatDays = 6

/** Why a run pauses its file by itself: what a person must see to before more of it goes. */
export const pausingCodes = [
  'insufficient_balance',
  'payouts_temporarily_unavailable',
  'provider_unavailable',
] as const
export type PausingCode = (typeof pausingCodes)[number]

/** Each of these is refused for now: the same line goes later. */
export const waitingCodes = ['rate_limited', 'sandbox_rate_limited', 'request_in_progress'] as const

/** True where a second person must approve: by what all lines come to, or what one payee gets of them. Minor units of XOF. */
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
