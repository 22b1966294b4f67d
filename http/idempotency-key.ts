import type { IncomingMessage } from 'node:http'
import { fail } from '#domain/errors/errors.ts'
import type { Idempotency } from './route.ts'

const shape = /^[A-Za-z0-9_-]{1,128}$/

/**
 * The `Idempotency-Key` of a request, well formed (docs/api.md#idempotency), or null where it is optional and absent.
 */
export function readIdempotencyKey(request: IncomingMessage, rule: Idempotency): string | null {
  if (rule === 'none') return null
  const keys = request.headersDistinct['idempotency-key']
  if (keys === undefined) {
    if (rule === 'required') throw fail('missing_idempotency_key')
    return null
  }
  const [key = '', ...others] = keys
  if (others.length > 0 || !shape.test(key)) throw fail('invalid_idempotency_key')
  return key
}
