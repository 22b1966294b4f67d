import * as part from '#api/schemas/parts.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { type WantedChange, askAccountChange } from '#use-cases/account-changes/ask.ts'
import { approveAccountChange, refuseAccountChange } from '#use-cases/account-changes/decide.ts'
import {
  type AccountChange,
  findAccountChange,
  listWaitingChanges,
} from '#use-cases/account-changes/find.ts'
import { confirmed } from '#use-cases/desk/fields.ts'
import { type StaffPermission, staffRoles } from '#domain/people/staff-roles.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { actRoute, actRoutes, made, readRoute, wholeRoute } from '#api/staff/desk-route.ts'
import { causeOf } from '#api/staff/fields.ts'
import { isoTime } from '#domain/text/text.ts'
import { changeKinds } from '#domain/account-changes/change.ts'
import type { NamedSchema } from '#api/schemas/parts.ts'
import { named } from '#api/schemas/staff-queues.ts'

const path = '/staff/api/account-changes'
const one = `${path}/:id`
const permission = 'staff.manage'
const params = Type.Object({ id: idParameter('account_change_not_found') })

/** Account changes that one administrator requested, and the decision of a second one. */
export function accountChangeRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  return [
    wholeRoute({
      path,
      permission,
      summary: 'Lister les demandes qui attendent un second administrateur',
      answer: accountChange,
      read: () => listWaitingChanges(database),
      present: presentAccountChange,
    }),
    readRoute({
      path: one,
      permission,
      summary: 'Lire une demande de changement de compte',
      answer: accountChange,
      params,
      read: async (id) => presentAccountChange(await findAccountChange(database, id)),
    }),
    ...actRoutes(
      context,
      { path: one, answer: accountChange, params, present: presentAccountChange },
      {
        approve: ['Approuver la demande d’un autre administrateur', decision(approveAccountChange)],
        refuse: ['Refuser une demande, ou retirer la sienne', decision(refuseAccountChange)],
      },
    ),
  ]
}

function decision(decide: typeof approveAccountChange) {
  return deskAct({
    permission,
    body: confirmed,
    async work({ database }, { person, requestId, id, body: { password, reason } }) {
      await decide(database, person, { id, password, cause: causeOf({ requestId }, reason) })
      return findAccountChange(database, id)
    },
  })
}

interface AskRoute<Body extends TSchema> {
  readonly path: string
  readonly permission: StaffPermission
  readonly summary: string
  readonly params?: TSchema
  readonly body: Body
  readonly wanted: (body: Static<Body>, id: string) => WantedChange
}

/** The body of a request by an administrator, confirmed with a password. */
type Asked = { readonly password: string; readonly reason?: string }

/** A route that requests a change, which a second administrator must approve. Refusals: those of `askAccountChange`. */
export function askRoute<Body extends TSchema>(
  context: ApiContext,
  { permission, body, wanted, ...described }: AskRoute<Body>,
): Route {
  return actRoute(context, {
    ...described,
    answer: accountChange,
    act: deskAct({
      permission,
      body,
      async work({ database }, { person, requestId, id, body: given }) {
        const { password, reason } = given as Asked
        const cause = causeOf({ requestId }, reason)
        const asked = { wanted: wanted(given, id), password, cause }
        return findAccountChange(database, await askAccountChange(database, person, asked))
      },
    }),
    present: presentAccountChange,
    made: made(path),
  })
}

/** A requested change to an account. */
function presentAccountChange(change: AccountChange) {
  return {
    id: change.id,
    object: 'account_change',
    kind: change.kind,
    state: change.state,
    member: change.person,
    merchant: change.merchant,
    name: change.name,
    email: change.email,
    role: change.role,
    reason: change.reason,
    asked_by: change.askedBy,
    asked_at: isoTime(change.askedAt),
    expires_at: isoTime(change.expiresAt),
    decided_by: change.decidedBy,
    decided_at: change.decidedAt && isoTime(change.decidedAt),
  }
}

/** A change to an account that two administrators decide on. */
const accountChange: NamedSchema = {
  name: 'AccountChange',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('account_change'),
    kind: part.oneOf(...changeKinds),
    state: part.oneOf('waiting', 'done', 'refused', 'withdrawn', 'expired'),
    member: part.orNull(named),
    merchant: part.orNull(named),
    name: part.textOrNull,
    email: part.textOrNull,
    role: part.orNull(part.oneOf(...staffRoles)),
    reason: part.textOrNull,
    asked_by: part.orNull(named),
    asked_at: part.time,
    expires_at: part.time,
    decided_by: part.orNull(named),
    decided_at: part.timeOrNull,
  }),
}
