import { asId, type TransactionId } from '#domain/ids.ts'
import { actsOn, type QueueOrder } from '#use-cases/desk/act.ts'
import { justified, justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { confirmFunds, releaseFunds, type StaffFundsOrder, withholdFunds } from './orders.ts'
import { findQueuedFunds } from './queue.ts'

// Each is decided for a reason that stays in the log. Refusals: transaction_not_found, action_not_allowed; of those that make
// funds available wrong_password too.

const act = actsOn({
  name: 'funds',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedFunds(database, asId<TransactionId>(id)),
})

/** The money of a payment was received. */
export const confirmFundsAct = act('confirm', {
  permission: 'funds.confirm',
  body: justifiedAndConfirmed,
  work: (context, order) => confirmFunds(context, orderOf(order)),
})

/** Held funds are the merchant's after all. */
export const releaseFundsAct = act('release', {
  permission: 'funds.decide',
  body: justifiedAndConfirmed,
  work: (context, order) => releaseFunds(context, orderOf(order)),
})

/** Held funds are kept, for good. */
export const withholdFundsAct = act('withhold', {
  permission: 'funds.decide',
  body: justified,
  work: (context, order) => withholdFunds(context, orderOf(order)),
})

function orderOf({ actId, staffMemberId, reason, id }: QueueOrder): StaffFundsOrder {
  return { actId, staffMemberId, reason, transactionId: asId<TransactionId>(id) }
}
