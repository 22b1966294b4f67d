import { activityInfo } from '@temporalio/activity'
import { applyRefundAct } from '#use-cases/refunds/apply-act.ts'
import { applyClosing } from '#use-cases/closings/apply.ts'
import { applyFundsAct, makeFundsAvailable } from '#use-cases/funds/move.ts'
import { readFundsStanding } from '#use-cases/funds/read.ts'
import { lookAtStanding } from '#use-cases/checkouts/read-standing.ts'
import {
  beginCheckoutPayment,
  closeCheckout,
  endCheckoutPayment,
} from '#use-cases/checkouts/move.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { sweep } from '#use-cases/retention/sweep.ts'
import { noteEndedItself } from '#use-cases/runs/findings.ts'
import { isInBooks } from '#use-cases/runs/is-in-books.ts'
import { payDue, timeOfBooks } from '#use-cases/standing-orders/pay-due.ts'
import { readStanding } from '#use-cases/transfers/find.ts'
import { moveTransfer } from '#use-cases/transfers/move.ts'
import type { Activities } from '#workflows/ports.ts'
import { atOperator, paymentAtOperator } from './at-operator.ts'
import { attemptDelivery, replayDeliveries } from './attempt-delivery.ts'
import { checkLateAnswer } from './check-late-answer.ts'
import { checkPayment, expirePayment, giveUpPayout, orLookAgain } from './check-payment.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { withoutSecrets } from './failures.ts'
import { noteMended, noteTrouble, sendMail, tellStaff } from './tell-people.ts'
import { matchStatement, payLines, proveLedger, reconcileRuns } from './in-batches.ts'
import { checkRefund, giveUpRefund, openRefund, payRefund, tellOfRefund } from './pay-refund.ts'
import { requestPayment } from './request-payment.ts'
import { orAgain, sendAttempt } from './send-attempt.ts'
import { createPace } from './webhooks/pace.ts'

/** Creates the activities of workflows/ports.ts with their dependencies. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const { database, outbox, log, staffApprovalAbove: approvalAbove } = dependencies
  const step = withoutSecrets({
    log,
    isInBooks: (input) => isInBooks(database, input),
    async noteOrphan() {
      const { workflowExecution: run } = activityInfo()
      if (run !== undefined) await noteEndedItself(database, run)
    },
  })
  const pace = createPace()
  return {
    ...ofTheService(dependencies, step),
    requestPayment: step(paymentAtOperator(dependencies, requestPayment)),
    checkPayment: step(paymentAtOperator(dependencies, checkPayment)),
    expirePayment: orLookAgain(step(paymentAtOperator(dependencies, expirePayment))),
    checkLateAnswer: step(atOperator(dependencies, checkLateAnswer)),
    giveUpPayout: step((input) => giveUpPayout(dependencies, input)),
    openTransfer: step(async ({ transactionId }) => ({
      standing: await readStanding(database, transactionId),
      reminderMs: dependencies.transferReminderMs,
    })),
    moveTransfer: step((order) => moveTransfer(database, outbox, { ...order, approvalAbove })),
    tellStaff: step((notice) => tellStaff(dependencies, notice)),
    openRefund: step(({ refundId }) => openRefund(dependencies, refundId)),
    decideRefund: step(({ actId }) => applyRefundAct(database, outbox, { actId, approvalAbove })),
    payRefund: step(atOperator(dependencies, payRefund)),
    checkRefund: step(atOperator(dependencies, checkRefund)),
    giveUpRefund: step((input) => giveUpRefund(dependencies, input)),
    flagRefund: step((input) => tellOfRefund(dependencies, input)),
    closeUnknown: step(({ actId }) => applyClosing(database, outbox, { actId, approvalAbove })),
    readFunds: step(({ transactionId }) => readFundsStanding(database, transactionId)),
    makeFundsAvailable: step(({ transactionId }) => makeFundsAvailable(database, transactionId)),
    decideFunds: step(({ actId }) => applyFundsAct(database, outbox, actId)),
    readCheckout: step(({ checkoutId }) => lookAtStanding(database, checkoutId)),
    beginCheckoutPayment: step(({ checkoutId, transactionId }) =>
      beginCheckoutPayment(database, checkoutId, transactionId),
    ),
    endCheckoutPayment: step(({ checkoutId, ...end }) =>
      endCheckoutPayment(database, checkoutId, end),
    ),
    closeCheckout: step(({ checkoutId, end }) => closeCheckout(database, checkoutId, end)),
    attemptDelivery: step((input) => attemptDelivery(dependencies, input)),
    sendAttempt: orAgain(step((input) => sendAttempt(dependencies, input, pace))),
    replayDeliveries: step((input) => replayDeliveries(dependencies, input)),
  }
}

type OfTheService =
  | 'matchStatement'
  | 'proveLedger'
  | 'reconcileRuns'
  | 'noteTrouble'
  | 'noteMended'
  | 'sendMail'
  | 'payLines'
  | 'payStandingOrder'
  | 'keepHouse'

/** Activities that concern the service itself, not a payment. */
function ofTheService(
  dependencies: ActivityDependencies,
  step: ReturnType<typeof withoutSecrets>,
): Pick<Activities, OfTheService> {
  const keepHouse = step(async () => {
    await sweep(dependencies.database, dependencies.retention)
    await gatherNotifications(dependencies.database)
  })
  const reconcile = step(() => reconcileRuns(dependencies))
  const mended = step(() => noteMended(dependencies))
  return {
    matchStatement: step((input) => matchStatement(dependencies, input)),
    proveLedger: step((input) => proveLedger(dependencies, input)),
    reconcileRuns: () => reconcile({}),
    payLines: step((input) => payLines(dependencies, input)),
    payStandingOrder: step(async ({ standingOrderId }) =>
      payDue(dependencies, standingOrderId, await timeOfBooks(dependencies.database)),
    ),
    sendMail: step((input) => sendMail(dependencies, input)),
    noteTrouble: step((trouble) => noteTrouble(dependencies, trouble)),
    noteMended: () => mended({}),
    keepHouse: () => keepHouse({}),
  }
}
