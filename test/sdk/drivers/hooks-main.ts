import { PaymentService } from '#sdk/typescript/src/index.ts'
import { refused } from './refused.ts'

// Makes a webhook endpoint by the TypeScript library, as its siblings do, and prints what came of each call.

const [baseUrl = '', apiKey = ''] = process.argv.slice(2)
const { webhookEndpoints } = new PaymentService({ apiKey, baseUrl })

const made = await webhookEndpoints.create({ url: 'https://shop.example/hook', events: ['*'] })
const { id } = made
const change = { label: 'Shop in Cotonou', events: ['payment.failed'] } as const
const changed = await webhookEndpoints.change(id, change)
const cleared = await webhookEndpoints.change(id, { label: null })
const disabled = await webhookEndpoints.disable(id)
const refusal = await refused(webhookEndpoints.test(id))
const enabled = await webhookEndpoints.enable(id)
const tested = await webhookEndpoints.test(id, 'payment.success')
const rotated = await webhookEndpoints.rotate(id, { starts: 'now' })
const later = await webhookEndpoints.rotate(id)
const read = await webhookEndpoints.read(id)
const listed: string[] = []
for await (const endpoint of webhookEndpoints.list()) listed.push(endpoint.id)
const types: string[] = []
for await (const { code } of webhookEndpoints.eventTypes()) types.push(code)
const deleted = await webhookEndpoints.delete(id)

process.stdout.write(
  JSON.stringify({
    made: [made.status, made.secret !== undefined],
    changed: [changed.label, changed.events],
    cleared: [cleared.label, cleared.events],
    disabled: disabled.status,
    refused: refusal,
    enabled: enabled.status,
    tested: tested.type,
    rotated: [rotated.secret !== made.secret, rotated.next_secret === undefined],
    later: [later.secret !== rotated.secret, read.next_secret !== undefined],
    listed: listed.join() === id,
    types: types.includes('payment.success'),
    deleted: deleted.deleted,
    gone: await refused(webhookEndpoints.read(id)),
  }),
)
