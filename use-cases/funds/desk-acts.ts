import { asId, type TransactionId } from '#domain/ids.ts'
import { actsOn, type QueueOrder } from '#use-cases/desk/act.ts'
import { justified, justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import { holdFunds } from './hold.ts'
import { confirmFunds, releaseFunds, type StaffFundsOrder, withholdFunds } from './orders.ts'
import { findQueuedFunds } from './queue.ts'

// Each needs a reason, which stays in the log. Refusals: transaction_not_found, action_not_allowed; also wrong_password
// for those that make funds available.

const act = actsOn({
  name: 'funds',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedFunds(database, asId<TransactionId>(id)),
})

/** Puts funds on hold that may belong to somebody else. Also refused with insufficient_balance. */
export const holdFundsAct = act('hold', {
  permission: 'funds.decide',
  body: justified,
  work: (context, order) => holdFunds(context, orderOf(order)),
})

/** The money of a payment has arrived. */
export const confirmFundsAct = act('confirm', {
  permission: 'funds.confirm',
  body: justifiedAndConfirmed,
  work: (context, order) => confirmFunds(context, orderOf(order)),
})

/** Held funds turn out to be the merchant's. */
export const releaseFundsAct = act('release', {
  permission: 'funds.decide',
  body: justifiedAndConfirmed,
  work: (context, order) => releaseFunds(context, orderOf(order)),
})

/** Held funds are withheld for good. */
export const withholdFundsAct = act('withhold', {
  permission: 'funds.decide',
  body: justified,
  work: (context, order) => withholdFunds(context, orderOf(order)),
})

function orderOf({ actId, staffMemberId, reason, id }: QueueOrder): StaffFundsOrder {
  return { actId, staffMemberId, reason, transactionId: asId<TransactionId>(id) }
}
