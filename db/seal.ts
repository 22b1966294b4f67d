import { createCipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'

const ivBytes = 16
const keyBytes = 32

export interface SealedPayload {
  /** base64 of the initialization vector and OpenSSL's base64 ciphertext. */
  readonly payload: string
  /** HMAC-SHA256 of the payload text, 64 hexadecimal characters. */
  readonly signature: string
}

/**
 * Encrypts and signs one delivery (docs/webhooks.md#the-request). `data` is JSON text, and stays text inside the JSON.
 * Called once per delivery: the IV is random, so sealing again would change the body between attempts.
 */
export function sealPayload(input: {
  readonly event: string
  readonly data: string
  readonly secret: string
  readonly iv?: Buffer
}): SealedPayload {
  const { event, data, secret, iv = randomBytes(ivBytes) } = input
  const key = Buffer.from(secret, 'utf8').subarray(0, keyBytes)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const opensslText =
    cipher.update(JSON.stringify({ event, data }), 'utf8', 'base64') + cipher.final('base64')
  const payload = Buffer.concat([iv, Buffer.from(opensslText, 'ascii')]).toString('base64')
  return { payload, signature: createHmac('sha256', secret).update(payload).digest('hex') }
}

/** A secret for a new or renewed endpoint: 36 characters, a random UUID (docs/webhooks.md#endpoints). */
export function newWebhookSecret(): string {
  return randomUUID()
}
