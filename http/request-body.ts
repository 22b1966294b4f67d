import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { fail } from '#domain/errors/errors.ts'
import { type JsonObject, parseJsonBody } from './json.ts'

/** Maximum size of a body in bytes (docs/api.md#limits), except for routes that take files. */
export const bodyBytesMax = 32_768

/**
 * Reads a request's JSON object; null without a body. Checks in this order: size (413), then compression, content
 * type and JSON (400).
 */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = bodyBytesMax,
): Promise<JsonObject | null> {
  const bytes = await readBody(request, bytesMax)
  if (bytes.length === 0) return null
  if (!isPlain(request.headers)) throw fail('invalid_content_encoding')
  const { type, isUtf8 } = contentType(request.headers['content-type'])
  if (type !== 'application/json') throw fail('invalid_content_type')
  if (!isUtf8) throw fail('invalid_content_type', { fault: 'not_utf8' })
  return parseJsonBody(decode(bytes))
}

/** An unread rest up to this size is drained, so that the answer arrives and the connection stays usable. */
const discardedBytesMax = 1_048_576

/** Discards what the client still sends after the answer; a client that sends too much is cut off. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedBytesMax) request.destroy()
  })
  request.resume()
}

/** The bytes of a request. Refusals: request_too_large, and invalid_request for a body that breaks off. */
export async function readBody(request: IncomingMessage, bytesMax = bodyBytesMax): Promise<Buffer> {
  try {
    // An announced length that is too large is refused before a byte is read; otherwise bytes are counted as they
    // arrive.
    const length = request.headers['content-length'] ?? null
    return await getRawBody(request, { limit: bytesMax, length })
  } catch (error) {
    // A client that left before the body was looked at.
    if (request.destroyed) throw fail('invalid_request')
    throw bodyError(error, bytesMax)
  }
}

function bodyError(error: unknown, bytesMax: number): unknown {
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') {
    return fail('request_too_large', { max_kilobytes: Math.floor(bytesMax / 1024) })
  }
  if (type === 'request.aborted' || type === 'request.size.invalid') return fail('invalid_request')
  return error
}

/** Node undoes `chunked` and nothing else, and would hand over any other coding as it came. */
const plainCodings: ReadonlySet<string> = new Set(['identity', 'chunked'])

function isPlain(headers: IncomingHttpHeaders): boolean {
  const codings = (headers['transfer-encoding'] ?? 'identity').split(',')
  const encoding = headers['content-encoding'] ?? 'identity'
  return (
    encoding.trim().toLowerCase() === 'identity' &&
    codings.every((coding) => plainCodings.has(coding.trim().toLowerCase()))
  )
}

function contentType(header = ''): { readonly type: string; readonly isUtf8: boolean } {
  const [type = '', ...parameters] = header
    .toLowerCase()
    .split(';')
    .map((text) => text.trim())
  const charsets = parameters.filter((text) => text.startsWith('charset'))
  return { type, isUtf8: charsets.every((text) => utf8Charset.test(text)) }
}

const utf8Charset = /^charset\s*=\s*"?utf-?8"?$/

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fail('invalid_json', { fault: 'not_utf8' })
  }
}
