import { randomUUIDv7 } from 'node:crypto'
import type { FundsAct } from '#domain/funds/funds.ts'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedFunds } from '#use-cases/funds/queue.ts'
import type { ApiContext } from '#http/context.ts'
import {
  confirmFunds,
  releaseFunds,
  type StaffFundsOrder,
  withholdFunds,
} from '#use-cases/funds/orders.ts'
import { type Answer, route } from '#http/route.ts'
import { presentQueuedFunds } from '#api/present/staff-queues.ts'
import { queuedFunds } from '#api/schemas/staff-queues.ts'
import { type ActInput, confirmed, type DeskAct, deskAct } from '#http/desk-act.ts'
import { causeOf, justified, justifiedAndConfirmed, transactionParams } from '#api/staff/fields.ts'

// Each is decided for a reason that stays in the log. Refusals: transaction_not_found, action_not_allowed; of those that make
// funds available wrong_password too.

/** The money of a payment was received. */
export const confirmFundsAct = deskAct({
  body: justifiedAndConfirmed,
  order: (context, input) =>
    actOnFunds(context, input, {
      verb: 'confirm',
      work: (order) => confirmed(context, input, () => confirmFunds(context, order)),
    }),
})

/** Held funds are the merchant's after all. */
export const releaseFundsAct = deskAct({
  body: justifiedAndConfirmed,
  order: (context, input) =>
    actOnFunds(context, input, {
      verb: 'release',
      work: (order) => confirmed(context, input, () => releaseFunds(context, order)),
    }),
})

/** Held funds are kept, for good. */
export const withholdFundsAct = deskAct({
  body: justified,
  order: (context, input) =>
    actOnFunds(context, input, {
      verb: 'withhold',
      work: (order) => withholdFunds(context, order),
    }),
})

const routes = {
  confirm: { staff: 'funds.confirm', summary: 'Confirmer la réception de fonds' },
  release: { staff: 'funds.decide', summary: 'Libérer des fonds retenus' },
  withhold: { staff: 'funds.decide', summary: 'Retenir des fonds définitivement' },
} as const satisfies Readonly<Record<FundsAct, object>>

export function confirmStaffFunds(context: ApiContext) {
  return decide(context, 'confirm', confirmFundsAct)
}

export function releaseStaffFunds(context: ApiContext) {
  return decide(context, 'release', releaseFundsAct)
}

export function withholdStaffFunds(context: ApiContext) {
  return decide(context, 'withhold', withholdFundsAct)
}

function decide<Body extends typeof justified | typeof justifiedAndConfirmed>(
  context: ApiContext,
  verb: FundsAct,
  act: DeskAct<Body>,
) {
  const { staff, summary } = routes[verb]
  return route({
    method: 'POST',
    path: `/staff/api/funds/:id/${verb}`,
    keys: { staff },
    summary,
    answer: { object: queuedFunds },
    params: transactionParams,
    body: act.body,
    handler: (input) => act.order(context, input),
  })
}

async function actOnFunds(
  { database, runUrl }: ApiContext,
  input: ActInput<{ readonly reason: string }>,
  {
    verb,
    work,
  }: { readonly verb: FundsAct; readonly work: (order: StaffFundsOrder) => Promise<unknown> },
): Promise<Answer> {
  const { person } = input.caller
  const { reason } = input.body
  const id = asId<TransactionId>(input.params.id)
  const { serviceEnvId } = await findQueuedFunds(database, id)
  const subject = { kind: 'transaction', id }
  const act = { act: `funds.${verb}`, subject, serviceEnvId, cause: causeOf(input, reason) }
  const actId = asId<ActId>(randomUUIDv7())
  const order = { actId, transactionId: id, staffMemberId: person.id, reason }
  await logged(database, { actor: person, act }, () => work(order))
  const funds = await findQueuedFunds(database, id)
  return { body: { data: presentQueuedFunds(funds, runUrl('funds', id)) } }
}
