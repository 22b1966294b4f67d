import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { fail } from '#domain/errors/errors.ts'
import { type JsonObject, parseJsonBody } from './json.ts'

/** A body has at most this many bytes (docs/api.md#limits), unless its route takes files. */
export const bodyBytesMax = 32_768

/**
 * Reads the JSON object a request carries; null when it carries no body at all. Refused in this order: size 413, then
 * compression, content type and JSON 400.
 */
export async function readJsonBody(
  request: IncomingMessage,
  bytesMax = bodyBytesMax,
): Promise<JsonObject | null> {
  const bytes = await readBody(request, bytesMax)
  if (bytes.length === 0) return null
  if (!isPlain(request.headers['content-encoding'])) throw fail('invalid_content_encoding')
  if (!isJson(request.headers['content-type'])) throw fail('invalid_content_type')
  return parseJsonBody(decode(bytes))
}

/** An unread rest up to this size is taken off the line, so that the answer arrives and the connection can go on. */
const discardedBytesMax = 1_048_576

/** Lets go of what the client still sends after the answer; who sends too much is cut off. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedBytesMax) request.destroy()
  })
  request.resume()
}

/** The bytes a request carries. Refusals: request_too_large, and invalid_request for a body that broke off. */
export async function readBody(request: IncomingMessage, bytesMax = bodyBytesMax): Promise<Buffer> {
  try {
    // The announced length is refused before a byte is read; bytes without one are counted as they come.
    const length = request.headers['content-length'] ?? null
    return await getRawBody(request, { limit: bytesMax, length })
  } catch (error) {
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

function isPlain(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity'
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charsets = parameters
    .map((text) => text.trim())
    .filter((text) => text.startsWith('charset'))
  return type.trim() === 'application/json' && charsets.every((text) => utf8Charset.test(text))
}

const utf8Charset = /^charset\s*=\s*"?utf-?8"?$/

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fail('invalid_json')
  }
}
