import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { call, type Call, type CallAnswer, eventually } from './call.ts'
import { freshPhone } from './tenant.ts'

interface Place {
  readonly baseUrl: string
}

/** A valid request for a QR code of 1000 XOF with the test's changes; without an idempotency key unless given. */
export function checkoutCall(
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
  idempotencyKey?: string,
): Call {
  return {
    method: 'POST',
    path: '/v2/checkouts',
    key,
    body: { amount: 1000, ...changes },
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
  }
}

/** Creates a code and returns its id. */
export async function createdCheckout(
  service: Place,
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await call(service, checkoutCall(key, changes))
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data.id
}

/** A payer's request, with the test's changes. */
export function scanCall(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
  idempotencyKey: string = randomUUID(),
): Call {
  return {
    method: 'POST',
    path: `/v2/payment-links/${id}/collections`,
    body: { provider: 'mtn-benin', phone: freshPhone(), ...changes },
    headers: { 'Idempotency-Key': idempotencyKey },
  }
}

/** A read of a code by the desk, given its id and optionally a query. */
export function readCheckout(
  service: Place,
  key: string,
  idAndSearch: string,
): Promise<CallAnswer> {
  return call(service, { path: `/v2/checkouts/${idAndSearch}`, key })
}

export function cancelCheckout(service: Place, key: string, id: string): Promise<CallAnswer> {
  return call(service, { method: 'POST', path: `/v2/checkouts/${id}/cancel`, key })
}

/** Waits until the code has this status, and returns it. */
export function untilCheckout(
  service: Place,
  { key, id }: { readonly key: string; readonly id: string },
  status: string,
) {
  return eventually(async () => {
    const { json } = await readCheckout(service, key, id)
    return json.data.status === status && json.data
  })
}
