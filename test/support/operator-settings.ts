import assert from 'node:assert/strict'
import type { MoovAccount, MtnAccount } from '#platform/operator-accounts.ts'

/** The variables with which a process reaches this account of MTN, at this address, for money in and out. */
export function mtnSettings(
  { baseUrl, targetEnvironment, collection, disbursement }: MtnAccount,
  at: string = baseUrl,
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
  return {
    ...Object.fromEntries(variables),
    MTN_BASE_URL: at,
    MTN_TARGET_ENVIRONMENT: targetEnvironment,
  }
}

/** The same for an account of Moov. */
export function moovSettings(
  { url, username, password, encryptionKey }: MoovAccount,
  at: string = url,
): Record<string, string> {
  return {
    MOOV_URL: at,
    MOOV_USERNAME: username,
    MOOV_PASSWORD: password,
    MOOV_ENCRYPTION_KEY: encryptionKey,
  }
}

/** An account of Moov that nobody calls. */
export const moovAccount: MoovAccount = {
  provider: 'moov-benin',
  url: 'https://moov.example.com',
  username: 'shop',
  password: 'moov-password',
  encryptionKey: 'k'.repeat(32),
  phoneForm: 'international',
}

/** An account of MTN, for collections alone, that nobody calls. */
export const mtnCollections: MtnAccount = {
  provider: 'mtn-benin',
  baseUrl: 'http://127.0.0.1:9',
  targetEnvironment: 'mtnbenin',
  callbackUrl: null,
  collection: { subscriptionKey: 'a', apiUser: 'b', apiKey: 'c' },
  disbursement: null,
}
