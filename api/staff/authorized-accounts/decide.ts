import { asId, type AuthorizedAccountId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/revoke.ts'
import { verifyAuthorizedAccount } from '#use-cases/authorized-accounts/verify.ts'
import { findQueuedAccount } from '#use-cases/authorized-accounts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentQueuedAccount } from '#api/present/staff-payouts.ts'
import { queuedAccount } from '#api/schemas/staff-payouts.ts'
import { deskAct } from '#http/desk-act.ts'
import { accountParams, causeOf, justified } from '#api/staff/fields.ts'

/** Opens an account to payouts, or closes it for good. Refusal: authorized_account_not_found, also for a revoked one to be opened. */
export const accountActs = {
  verify: actOn('verify', verifyAuthorizedAccount),
  revoke: actOn('revoke', revokeAuthorizedAccount),
} as const

const summaries = {
  verify: 'Ouvrir un compte autorisé, vérifié',
  revoke: 'Révoquer un compte autorisé',
} as const

export function decideOnAccount(context: ApiContext, verb: keyof typeof accountActs) {
  return route({
    method: 'POST',
    path: `/staff/api/authorized-accounts/:id/${verb}`,
    keys: { staff: 'accounts.verify' },
    summary: summaries[verb],
    answer: { object: queuedAccount },
    params: accountParams,
    body: accountActs[verb].body,
    handler: (input) => accountActs[verb].order(context, input),
  })
}

function actOn(verb: string, work: typeof verifyAuthorizedAccount) {
  return deskAct({
    body: justified,
    async order({ database }, input) {
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
