import { condition, defineSignal, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { clock } from './await-operator.ts'
import { type DeliveryInput, signals } from './contract.ts'
import type { AttemptOutcome } from './ports.ts'
import { receiver } from './proxies.ts'

/** Six automatic sends at most (spec: Delivery and retries); the books refuse a seventh as well. */
const maximumAttempts = 6
const deliveryStopped = defineSignal(signals.deliveryStopped)

/** One event on its way to one endpoint: sent at once, then again after each failure, until it is delivered or abandoned. */
export async function delivery(input: DeliveryInput): Promise<AttemptOutcome['state']> {
  let isStopped = false
  setHandler(deliveryStopped, () => {
    isStopped = true
  })
  let outcome = await receiver.attemptDelivery({ ...input, attempt: 1 })
  for (let attempt = 2; attempt <= maximumAttempts && outcome.state === 'failed'; attempt += 1) {
    setCurrentDetails(
      `Attempt ${attempt - 1} of ${maximumAttempts} failed (${outcome.reason}). ` +
        `Attempt ${attempt} at ${clock(Date.now() + outcome.retryInMs)}.`,
    )
    await condition(() => isStopped, outcome.retryInMs, { summary: `Wait for attempt ${attempt}` })
    outcome = await receiver.attemptDelivery({ ...input, attempt })
  }
  setCurrentDetails(
    `Ended: ${outcome.state}${outcome.state === 'abandoned' ? ` (${outcome.reason})` : ''}.`,
  )
  return outcome.state
}
