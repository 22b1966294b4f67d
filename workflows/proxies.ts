import { proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from './ports.ts'

/**
 * Steps run as local activities: no round trip through the server, and few events to read.
 * All are safe to repeat, so a database or a worker that comes back is simply tried again, without end.
 */
const patient = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' } as const

/** Steps at an operator end within its own time limit, well inside one workflow task. */
export const operator = proxyLocalActivities<
  Pick<Activities, 'requestPayment' | 'checkPayment' | 'expirePayment' | 'checkLateAnswer'>
>({
  startToCloseTimeout: '9s',
  retry: patient,
})

/** The operator's first answer, kept apart for the sentence that the run's history shows. */
export const asking = proxyLocalActivities<Pick<Activities, 'requestPayment'>>({
  startToCloseTimeout: '9s',
  retry: patient,
  summary: 'Ask the operator for the payment',
})

/** A receiver has ten seconds to answer, and a second more for the start of its body. */
export const receiver = proxyLocalActivities<Pick<Activities, 'attemptDelivery'>>({
  startToCloseTimeout: '20s',
  retry: patient,
})
