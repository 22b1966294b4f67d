import { onPool } from '#db/sql.ts'
import { addedVersion } from '#http/added-version.ts'
import { call, eventually } from '#test/support/call.ts'
import { about, type Sample } from './table.ts'
import type { MerchantPlace } from './merchant-place.ts'

const listener = { label: 'Poste de Koffi' }
const endpoint = { url: 'https://shop.example/hook', events: ['*'] }

async function made(
  { service, tenant }: MerchantPlace,
  path: string,
  body: object,
): Promise<Sample> {
  const { json } = await call(service, {
    method: 'POST',
    path,
    key: tenant.keys.secret,
    body,
    headers: { 'Service-Version': addedVersion },
  })
  return { params: { id: json.data.id } }
}

const createdEndpoint = (place: MerchantPlace) => made(place, '/v2/webhook_endpoints', endpoint)

async function emptyToEndpoint(place: MerchantPlace): Promise<Sample> {
  return { ...(await createdEndpoint(place)), body: {} }
}

async function sentTest(place: MerchantPlace): Promise<Sample> {
  const { params } = await createdEndpoint(place)
  return made(place, `/v2/webhook_endpoints/${params?.['id']}/test`, {})
}

/** A delivery whose first attempt has failed, so that it stays as it is; while one is on its way, none can be asked for. */
async function missed(place: MerchantPlace): Promise<Sample> {
  const sample = await sentTest(place)
  const books = onPool(place.service.database.pool)
  const failed = `select id from webhook_delivery where id = $1 and status = 'failed'`
  await eventually(async () => (await books.rows(failed, [sample.params?.['id']])).length > 0)
  return sample
}

/** A listener, and what became of an event there. */
async function listened(place: MerchantPlace): Promise<Sample> {
  const { params: delivery } = await sentTest(place)
  const { event_id } = await onPool(place.service.database.pool).one<{ event_id: string }>(
    'select event_id from webhook_delivery where id = $1',
    [delivery?.['id']],
  )
  const result = { event_id, http_status: 200, duration_ms: 84, tries: 1 }
  return {
    ...(await made(place, '/v2/webhook_listeners', listener)),
    body: { results: [{ ...result, forwarded_at: new Date().toISOString() }] },
  }
}

/** Those of webhooks. */
export const webhookSamples: Readonly<
  Record<string, (place: MerchantPlace) => Promise<Sample> | Sample>
> = {
  'GET /v2/webhook_endpoints': () => ({}),
  'POST /v2/webhook_endpoints': () => ({ body: endpoint }),
  'GET /v2/webhook_endpoints/{id}': createdEndpoint,
  'DELETE /v2/webhook_endpoints/{id}': createdEndpoint,
  'PATCH /v2/webhook_endpoints/{id}': about(createdEndpoint, { label: 'Boutique' }),
  'POST /v2/webhook_endpoints/{id}/enable': emptyToEndpoint,
  'POST /v2/webhook_endpoints/{id}/disable': emptyToEndpoint,
  'POST /v2/webhook_endpoints/{id}/rotate': emptyToEndpoint,
  'POST /v2/webhook_endpoints/{id}/test': emptyToEndpoint,
  'GET /v2/webhook_deliveries': () => ({}),
  'GET /v2/webhook_deliveries/{id}': missed,
  'POST /v2/webhook_deliveries/{id}/retry': about(missed, {}),
  'GET /v2/webhook_event_types': () => ({}),
  'GET /v2/webhook_listeners': () => ({}),
  'POST /v2/webhook_listeners': () => ({ body: listener }),
  'GET /v2/webhook_listeners/{id}/results': (place) =>
    made(place, '/v2/webhook_listeners', listener),
  'POST /v2/webhook_listeners/{id}/results': listened,
}
