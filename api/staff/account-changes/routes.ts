import Type from 'typebox'
import {
  approveAccountChange,
  type Decision,
  refuseAccountChange,
} from '#use-cases/account-changes/decide.ts'
import { findAccountChange, listWaitingChanges } from '#use-cases/account-changes/find.ts'
import { confirmed } from '#use-cases/desk/fields.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { type Route, route } from '#http/route.ts'
import { presentAccountChange } from '#api/present/account-change.ts'
import { accountChange } from '#api/schemas/account-change.ts'
import { readRoute } from '#api/staff/desk-route.ts'
import { causeOf } from '#api/staff/fields.ts'

const path = '/staff/api/account-changes'
const one = `${path}/:id`
const keys = { staff: 'staff.manage' } as const
const params = Type.Object({ id: idParameter('account_change_not_found') })

/** Account changes that one administrator requested, and the decision of a second one. */
export function accountChangeRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  return [
    route({
      method: 'GET',
      path,
      keys,
      summary: 'Lister les demandes qui attendent un second administrateur',
      answer: { object: accountChange, isList: true },
      async handler() {
        const changes = await listWaitingChanges(database)
        return { body: wholeList(changes.map(presentAccountChange)) }
      },
    }),
    readRoute({
      path: one,
      permission: keys.staff,
      summary: 'Lire une demande de changement de compte',
      answer: accountChange,
      params,
      read: async (id) => presentAccountChange(await findAccountChange(database, id)),
    }),
    decideRoute(context, {
      verb: 'approve',
      summary: 'Approuver la demande d’un autre administrateur',
      work: approveAccountChange,
    }),
    decideRoute(context, {
      verb: 'refuse',
      summary: 'Refuser une demande, ou retirer la sienne',
      work: refuseAccountChange,
    }),
  ]
}

interface DecideRoute {
  readonly verb: string
  readonly summary: string
  readonly work: (
    database: ApiContext['database'],
    member: StaffMember,
    decision: Decision,
  ) => Promise<void>
}

function decideRoute({ database }: ApiContext, { verb, summary, work }: DecideRoute): Route {
  return route({
    method: 'POST',
    path: `${one}/${verb}`,
    keys,
    summary,
    answer: { object: accountChange },
    params,
    body: confirmed,
    async handler(input) {
      const { password, reason } = input.body
      const { id } = input.params
      await work(database, input.caller.person, { id, password, cause: causeOf(input, reason) })
      return { body: { data: presentAccountChange(await findAccountChange(database, id)) } }
    },
  })
}
