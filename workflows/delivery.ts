import { condition, continueAsNew, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { clock } from './await-operator.ts'
import type { DeliveryInput } from './contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { onLookNow } from './own-end.ts'
import { type AttemptOutcome, attemptUnderWay } from './contract/results.ts'
import { attemptDelivery, attemptIfAsked, sendTo } from './proxies.ts'

/**
 * One event for one endpoint: sent at once, then again after each failure, until it is delivered or abandoned. A
 * requested attempt is made at once (docs/webhooks.md#retries-by-hand); the signal only means "look", and the
 * database counts the requests.
 */
export async function delivery({
  deliveryId,
  endpointId,
}: DeliveryInput): Promise<AttemptOutcome['state']> {
  const input = { deliveryId }
  sendTo(endpointId)
  const ear = new DeliveryEar()
  let outcome = await attemptDelivery({ ...input, attempt: 1 })
  let attempt = numberOf(outcome, 1)
  let dueAt = dueAfter(outcome)
  while (isUnderWay(outcome, attempt) || ear.isAsked) {
    const next = { ...input, attempt: Math.min(attempt + 1, WEBHOOK_ATTEMPTS_MAX) }
    if (outcome.state === 'failed') setCurrentDetails(waitsText(outcome.reason, attempt, dueAt))
    const isDue = await ear.waitUntil(dueAt, next.attempt)
    // The database knows the next attempt and its time, including a requested one.
    if (isHistoryLong()) return continueAsNew<typeof delivery>(input)
    const answer = await (isDue ? attemptDelivery(next) : attemptIfAsked(next))
    if (answer.state === 'unasked') continue
    outcome = answer
    attempt = numberOf(answer, next.attempt)
    dueAt = dueAfter(answer)
  }
  const reason = outcome.state === 'abandoned' ? ` (${outcome.reason})` : ''
  setCurrentDetails(`Ended: ${outcome.state}${reason}.`)
  return outcome.state
}

class DeliveryEar {
  #isStopped = false
  /** Somebody may have requested an attempt; one made in the meantime has satisfied the request. */
  isAsked = false

  constructor() {
    setHandler(signals.deliveryStopped, () => {
      this.#isStopped = true
    })
    setHandler(signals.attemptAsked, () => {
      this.isAsked = true
    })
    onLookNow(() => {
      this.isAsked = true
    })
  }

  readonly #isWoken = (): boolean => this.#isStopped || this.isAsked || isHistoryLong()

  /**
   * Waits until the next attempt is due, or for a signal; false if the attempt may be made early. After the end it does
   * not wait.
   */
  async waitUntil(dueAt: number | undefined, attempt: number): Promise<boolean> {
    let isDue = false
    if (dueAt !== undefined) {
      const isWoken = await condition(this.#isWoken, dueAt - Date.now(), {
        summary: `Wait for attempt ${attempt}`,
      })
      isDue = !isWoken || this.#isStopped
    }
    this.#isStopped = false
    this.isAsked = false
    return isDue
  }
}

function isUnderWay({ state }: AttemptOutcome, attempt: number): boolean {
  return state === 'failed' && attempt < WEBHOOK_ATTEMPTS_MAX
}

function numberOf(outcome: AttemptOutcome, expected: number): number {
  return (outcome.state === 'failed' ? outcome.attempt : undefined) ?? expected
}

function dueAfter(outcome: AttemptOutcome): number | undefined {
  return outcome.state === 'failed' ? Date.now() + outcome.retryInMs : undefined
}

function waitsText(reason: string, attempt: number, dueAt = 0): string {
  if (reason === attemptUnderWay)
    return `Attempt ${attempt + 1} of ${WEBHOOK_ATTEMPTS_MAX} is being sent. Looks again at ${clock(dueAt)}.`
  return (
    `Attempt ${attempt} of ${WEBHOOK_ATTEMPTS_MAX} failed (${reason}). ` +
    `Attempt ${attempt + 1} at ${clock(dueAt)}.`
  )
}
