import assert from 'node:assert/strict'
import type { MtnAccount } from '#platform/operator-accounts.ts'

/** The variables with which a process reaches this account of MTN at this address (`host:port`), for money in and out. */
export function mtnSettings(
  { collection, disbursement }: MtnAccount,
  address: string,
): Record<string, string> {
  const products = Object.entries({ COLLECTION: collection, DISBURSEMENT: disbursement })
  const variables = products.flatMap(([name, product]) => {
    assert.ok(product)
    return [
      [`MTN_${name}_SUBSCRIPTION_KEY`, product.subscriptionKey],
      [`MTN_${name}_API_USER`, product.apiUser],
      [`MTN_${name}_API_KEY`, product.apiKey],
    ]
  })
  return { ...Object.fromEntries(variables), MTN_BASE_URL: `http://${address}` }
}
