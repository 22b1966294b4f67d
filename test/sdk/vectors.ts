import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptedAnswer } from './scripted-service.ts'

/** Where they are: sdk/vectors, which a library in any language may be tried against. */
const vectorsFolder = join(import.meta.dirname, '../../sdk/vectors')

export interface SealedVector {
  readonly name: string
  readonly event: string
  readonly data: string
  readonly secret: string
  readonly standard_secret: string
  readonly iv: string
  readonly id: string
  readonly timestamp: number
  readonly payload: string
  readonly body: string
  readonly service_signature: string
  readonly standard_signature: string
}

export interface WebhookCase {
  readonly name: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly now: number
  readonly allow_untimed?: boolean
  readonly opened?: unknown
  readonly error?: string
  readonly says?: readonly string[]
}

export const webhookVectors = read<{
  readonly sealed: readonly SealedVector[]
  readonly cases: readonly WebhookCase[]
}>('webhooks')

export interface HttpCase {
  readonly name: string
  readonly call:
    | 'collection'
    | 'payment_link'
    | 'read'
    | 'wait'
    | 'list'
    | 'filtered'
    | 'keyed'
    | 'webhook_endpoint'
  readonly timeout_ms: number
  readonly answers: readonly ScriptedAnswer[]
  readonly requests: number
  readonly waits_ms: readonly (readonly [number, number])[]
  /** Path and query of the first request, decoded. */
  readonly url?: string
  /** The idempotency key that the program gave. */
  readonly key?: string
  /** Given to `collection`. */
  readonly idempotency_key?: string
  readonly expect: Readonly<Record<string, unknown>> & { readonly says?: readonly string[] }
}

export const httpVectors = read<{
  readonly max_retries: number
  readonly max_retry_after_seconds: number
  readonly calls: Readonly<Record<string, unknown>>
  readonly cases: readonly HttpCase[]
}>('http')

export const amountVectors = read<{
  readonly decimals: Readonly<Record<string, number>>
  readonly exact: readonly {
    readonly currency: string
    readonly minor: string
    readonly json: string
  }[]
  readonly refused: readonly {
    readonly currency: string
    readonly json: string
    readonly why: string
  }[]
}>('amounts')

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(vectorsFolder, `${name}.json`), 'utf8')) as T
}
