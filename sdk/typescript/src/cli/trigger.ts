import { randomUUID } from 'node:crypto'
import type { PaymentService } from '../client.ts'
import { type Output, transactionLine } from './output.ts'
import { UsageError } from './settings.ts'

/** The last digits of a sandbox number decide the outcome of its payment. */
const endings: Readonly<Record<string, string>> = {
  'payment.success': '1234',
  'payment.failed': '0001',
  'funds.held': '0006',
}

/** Events that a payment causes, so that no endpoint is needed. */
export const made = Object.keys(endings)

/**
 * Triggers an event in sandbox: with a payment of the number that leads to it, or else as a test event to an
 * endpoint. Error: UsageError if there is no endpoint for it.
 */
export async function trigger(
  client: PaymentService,
  output: Output,
  type: string | undefined,
): Promise<void> {
  if (type === undefined) throw new UsageError(`Say which of these: ${await knownTypes(client)}.`)
  const ending = Object.hasOwn(endings, type) ? endings[type] : undefined
  return ending === undefined ? test(client, output, type) : collect(client, output, ending)
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

async function test(client: PaymentService, output: Output, type: string): Promise<void> {
  const types = await knownTypes(client)
  if (!types.split(', ').includes(type)) {
    throw new UsageError(`There is no event ${type}. There are: ${types}.`)
  }
  for await (const { id, url, status } of client.webhookEndpoints.list()) {
    if (status !== 'enabled') continue
    const sent = await client.webhookEndpoints.test(id, type as 'test.ping')
    output.say(`A test event ${type} is on its way to ${url}`, sent)
    return
  }
  throw new UsageError(
    `A sample of ${type} needs an enabled webhook endpoint in this mode: make one first; it is then passed on by ` +
      `\`payments listen\` too. Without one these can be made, by a payment: ${made.join(', ')}.`,
  )
}

async function knownTypes(client: PaymentService): Promise<string> {
  const types: string[] = []
  for await (const { code } of client.webhookEndpoints.eventTypes()) types.push(code)
  return types.join(', ')
}
