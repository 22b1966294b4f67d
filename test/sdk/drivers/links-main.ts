import { PaymentService } from '#sdk/typescript/src/index.ts'
import { refused, told } from './refused.ts'

// Makes a payment link by the TypeScript library, as its siblings do, and prints what came of each call.

const [baseUrl = '', apiKey = '', idempotencyKey = ''] = process.argv.slice(2)
const client = new PaymentService({ apiKey, baseUrl })
const sale = { title: 'Order 17', amount: 12_500, currency: 'XOF', reference: 'A-17' } as const

const english = new PaymentService({ apiKey, baseUrl, language: 'en' })
const nobody = '00000000-0000-4000-8000-000000000000'

const made = await client.paymentLinks.create(sale, { idempotencyKey })
const again = await client.paymentLinks.create(sale, { idempotencyKey })
const gift = await client.paymentLinks.create({ title: 'Gift', currency: 'XOF', min_amount: 500 })
const read = await client.paymentLinks.read(made.id)
const change = { title: 'Order 17, again', reference: null }
const changed = await client.paymentLinks.change(made.id, change)
const closed = await client.paymentLinks.close(made.id)
const listed: string[] = []
for await (const { title } of client.paymentLinks.list({ limit: 1 })) listed.push(title)

process.stdout.write(
  JSON.stringify({
    again: again.id === made.id,
    url: made.url.endsWith(`/sandbox/pay/${made.id}`),
    read: [read.amount, read.status],
    gift: [gift.amount, gift.min_amount],
    changed: [changed.title, changed.reference],
    closed: closed.status,
    listed: listed.toSorted(),
    wrong: await refused(client.paymentLinks.create({ ...sale, origin: '*' })),
    unknown: await refused(client.paymentLinks.read(nobody)),
    english: await told(english.paymentLinks.read(nobody), 'sentence'),
  }),
)
