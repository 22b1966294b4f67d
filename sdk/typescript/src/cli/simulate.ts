import type { PaymentService } from '../client.ts'
import { ApiError } from '../errors.ts'
import { sleep } from '../transport.ts'
import { type Output, transactionLine } from './output.ts'
import { UsageError } from './settings.ts'

const outcomes = { succeed: 'succeeded', fail: 'failed', expire: 'expired' } as const

const triesMax = 20
const pauseMs = 500

/** Chooses the outcome of a sandbox payment, and waits for it. */
export async function simulate(
  { transactions }: PaymentService,
  output: Output,
  [id, word = '']: readonly string[],
): Promise<void> {
  const outcome = Object.hasOwn(outcomes, word) ? outcomes[word as keyof typeof outcomes] : null
  if (id === undefined || outcome === null) {
    throw new UsageError('Say which, and how it ends: payments simulate ID succeed, fail or expire')
  }
  await say(transactions, id, outcome)
  const ended = await transactions.waitForFinal(id)
  output.say(transactionLine(output, ended), ended)
}

/** A payment that was just requested may not have reached its operator: retried while it is pending. */
async function say(
  transactions: PaymentService['transactions'],
  id: string,
  outcome: (typeof outcomes)[keyof typeof outcomes],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await transactions.simulate(id, outcome))
    } catch (error) {
      if (!isTooEarly(error) || tries >= triesMax) throw error
      if ((await transactions.read(id)).status !== 'pending') throw error
    }
    await sleep(pauseMs)
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'cannot_simulate'
}
