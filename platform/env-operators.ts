import type { EnvFields } from './env-fields.ts'
import {
  type MoovAccount,
  moovPhoneForms,
  type MtnAccount,
  type MtnProduct,
  type OperatorAccounts,
} from './operator-accounts.ts'

/**
 * The operator accounts in these variables, from the environment or from a file for one service. An operator without
 * variables is closed; an incomplete one is an error.
 */
export function readOperatorAccounts(fields: EnvFields, isProduction: boolean): OperatorAccounts {
  const protocols = isProduction ? ['https:'] : ['https:', 'http:']
  return [...readMtn(fields, protocols), ...readMoov(fields, protocols)]
}

const mtnBaseUrl = 'https://proxy.momoapi.mtn.com'
const moovUrl = 'https://apimarchand.moov-africa.bj/com.tlc.merchant.api/UssdPush'
const moovKeyBytes = 32

function readMtn(fields: EnvFields, protocols: readonly string[]): MtnAccount[] {
  const collection = readProduct(fields, [
    'MTN_COLLECTION_SUBSCRIPTION_KEY',
    'MTN_COLLECTION_API_USER',
    'MTN_COLLECTION_API_KEY',
  ])
  const disbursement = readProduct(fields, [
    'MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
    'MTN_DISBURSEMENT_API_USER',
    'MTN_DISBURSEMENT_API_KEY',
  ])
  const baseUrl = fields.url('MTN_BASE_URL', protocols) ?? mtnBaseUrl
  const callbackUrl = fields.url('MTN_CALLBACK_URL', protocols) ?? null
  const targetEnvironment = fields.text('MTN_TARGET_ENVIRONMENT') ?? 'mtnbenin'
  if (collection === null && disbursement === null) return []
  return [
    {
      provider: 'mtn-benin',
      baseUrl: withoutSlash(baseUrl),
      targetEnvironment,
      callbackUrl: callbackUrl && withoutSlash(callbackUrl),
      collection,
      disbursement,
    },
  ]
}

function readProduct(
  fields: EnvFields,
  names: readonly [key: string, user: string, apiKey: string],
): MtnProduct | null {
  const [subscriptionKey, apiUser, apiKey] = names.map((name) => fields.text(name))
  if (subscriptionKey !== undefined && apiUser !== undefined && apiKey !== undefined) {
    return { subscriptionKey, apiUser, apiKey }
  }
  requireAllOrNone(fields, names)
  return null
}

function readMoov(fields: EnvFields, protocols: readonly string[]): MoovAccount[] {
  const names = ['MOOV_USERNAME', 'MOOV_PASSWORD', 'MOOV_ENCRYPTION_KEY']
  const [username, password, encryptionKey] = names.map((name) => fields.text(name))
  const url = fields.url('MOOV_URL', protocols) ?? moovUrl
  const phoneForm = fields.oneOf('MOOV_PHONE_FORM', 'international', moovPhoneForms)
  if (username === undefined || password === undefined || encryptionKey === undefined) {
    requireAllOrNone(fields, names)
    return []
  }
  if (Buffer.byteLength(encryptionKey) !== moovKeyBytes) {
    fields.problems.push(`MOOV_ENCRYPTION_KEY must be ${moovKeyBytes} characters.`)
  }
  return [{ provider: 'moov-benin', url, username, password, encryptionKey, phoneForm }]
}

/** With half an account the operator would stay closed, and nobody would know why. */
function requireAllOrNone(fields: EnvFields, names: readonly string[]): void {
  const missing = names.filter((name) => fields.text(name) === undefined)
  if (missing.length === names.length) return
  for (const name of missing) {
    fields.problems.push(`${name} must be set where the rest of the account is.`)
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
