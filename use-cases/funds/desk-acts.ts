import { asId, type TransactionId } from '#domain/ids.ts'
import { actsOn, type QueueOrder } from '#use-cases/desk/act.ts'
import { justified, justifiedAndConfirmed } from '#use-cases/desk/fields.ts'
import {
  holdFunds,
  confirmFunds,
  releaseFunds,
  type StaffFundsOrder,
  withholdFunds,
} from './orders.ts'
import { findQueuedFunds } from './queue.ts'

// All require a reason, which stays in the log. Refusals: transaction_not_found, action_not_allowed; for those that
// make funds available also wrong_password.

const act = actsOn({
  name: 'funds',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedFunds(database, asId<TransactionId>(id)),
})

/** Holds funds that may belong to somebody else. Also refused with insufficient_balance. */
export const holdFundsAct = act('hold', {
  permission: 'funds.decide',
  body: justified,
  work: (context, order) => holdFunds(context, orderOf(order)),
})

/** Confirms that a payment's money has arrived. */
export const confirmFundsAct = act('confirm', {
  permission: 'funds.confirm',
  body: justifiedAndConfirmed,
  work: (context, order) => confirmFunds(context, orderOf(order)),
})

/** Releases held funds to the merchant. */
export const releaseFundsAct = act('release', {
  permission: 'funds.decide',
  body: justifiedAndConfirmed,
  work: (context, order) => releaseFunds(context, orderOf(order)),
})

/** Withholds held funds for good. */
export const withholdFundsAct = act('withhold', {
  permission: 'funds.decide',
  body: justified,
  work: (context, order) => withholdFunds(context, orderOf(order)),
})

function orderOf({ actId, staffMemberId, reason, id }: QueueOrder): StaffFundsOrder {
  return { actId, staffMemberId, reason, transactionId: asId<TransactionId>(id) }
}
