import { asId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedTransfer } from '#use-cases/transfers/queue.ts'
import type { ApiContext } from '#http/context.ts'
import type { Answer } from '#http/route.ts'
import { presentQueuedTransfer } from '#api/present/staff-queues.ts'
import type { ActInput } from '#http/desk-act.ts'
import { causeOf } from '#api/staff/fields.ts'
import type { StaffOrder } from '#use-cases/transfers/orders.ts'

interface TransferAct {
  readonly verb: string
  readonly reason?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
  readonly work: (order: StaffOrder) => Promise<unknown>
}

/** Does something with a transfer, with its line in the audit log before and its outcome after; the transfer as it then is. */
export async function actOnTransfer(
  { database, runUrl }: ApiContext,
  input: ActInput,
  { verb, reason, details, work }: TransferAct,
): Promise<Answer> {
  const { person } = input.caller
  const id = asId<TransactionId>(input.params.id)
  const { serviceEnvId } = await findQueuedTransfer(database, id)
  const act = {
    act: `bank_transfer.${verb}`,
    subject: { kind: 'transaction', id },
    serviceEnvId,
    cause: causeOf(input, reason),
    ...(details && { details }),
  }
  await logged(database, { actor: person, act }, () =>
    work({ transactionId: id, staffId: person.id }),
  )
  const transfer = await findQueuedTransfer(database, id)
  return { body: { data: presentQueuedTransfer(transfer, runUrl('bank-transfer', id)) } }
}
