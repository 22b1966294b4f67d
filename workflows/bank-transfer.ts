import { allHandlersFinished, condition, continueAsNew } from '@temporalio/workflow'
import type { FinalStatus } from '#domain/transaction.ts'
import { endRun } from './ask-operator.ts'
import type { TransactionInput } from './contract.ts'
import { tellStaff } from './proxies.ts'
import { TransferDesk } from './transfer-desk.ts'

/** A month at one a day, after which another run goes on with a history of its own. */
const remindersPerRunMax = 30

/** Counts what staff was told by the runs before. */
export interface TransferInput extends TransactionInput {
  readonly reminders?: number
}

/**
 * A bank transfer, made by people: to_process → in_progress → transferred or rejected, or cancelled before anybody took it.
 * It waits for their orders however long that takes, and tells staff each day that it waits.
 */
export async function bankTransfer({
  transactionId,
  reminders = 0,
}: TransferInput): Promise<FinalStatus> {
  const desk = new TransferDesk({ transactionId })
  const { reminderMs } = await desk.open()
  let told = reminders
  while (told < reminders + remindersPerRunMax) {
    const hasEnded = (): boolean => desk.end() !== undefined
    if (await condition(hasEnded, reminderMs, { summary: 'Wait for staff' })) break
    told += 1
    await tellStaff({ transactionId, kind: 'transfer_waiting', number: told })
  }
  await condition(allHandlersFinished)
  const end = desk.end()
  return end ? endRun(end) : continueAsNew<typeof bankTransfer>({ transactionId, reminders: told })
}
