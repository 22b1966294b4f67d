import Type from 'typebox'
import { asId, type AuthorizedAccountId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { actsOn, deskAct } from '#use-cases/desk/act.ts'
import { justified } from '#use-cases/desk/fields.ts'
import { findQueuedAccount, readAccountNumber } from './queue.ts'
import { revokeAuthorizedAccount, verifyAuthorizedAccount } from './decide.ts'

const act = actsOn({
  name: 'authorized_account',
  kind: 'authorized_account',
  find: ({ database }, id) => findQueuedAccount(database, asId<AuthorizedAccountId>(id)),
})

/** Activates an account for payouts. Refusals: authorized_account_not_found; action_not_allowed for a revoked one. */
export const verifyAccountAct = act('verify', {
  permission: 'accounts.verify',
  body: justified,
  work: ({ database }, _order, account) => verifyAuthorizedAccount(database, account),
})

/** Revokes an account for good. Refusal: authorized_account_not_found. */
export const revokeAccountAct = act('revoke', {
  permission: 'accounts.verify',
  body: justified,
  work: ({ database }, _order, account) => revokeAuthorizedAccount(database, account),
})

/** The full number of an account to verify; the audit log records who read it. */
export const readNumberAct = deskAct({
  permission: 'accounts.verify',
  body: Type.Object({}),
  async work({ database }, { person, requestId, id: text }) {
    const id = asId<AuthorizedAccountId>(text)
    const { serviceEnvId, provider, holderName } = await findQueuedAccount(database, id)
    const line = {
      act: 'authorized_account.read_number',
      subject: { kind: 'authorized_account', id },
      serviceEnvId,
      cause: { requestId, reason: null },
    }
    const number = await logged(database, { actor: person, act: line }, () =>
      readAccountNumber(database, id),
    )
    return { id, provider, holderName, number }
  },
})
