import { asId, type TransactionId } from '#domain/ids.ts'
import { closingWord, wordOf } from '#use-cases/closings/word.ts'
import { actsOn } from '#use-cases/desk/act.ts'
import { closePayout } from './close.ts'
import { findQueuedPayout } from './queue.ts'

const act = actsOn({
  name: 'payout',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedPayout(database, asId<TransactionId>(id)),
})

/**
 * Says how a payout ended whose operator stays silent; above the amount that one decides alone, the second who says the same
 * ends it. Refusals: transaction_not_found, action_not_allowed, second_approver_required, wrong_password.
 */
export const closePayoutAct = act('close', {
  ...closingWord,
  work: (context, order) =>
    closePayout(context, { ...wordOf(order), transactionId: asId<TransactionId>(order.id) }),
})
