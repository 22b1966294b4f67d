import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createDecipheriv, createHmac } from 'node:crypto'

export interface Opened {
  readonly event: string
  readonly data: unknown
}

/**
 * A receiver as the specification describes it, with the `openssl` command and JSON alone; it knows nothing of our code.
 * Throws when the signature is not that of the payload.
 */
export async function openWithOpenssl(
  body: string,
  signature: string,
  secret: string,
): Promise<Opened> {
  const payload = payloadOf(body)
  const digest = await openssl(['dgst', '-sha256', '-hmac', secret], payload)
  if (digest.trim().split(/\s/).at(-1) !== signature) throw new Error('the signature is wrong')
  const envelope = Buffer.from(payload, 'base64')
  const keyHex = Buffer.from(secret).subarray(0, 32).toString('hex')
  const ivHex = envelope.subarray(0, 16).toString('hex')
  const plain = await openssl(
    ['enc', '-d', '-aes-256-cbc', '-K', keyHex, '-iv', ivHex, '-base64', '-A'],
    envelope.subarray(16),
  )
  return decodeTwice(plain)
}

/** The same steps with Node's cryptography, for large numbers of bodies. */
export function openWithNode(body: string, signature: string, secret: string): Opened {
  const payload = payloadOf(body)
  const expected = createHmac('sha256', secret).update(payload).digest('hex')
  if (expected !== signature) throw new Error('the signature is wrong')
  const envelope = Buffer.from(payload, 'base64')
  const ciphertext = Buffer.from(envelope.subarray(16).toString('ascii'), 'base64')
  const decipher = createDecipheriv('aes-256-cbc', secret.slice(0, 32), envelope.subarray(0, 16))
  return decodeTwice(
    Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8'),
  )
}

/** One run of the openssl command. */
export async function openssl(parts: readonly string[], input: string | Buffer): Promise<string> {
  const child = execFile('openssl', parts, { encoding: 'utf8', maxBuffer: 1 << 24 })
  const output: string[] = []
  child.stdout?.on('data', (text: string) => output.push(text))
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`openssl ${parts[0]} ended with ${code}`)
  return output.join('')
}

function payloadOf(body: string): string {
  const parsed = JSON.parse(body) as { payload: string }
  if (Object.keys(parsed).join() !== 'payload') throw new Error('the body holds more than payload')
  return parsed.payload
}

function decodeTwice(plain: string): Opened {
  const { event, data, ...more } = JSON.parse(plain) as { event: string; data: string }
  if (Object.keys(more).length > 0) throw new Error('the JSON holds more than event and data')
  if (typeof data !== 'string') throw new Error('data is not a JSON string')
  return { event, data: JSON.parse(data) }
}
