/** The bundle: every workflow that a worker runs; each that stands for a fact is closed by its own end alone. */
export { runReconciliation } from './run-reconciliation.ts'

import { bankTransfer as bankTransferMain } from './bank-transfer.ts'
import { checkout as checkoutMain } from './checkout.ts'
import { collection as collectionMain } from './collection.ts'
import { delivery as deliveryMain } from './delivery.ts'
import { funds as fundsMain } from './funds.ts'
import { lateAnswer as lateAnswerMain } from './late-answer.ts'
import { ledgerProof as ledgerProofMain } from './ledger-proof.ts'
import { payout as payoutMain } from './payout.ts'
import { reconciliation as reconciliationMain } from './reconciliation.ts'
import { refund as refundMain } from './refund.ts'
import { webhookReplay as webhookReplayMain } from './webhook-replay.ts'
import { untilItsOwnEnd } from './own-end.ts'

export const bankTransfer = untilItsOwnEnd(bankTransferMain)
export const checkout = untilItsOwnEnd(checkoutMain)
export const collection = untilItsOwnEnd(collectionMain)
export const delivery = untilItsOwnEnd(deliveryMain)
export const funds = untilItsOwnEnd(fundsMain)
export const lateAnswer = untilItsOwnEnd(lateAnswerMain)
export const ledgerProof = untilItsOwnEnd(ledgerProofMain)
export const payout = untilItsOwnEnd(payoutMain)
export const reconciliation = untilItsOwnEnd(reconciliationMain)
export const refund = untilItsOwnEnd(refundMain)
export const webhookReplay = untilItsOwnEnd(webhookReplayMain)
