import { randomUUIDv7 } from 'node:crypto'
import type { FundsAct } from '#domain/funds.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#db/act-log.ts'
import { findQueuedFunds } from '#db/queries/money-queues.ts'
import type { ApiContext } from '#api/context.ts'
import { confirmFunds, releaseFunds, withholdFunds } from '#api/funds/orders.ts'
import { route } from '#api/http/route.ts'
import { presentQueuedFunds } from '#api/present/staff-queues.ts'
import { queuedFunds } from '#api/schemas/staff-queues.ts'
import { causeOf, justified, transactionParams } from '#api/staff/fields.ts'

const acts = {
  confirm: {
    staff: 'funds.confirm',
    summary: 'Confirmer la réception de fonds',
    work: confirmFunds,
  },
  release: { staff: 'funds.decide', summary: 'Libérer des fonds retenus', work: releaseFunds },
  withhold: {
    staff: 'funds.decide',
    summary: 'Retenir des fonds définitivement',
    work: withholdFunds,
  },
} as const satisfies Readonly<Record<FundsAct, object>>

/** Decides on the funds of a payment, for a reason that stays in the log. Refusals: transaction_not_found, action_not_allowed. */
export function decideOnFunds(context: ApiContext, verb: FundsAct) {
  const { database, runUpdates, runUrl } = context
  const { staff, summary, work } = acts[verb]
  return route({
    method: 'POST',
    path: `/staff/api/funds/:id/${verb}`,
    keys: { staff },
    summary,
    answer: { object: queuedFunds },
    params: transactionParams,
    body: justified,
    async handler(input) {
      const { person } = input.caller
      const { reason } = input.body
      const id = asId<TransactionId>(input.params.id)
      const { serviceEnvId } = await findQueuedFunds(database, id)
      const subject = { kind: 'transaction', id }
      const act = { act: `funds.${verb}`, subject, serviceEnvId, cause: causeOf(input, reason) }
      const actId = asId<ActId>(randomUUIDv7())
      const order = { actId, transactionId: id, staffMemberId: person.id, reason }
      await logged(database, { actor: person, act }, () => work({ database, runUpdates }, order))
      const funds = await findQueuedFunds(database, id)
      return { body: { data: presentQueuedFunds(funds, runUrl('funds', id)) } }
    },
  })
}
