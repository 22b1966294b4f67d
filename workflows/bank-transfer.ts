import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  setCurrentDetails,
} from '@temporalio/workflow'
import {
  actRefusal,
  endOfTransfer,
  transferActKinds,
  type TransferStanding,
  type TransferState,
} from '#domain/transfers/transfer.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import { endRun } from './ask-operator.ts'
import type { TransactionInput } from './contract.ts'
import { transferUpdates, updates } from '#workflows/contract/messages.ts'
import type { End } from './contract/results.ts'
import { isHistoryLong } from './history-length.ts'
import { markFirstTask, UpdateQueue } from './update-queue.ts'
import { LookNow } from './own-end.ts'
import { moveTransfer, openTransfer, tellStaff } from './proxies.ts'

/** A month of daily reminders, after which the workflow continues as a new run. */
const remindersPerRunMax = 30

/** Carries over how often earlier runs have notified staff. */
export interface TransferInput extends TransactionInput {
  readonly reminders?: number
}

/**
 * A bank transfer, made by people: to_process → in_progress → transferred or rejected, or cancelled before anybody
 * took it. It waits for their updates for as long as that takes, and notifies staff each day that it is waiting.
 */
export async function bankTransfer({
  transactionId,
  reminders = 0,
}: TransferInput): Promise<FinalStatus> {
  markFirstTask()
  const queue = new UpdateQueue()
  const transfer = takeOrders({ transactionId }, queue)
  const lookNow = new LookNow()
  const { standing, reminderMs } = await queue.ownStep(() => openTransfer({ transactionId }))
  // An update in the first task may have been handled meanwhile; its state is newer.
  note(transfer, transfer.standing ?? standing)
  const end = (): FinalStatus | undefined =>
    transfer.standing && endOfTransfer(transfer.standing.state)
  const read = async (): Promise<void> => {
    note(transfer, (await openTransfer({ transactionId })).standing)
  }
  // An older reading would hide what an act that is under way does; runs of the previous version did not wait for it.
  const isInTurn = patched('transfer-read-in-turn')
  const readAgain = (): Promise<void> => (isInTurn ? queue.inTurn(read) : read())
  let told = reminders
  while (told < reminders + remindersPerRunMax) {
    const hasEnded = (): boolean => end() !== undefined
    const isNews = (): boolean => hasEnded() || lookNow.isAsked || isHistoryLong()
    if (await condition(isNews, reminderMs, { summary: 'Wait for staff' })) {
      if (hasEnded() || isHistoryLong()) break
      lookNow.take()
      await readAgain()
      continue
    }
    told += 1
    const number = told
    await queue.ownStep(() => tellStaff({ transactionId, kind: 'transfer_waiting', number }))
  }
  await condition(allHandlersFinished)
  const status = end()
  return status
    ? endRun(endOf(status))
    : continueAsNew<typeof bankTransfer>({ transactionId, reminders: told })
}

/** It fails only if staff rejects it. */
function endOf(status: FinalStatus): End<FinalStatus> {
  return status === 'failed' ? { status, failureCode: 'rejected' } : { status }
}

/** What the run knows of its transfer; empty until it was read or an update was handled. */
interface KnownTransfer {
  standing?: TransferStanding
}

/** Updates are accepted from the very first task on. If they conflict, the database decides. */
function takeOrders(input: TransactionInput, queue: UpdateQueue): KnownTransfer {
  const transfer: KnownTransfer = {}
  for (const kind of transferActKinds) {
    queue.take(updates[transferUpdates[kind]], {
      judge: ({ staffId }) => transfer.standing && actRefusal(transfer.standing, kind, staffId),
      async follow({ actId }) {
        const { standing, refusal } = await moveTransfer({ ...input, actId })
        note(transfer, standing)
        return refusal === undefined ? { status: standing.state } : { refused: refusal }
      },
    })
  }
  return transfer
}

function note(transfer: KnownTransfer, standing: TransferStanding): void {
  transfer.standing = standing
  setCurrentDetails(`${sentences[standing.state]}${approvalOf(standing)}`)
}

const sentences: Readonly<Record<TransferState, string>> = {
  to_process: 'Waits for a member of staff to take it; the merchant may cancel it.',
  in_progress: 'A member of staff makes it at the bank.',
  transferred: 'Transferred.',
  rejected: 'Rejected.',
  cancelled: 'Cancelled by the merchant.',
}

function approvalOf({ state, needsApproval, approvedBy }: TransferStanding): string {
  if (!needsApproval || state !== 'in_progress') return ''
  return approvedBy === null ? ' A second one must approve it.' : ' A second one has approved it.'
}
