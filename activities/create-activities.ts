import type { Activities } from '#workflows/ports.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { checkLateAnswer, checkPayment, expirePayment } from './check-payment.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { withoutSecrets } from './failures.ts'
import { requestPayment } from './request-payment.ts'

/** The steps of workflows/ports.ts, over their dependencies. */
export function createActivities(dependencies: ActivityDependencies): Activities {
  const step = withoutSecrets(dependencies.log)
  return {
    requestPayment: step((input) => requestPayment(dependencies, input)),
    checkPayment: step((input) => checkPayment(dependencies, input)),
    expirePayment: step((input) => expirePayment(dependencies, input)),
    checkLateAnswer: step((input) => checkLateAnswer(dependencies, input)),
    attemptDelivery: step((input) => attemptDelivery(dependencies, input)),
  }
}
