/**
 * The bundle: every workflow that a worker runs. A workflow that stands for a row in the database closes only when
 * that has ended.
 */
export { housekeeping } from './housekeeping.ts'
export { runReconciliation } from './run-reconciliation.ts'
export { standingOrder } from './standing-order.ts'

import { bankTransfer as bankTransferMain } from './bank-transfer.ts'
import { checkout as checkoutMain } from './checkout.ts'
import { collection as collectionMain } from './collection.ts'
import { delivery as deliveryMain } from './delivery.ts'
import { funds as fundsMain } from './funds.ts'
import { lateAnswer as lateAnswerMain } from './late-answer.ts'
import { ledgerProof as ledgerProofMain } from './ledger-proof.ts'
import { mail as mailMain } from './mail.ts'
import { payout as payoutMain } from './payout.ts'
import { payoutFile as payoutFileMain } from './payout-file.ts'
import { reconciliation as reconciliationMain } from './reconciliation.ts'
import { refund as refundMain } from './refund.ts'
import { webhookReplay as webhookReplayMain } from './webhook-replay.ts'
import type { WorkflowFunction, WorkflowType } from './contract.ts'
import { untilItsOwnEnd } from './own-end.ts'

const workflows: { readonly [Type in WorkflowType]: WorkflowFunction<Type> } = {
  bankTransfer: untilItsOwnEnd(bankTransferMain),
  checkout: untilItsOwnEnd(checkoutMain),
  collection: untilItsOwnEnd(collectionMain),
  delivery: untilItsOwnEnd(deliveryMain),
  funds: untilItsOwnEnd(fundsMain),
  lateAnswer: untilItsOwnEnd(lateAnswerMain),
  ledgerProof: untilItsOwnEnd(ledgerProofMain),
  mail: untilItsOwnEnd(mailMain),
  payout: untilItsOwnEnd(payoutMain),
  payoutFile: untilItsOwnEnd(payoutFileMain),
  reconciliation: untilItsOwnEnd(reconciliationMain),
  refund: untilItsOwnEnd(refundMain),
  webhookReplay: untilItsOwnEnd(webhookReplayMain),
}

export const { bankTransfer, checkout, collection, delivery, funds, lateAnswer } = workflows
export const { ledgerProof, mail, payout, payoutFile, reconciliation } = workflows
export const { refund, webhookReplay } = workflows
