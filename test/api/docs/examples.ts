import { createHmac, randomUUID } from 'node:crypto'
import { sealPayload } from '#db/seal.ts'
import { addedVersion } from '#http/added-version.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { exampleEvent, exampleSecret, exampleStamp, type Sealed } from '#api/docs/webhooks.ts'
import type { Sample } from '#test/route-table/table.ts'
import type { MerchantPlace } from '#test/route-table/merchant-place.ts'
import { samples } from '#test/route-table/samples.ts'
import { call, type CallAnswer } from '#test/support/call.ts'
import { acceptedTransfer, authorizePhone, createBankTenant } from '#test/support/payouts.ts'
import type { TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'

// The description is read as any client would: as JSON of an unknown shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Description = any

/** One operation of a description. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly template: string
  readonly described: Description
}

/** All of them, in their order. */
export function operationsOf(description: Description): Operation[] {
  return Object.entries<Record<string, Description>>(description.paths).flatMap(
    ([template, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        name: described.operationId,
        method: method.toUpperCase(),
        template,
        described,
      })),
  )
}

/** The bodies that an operation gives as examples; one undefined where it takes none. */
export function bodiesOf({ described }: Operation): (object | undefined)[] {
  const examples = described.requestBody?.content['application/json'].examples ?? {}
  const bodies = Object.values<{ value: object }>(examples).map(({ value }) => value)
  return bodies.length === 0 ? [undefined] : bodies
}

/** Sends an operation as its description shows it, to a merchant of its own with all that must be there before. */
export async function send(
  service: TestService,
  operation: Operation,
  body: object | undefined,
): Promise<CallAnswer> {
  const { method, template, described } = operation
  const { tenant, sample } = await arranged(service, operation)
  // A payout goes to an account of the merchant's own.
  if (operation.name === 'createPayout')
    await authorizePhone(service.database, tenant, phoneOf(body))
  const { params = {}, query = '' } = sample
  const path = template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => params[name] ?? '')
  const sent = body ?? sample.body
  return call(service, {
    method,
    path: path + query,
    ...(described.security.length > 0 && { key: tenant.keys.secret }),
    ...(sent && { body: sent }),
    headers: headersOf(operation),
  })
}

/** A merchant, and what an operation is done to there. Bank transfers are made in live mode only. */
async function arranged(service: TestService, { name, method, template }: Operation) {
  if (name === 'cancelTransaction') {
    const tenant = await createBankTenant(service.database)
    const sample: Sample = { params: { id: await acceptedTransfer(service, tenant) } }
    return { tenant, sample }
  }
  const tenant = await createTenant(service.database)
  return { tenant, sample: await sampleOf(`${method} ${template}`, { service, tenant }) }
}

function headersOf({ described }: Operation): Record<string, string> {
  return {
    ...(takes(described, 'Idempotency-Key') && { 'Idempotency-Key': randomUUID() }),
    ...(takes(described, 'Service-Version') && { 'Service-Version': addedVersion }),
  }
}

async function sampleOf(route: string, place: MerchantPlace): Promise<Sample> {
  const make = samples[route]
  if (make === undefined) throw new Error(`${route} has no sample`)
  return make(place)
}

function phoneOf(body: object | undefined): string {
  return (body as { readonly phone: string }).phone
}

function takes({ parameters }: Description, header: string): boolean {
  return parameters.some(({ name }: { name: string }) => name === header)
}

/** An answer as an example: ids, moments and addresses that mean nothing, lists of two. */
export function asExample(json: unknown, baseUrl: string): unknown {
  const text = JSON.stringify(shortened(json))
    .replaceAll(baseUrl, 'https://pay.example')
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g, '2026-11-22T09:30:00Z')
  const ids = new Map<string, string>()
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const place = String(ids.size + 1).padStart(4, '0')
      const made = ids.get(id) ?? `0197a3c2-${place}-7d44-8f0a-3c9e1b7d2a10`
      ids.set(id, made)
      return made
    }),
  )
}

const listedMax = 2

function shortened(json: unknown): unknown {
  if (Array.isArray(json)) return json.slice(0, listedMax).map(shortened)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, shortened(value)]))
}

/** What two answers of one operation have in common: names of fields and types of values. */
export function sketch(json: unknown): unknown {
  if (Array.isArray(json)) return json.slice(0, 1).map(sketch)
  if (typeof json !== 'object' || json === null) return json === null ? 'null' : typeof json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, sketch(value)]))
}

/** The examples of events, sealed as the service seals them; the vector is fixed so that they stay as they are. */
export function sealedExamples(): Sealed {
  const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  return Object.fromEntries(
    webhookEventTypes.map(({ code }) => {
      const { event, data } = exampleEvent(code)
      const text = JSON.stringify(data)
      const sealed = sealPayload({ event, data: text, secret: exampleSecret, iv })
      return [code, { ...sealed, standard: signatureOf(sealed.payload) }]
    }),
  )
}

/** `webhook-signature` of a payload, as any receiver makes it. */
function signatureOf(payload: string): string {
  const { id, timestamp } = exampleStamp
  const signed = `${id}.${timestamp}.${JSON.stringify({ payload })}`
  return `v1,${createHmac('sha256', exampleSecret).update(signed).digest('base64')}`
}
