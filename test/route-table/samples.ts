import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addedVersion } from '#http/added-version.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { untilTaken } from '#test/support/sandbox.ts'
import { freshPhone } from '#test/support/tenant.ts'
import type { MerchantPlace } from './merchant-place.ts'
import { webhookSamples } from './samples-webhooks.ts'
import { about, type Sample } from './table.ts'

/** One good request to each route, with all that must be there before it; `GET /v2/x/{id}` as the description spells it. */
export const samples: Readonly<Record<string, (place: MerchantPlace) => Promise<Sample> | Sample>> =
  {
    'GET /v2/session': empty,
    'GET /v2/payment-methods': empty,
    'POST /v2/collections': ({ tenant }) => ({ body: bodyOf(collectionCall(tenant.keys.secret)) }),
    'GET /v2/transactions/{id}': async (place) => ({ params: { id: await paid(place) } }),
    'GET /v2/transactions': empty,
    'GET /v2/transactions/{id}/receipt': async (place) => ({ params: { id: await paid(place) } }),
    'POST /v2/phone-numbers/validate': () => ({
      body: { phone: freshPhone(), provider: 'mtn-benin' },
    }),
    'GET /v2/balance': empty,
    'POST /v2/payouts': async ({ service: { database }, tenant }) => {
      const phone = await readyToPayOut(database, tenant, { balance: 100_000 })
      return { body: bodyOf(payoutCall(tenant.keys.secret, { phone })) }
    },
    // Bank transfers are made in live mode only: what there is here cannot be cancelled.
    'POST /v2/transactions/{id}/simulate': async (place) => ({
      params: { id: await waiting(place) },
      body: { outcome: 'succeeded' },
    }),
    'POST /v2/transactions/{id}/cancel': async (place) => ({
      params: { id: await paid(place) },
      body: {},
    }),
    'POST /v2/quotes': () => ({ body: { amount: 1000, currency: 'XOF', provider: 'mtn-benin' } }),
    'GET /v2/currencies': empty,
    'GET /v2/exchange-rates': () => ({ query: '?from=EUR&to=XOF' }),
    ...webhookSamples,
    'GET /v2/terminals': empty,
    'POST /v2/terminals': () => ({ body: { type: 'pos', label: 'Caisse 2' } }),
    'POST /v2/terminals/activate': async (place) => {
      const body = { type: 'pos', label: 'Caisse 3' }
      const { activation_code } = await made(place, '/v2/terminals', body)
      return { body: { activation_code } }
    },
    'GET /v2/terminals/{id}': ownTerminal,
    'PATCH /v2/terminals/{id}': (place) => ({ ...ownTerminal(place), body: { label: 'Caisse 4' } }),
    'DELETE /v2/terminals/{id}': ownTerminal,
    'POST /v2/terminals/{id}/disable': (place) => ({ ...ownTerminal(place), body: {} }),
    'POST /v2/terminals/{id}/enable': (place) => ({ ...ownTerminal(place), body: {} }),
    'POST /v2/terminals/{id}/regenerate': (place) => ({ ...ownTerminal(place), body: {} }),
    'GET /v2/terminals/{id}/sessions': ownTerminal,
    'POST /v2/terminals/{id}/sessions': (place) => ({
      ...ownTerminal(place),
      body: { operator: { name: 'Awa Dossou' } },
    }),
    'GET /v2/terminals/{id}/sessions/{session_id}': openedSession,
    'POST /v2/terminals/{id}/sessions/{session_id}/close': about(openedSession, {}),
    'POST /v2/checkouts': () => ({ body: { amount: 1000 } }),
    'GET /v2/checkouts/{id}': madeCheckout,
    'POST /v2/checkouts/{id}/cancel': about(madeCheckout, {}),
    'GET /v2/payment-links/{id}': ownLink,
    'GET /v2/payment-links': empty,
    'POST /v2/payment-links': () => ({ body: { title: 'Commande 17', amount: 1000 } }),
    'GET /v2/payment-links/{id}/details': ownLink,
    'PATCH /v2/payment-links/{id}': about(ownLink, { title: 'Commande 18' }),
    'POST /v2/payment-links/{id}/close': async (place) => ({ ...(await ownLink(place)), body: {} }),
    'GET /v2/payment-links/{id}/payment-methods': ownLink,
    'POST /v2/payment-links/{id}/quotes': about(ownLink, { provider: 'mtn-benin' }),
    'POST /v2/payment-links/{id}/collections': async (place) => ({
      ...(await ownLink(place)),
      body: bodyOf(linkPaymentCall('')),
    }),
    'GET /v2/payment-links/{id}/transactions/{transaction}': paidLink,
    'GET /v2/payment-links/{id}/transactions/{transaction}/receipt': paidLink,
    'POST /v2/refunds': () => ({ body: {} }),
    'GET /v2/refunds/{id}': () => ({ params: { id: randomUUID() } }),
    'GET /v2/events': empty,
    'GET /v2/events/{id}': async (place) => ({ params: { id: await firstEvent(place) } }),
  }

function empty(): Sample {
  return {}
}

function bodyOf({ body }: { readonly body?: unknown }): object {
  return body as object
}

function ownTerminal({ tenant }: MerchantPlace): Sample {
  return { params: { id: tenant.terminalId } }
}

/** The event of a payment. */
async function firstEvent(place: MerchantPlace): Promise<string> {
  await paid(place)
  const headers = { 'Service-Version': addedVersion }
  const key = place.tenant.keys.secret
  return eventually(async () => {
    const { json } = await call(place.service, { path: '/v2/events', key, headers })
    return json.data[0]?.id
  })
}

/** A collection of the tenant's terminal that has succeeded. */
async function paid({ service, tenant }: MerchantPlace): Promise<string> {
  const { json } = await call(service, collectionCall(tenant.keys.terminal))
  await waitUntilFinal(service, tenant.keys.secret, json.data.id)
  return json.data.id
}

/** A collection that its operator has taken, and decides at nobody's word. */
async function waiting({ service, tenant }: MerchantPlace): Promise<string> {
  const phone = freshPhone('0005')
  const { json } = await call(service, collectionCall(tenant.keys.secret, { phone }))
  await untilTaken(service, json.data.id)
  return json.data.id
}

async function madeCheckout({ service, tenant }: MerchantPlace): Promise<Sample> {
  return { params: { id: await createdCheckout(service, tenant.keys.terminal) } }
}

async function ownLink({ service, tenant }: MerchantPlace): Promise<Sample> {
  const { id } = await createLink(service.database, tenant)
  return { params: { id } }
}

/** A link with a payment that has succeeded. */
async function paidLink({ service, tenant }: MerchantPlace): Promise<Sample> {
  const { id } = await createLink(service.database, tenant)
  const { json } = await call(service, linkPaymentCall(id))
  await waitUntilFinal(service, tenant.keys.secret, json.data.id)
  return { params: { id, transaction: json.data.id } }
}

async function openedSession(place: MerchantPlace): Promise<Sample> {
  const { terminalId } = place.tenant
  const path = `/v2/terminals/${terminalId}/sessions`
  const { id } = await made(place, path, { operator: { name: 'Awa Dossou' } })
  return { params: { id: terminalId, session_id: id ?? '' } }
}

/** What the merchant's server makes by this request. */
async function made(
  { service, tenant }: MerchantPlace,
  path: string,
  body: object,
): Promise<Readonly<Record<string, string>>> {
  const { status, json, text } = await call(service, {
    method: 'POST',
    path,
    body,
    key: tenant.keys.secret,
  })
  assert.equal(status, 201, text)
  return json.data
}
