export * from './errors.ts'
export type * from './api-types.ts'
export { checkedAmount, decimalsOf, fromMinor, toMinor } from './amounts.ts'
export { type Page, PaymentService, type PaymentOptions, type WaitOptions } from './client.ts'
export type {
  CallOptions,
  CreateOptions,
  ListName,
  OperationName,
  RequestOptions,
} from './operation.ts'
export type { ClientOptions } from './transport.ts'
export {
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  signWebhook,
  verifyWebhook,
} from './webhooks.ts'
import { signWebhook, verifyWebhook } from './webhooks.ts'

/** `webhooks.verify(body, headers, { secrets })` checks, decrypts and parses a delivery in one call. */
export const webhooks = { verify: verifyWebhook, sign: signWebhook } as const
