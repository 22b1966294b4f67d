import { randomUUID } from 'node:crypto'
import type { PaymentService } from '../client.ts'
import { type Output, transactionLine } from './output.ts'
import { UsageError } from './settings.ts'

/** The last digits of a sandbox number decide what becomes of its payment. */
const endings: Readonly<Record<string, string>> = {
  'payment.success': '1234',
  'payment.failed': '0001',
  'funds.held': '0006',
}

/** Makes an event happen in sandbox, by a payment of the number that leads to it. Error: UsageError for all others. */
export async function trigger(
  client: PaymentService,
  output: Output,
  type: string | undefined,
): Promise<void> {
  if (type === undefined) throw new UsageError('Say which: payments trigger payment.success')
  const ending = endings[type]
  if (ending !== undefined) return collect(client, output, ending)
  throw new UsageError(`By a payment these can be made: ${Object.keys(endings).join(', ')}.`)
}

async function collect(client: PaymentService, output: Output, ending: string): Promise<void> {
  const { mode } = await client.session()
  if (mode !== 'sandbox') throw new UsageError('Events are made in sandbox only: use its key.')
  const middle = String(Math.floor(Math.random() * 100)).padStart(2, '0')
  const { id } = await client.collections.create({
    amount: 1000,
    currency: 'XOF',
    provider: 'auto',
    phone: `2290197${middle}${ending}`,
    customer: { name: 'Awa Dossou', email: 'awa@example.com' },
    reference: `trigger-${randomUUID()}`,
  })
  const ended = await client.transactions.waitForFinal(id)
  output.say(transactionLine(output, ended), ended)
}
