import { asId, type AuthorizedAccountId } from '#domain/ids.ts'
import { logged } from '#db/act-log.ts'
import { revokeAuthorizedAccount } from '#db/commands/revoke-authorized-account.ts'
import { verifyAuthorizedAccount } from '#db/commands/verify-authorized-account.ts'
import { findQueuedAccount } from '#db/queries/account-queue.ts'
import type { ApiContext } from '#api/context.ts'
import { route } from '#api/http/route.ts'
import { presentQueuedAccount } from '#api/present/staff-payouts.ts'
import { queuedAccount } from '#api/schemas/staff-payouts.ts'
import { accountParams, causeOf, justified } from '#api/staff/fields.ts'

const acts = {
  verify: { summary: 'Ouvrir un compte autorisé, vérifié', work: verifyAuthorizedAccount },
  revoke: { summary: 'Révoquer un compte autorisé', work: revokeAuthorizedAccount },
} as const

/** Opens an account to payouts, or closes it for good. Refusal: authorized_account_not_found, also for a revoked one to be opened. */
export function decideOnAccount({ database }: ApiContext, verb: keyof typeof acts) {
  const { summary, work } = acts[verb]
  return route({
    method: 'POST',
    path: `/staff/api/authorized-accounts/:id/${verb}`,
    keys: { staff: 'accounts.verify' },
    summary,
    answer: { object: queuedAccount },
    params: accountParams,
    body: justified,
    async handler(input) {
      const id = asId<AuthorizedAccountId>(input.params.id)
      const { serviceEnvId } = await findQueuedAccount(database, id)
      const act = {
        act: `authorized_account.${verb}`,
        subject: { kind: 'authorized_account', id },
        serviceEnvId,
        cause: causeOf(input, input.body.reason),
      }
      await logged(database, { actor: input.caller.person, act }, () =>
        work(database, { serviceEnvId, id }),
      )
      return { body: { data: presentQueuedAccount(await findQueuedAccount(database, id)) } }
    },
  })
}
