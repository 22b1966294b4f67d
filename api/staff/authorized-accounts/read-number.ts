import { asId, type AuthorizedAccountId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedAccount, readAccountNumber } from '#use-cases/authorized-accounts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { accountNumber } from '#api/schemas/staff-payouts.ts'
import type { ActInput } from '#http/desk-act.ts'
import { accountParams, causeOf } from '#api/staff/fields.ts'

/** The whole number of an account to verify; that it was read, and by whom, is in the audit log. */
export async function readNumber(
  { database }: Pick<ApiContext, 'database'>,
  input: Omit<ActInput, 'body'>,
) {
  const id = asId<AuthorizedAccountId>(input.params.id)
  const { serviceEnvId, provider, holderName } = await findQueuedAccount(database, id)
  const act = {
    act: 'authorized_account.read_number',
    subject: { kind: 'authorized_account', id },
    serviceEnvId,
    cause: causeOf(input),
  }
  const entry = { actor: input.caller.person, act }
  const number = await logged(database, entry, () => readAccountNumber(database, id))
  return { id, provider, holderName, number }
}

export function readStaffAccountNumber(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/authorized-accounts/:id/number',
    keys: { staff: 'accounts.verify' },
    summary: 'Lire le numéro d’un compte autorisé',
    answer: { object: accountNumber },
    params: accountParams,
    async handler(input) {
      const { id, provider, holderName, number } = await readNumber(context, input)
      const data = { id, object: 'account_number', provider, holder_name: holderName, number }
      return { body: { data } }
    },
  })
}
