import type { TransferActId } from '#domain/ids.ts'
import { moveTransfer as moveInBooks } from '#use-cases/transfers/move.ts'
import { readStanding } from '#use-cases/transfers/find.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { TransferActed, TransferOpened } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Carries out an action in the database; a refusal is returned to the person who requested it. */
export function moveTransfer(
  { database, outbox, staffApprovalAbove: approvalAbove }: ActivityDependencies,
  order: TransactionInput & { readonly actId: TransferActId },
): Promise<TransferActed> {
  return moveInBooks(database, outbox, { ...order, approvalAbove })
}

/** The state of the transfer as its run starts. */
export async function openTransfer(
  { database, transferReminderMs }: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<TransferOpened> {
  const standing = await readStanding(database, transactionId)
  return { standing, reminderMs: transferReminderMs }
}
