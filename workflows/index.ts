/** The bundle: every workflow that a worker runs. */
export { bankTransfer } from './bank-transfer.ts'
export { checkout } from './checkout.ts'
export { collection } from './collection.ts'
export { delivery } from './delivery.ts'
export { funds } from './funds.ts'
export { lateAnswer } from './late-answer.ts'
export { payout } from './payout.ts'
export { refund } from './refund.ts'
