import type { IncomingMessage } from 'node:http'
import { extractLengthMax } from '#domain/webhooks/texts.ts'

const bytesMax = 4096
const readMsMax = 1000

/**
 * The start of a receiver's response for the history, or null if it has no readable body (docs/webhooks.md#attempts).
 * The rest stays unread: the caller closes the connection. A compressed body is not read, because it could inflate
 * without limit.
 */
export async function readExtract(
  response: IncomingMessage,
  secrets: readonly string[],
): Promise<string | null> {
  const { 'content-encoding': encoding = 'identity' } = response.headers
  const bytes = encoding === 'identity' ? await readStart(response) : Buffer.alloc(0)
  // Drops a character that is cut in two at the end.
  return cleanExtract(new TextDecoder().decode(bytes, { stream: true }), secrets)
}

/**
 * At most 500 characters, without control characters, lone surrogates or bidirectional overrides, and with echoed
 * secrets masked.
 */
export function cleanExtract(text: string, secrets: readonly string[]): string | null {
  const clean = text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  const masked = maskEchoes(clean, secrets).trim()
  const cut = masked.slice(0, extractLengthMax).replace(/[\uD800-\uDBFF]$/u, '')
  return cut === '' ? null : cut
}

async function readStart(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => response.destroy(), readMsMax)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bytesMax) break
    }
  } catch {
    // Cut off by the receiver or by our time limit: the extract is what arrived so far.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

const echoCharactersMin = 16
const echoStep = 8
/** Runs of base64 or hexadecimal, including the escapes of JSON and forms. */
const tokens = /(?:[A-Za-z0-9+/=]|\\\/|%2[BbFf]|%3[Dd])+/g

/** Receivers echo what they got, complete or in part; a run that shares a piece with a secret is masked entirely. */
function maskEchoes(text: string, secrets: readonly string[]): string {
  const known = secrets.map((secret) => secret.toLowerCase())
  return text.replace(tokens, (token) => (isEcho(token.toLowerCase(), known) ? '***' : token))
}

function isEcho(token: string, known: readonly string[]): boolean {
  for (let start = 0; start + echoCharactersMin <= token.length; start += echoStep) {
    const piece = token.slice(start, start + echoCharactersMin)
    if (known.some((secret) => secret.includes(piece))) return true
  }
  return false
}
