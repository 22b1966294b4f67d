import { asId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedTransfer } from '#use-cases/transfers/queue.ts'
import { readBeneficiary } from '#use-cases/transfers/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { beneficiary } from '#api/schemas/staff-queues.ts'
import type { ActInput } from '#http/desk-act.ts'
import { causeOf, transactionParams } from '#api/staff/fields.ts'

/** The whole account number that a transfer goes to; that it was read, and by whom, is in the audit log. */
export async function readAccount(
  { database }: Pick<ApiContext, 'database'>,
  input: Omit<ActInput, 'body'>,
) {
  const id = asId<TransactionId>(input.params.id)
  const { bank, serviceEnvId } = await findQueuedTransfer(database, id)
  const act = {
    act: 'bank_transfer.read_account',
    subject: { kind: 'transaction', id },
    serviceEnvId,
    cause: causeOf(input),
  }
  const entry = { actor: input.caller.person, act }
  const account = await logged(database, entry, () => readBeneficiary(database, id))
  return { id, bank, ...account }
}

export function readTransferAccount(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/bank-transfers/:id/account',
    keys: { staff: 'transfers.process' },
    summary: 'Lire le numéro de compte d’un virement',
    answer: { object: beneficiary },
    params: transactionParams,
    async handler(input) {
      const { id, bank, holderName, accountNumber } = await readAccount(context, input)
      const data = { object: 'beneficiary', bank, holder_name: holderName }
      return { body: { data: { id, ...data, account_number: accountNumber } } }
    },
  })
}
