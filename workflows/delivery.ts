import { condition, defineSignal, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhook-schedule.ts'
import { clock } from './await-operator.ts'
import { type DeliveryInput, signals } from './contract.ts'
import type { AttemptOutcome } from './ports.ts'
import { attemptDelivery } from './proxies.ts'

const deliveryStopped = defineSignal(signals.deliveryStopped)

/** One event on its way to one endpoint: sent at once, then again after each failure, until it is delivered or abandoned. */
export async function delivery(input: DeliveryInput): Promise<AttemptOutcome['state']> {
  let isStopped = false
  setHandler(deliveryStopped, () => {
    isStopped = true
  })
  let outcome = await attemptDelivery({ ...input, attempt: 1 })
  for (
    let attempt = 2;
    attempt <= WEBHOOK_ATTEMPTS_MAX && outcome.state === 'failed';
    attempt += 1
  ) {
    setCurrentDetails(
      `Attempt ${attempt - 1} of ${WEBHOOK_ATTEMPTS_MAX} failed (${outcome.reason}). ` +
        `Attempt ${attempt} at ${clock(Date.now() + outcome.retryInMs)}.`,
    )
    await condition(() => isStopped, outcome.retryInMs, { summary: `Wait for attempt ${attempt}` })
    outcome = await attemptDelivery({ ...input, attempt })
  }
  setCurrentDetails(
    `Ended: ${outcome.state}${outcome.state === 'abandoned' ? ` (${outcome.reason})` : ''}.`,
  )
  return outcome.state
}
