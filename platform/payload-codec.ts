import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'

/** A key that encrypts Temporal payloads; its name is stored with each payload. */
export interface CodecKey {
  readonly name: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** Encrypted payloads have this encoding, in all of Temporal's SDKs. */
const encrypted = 'binary/encrypted'

/**
 * Encrypts payloads for Temporal (AES-256-GCM) with the first key; decrypts with any of the keys, and passes payloads
 * that were never encrypted. (docs/security.md#what-temporal-keeps) Throws one clear line if the key is missing or
 * wrong.
 */
export function createPayloadCodec(keys: readonly CodecKey[]): PayloadCodec {
  const [current] = keys
  if (current === undefined) throw new RangeError('A codec needs a key.')
  const byName = new Map(keys.map(({ name, key }) => [name, key]))
  return {
    encode: (payloads) => Promise.resolve(payloads.map((payload) => encode(current, payload))),
    // Async, so that an exception becomes a rejected promise.
    decode: async (payloads) => payloads.map((payload) => decode(byName, payload)),
  }
}

const { Payload: Message } = proto.temporal.api.common.v1
const ivBytes = 12
const tagBytes = 16

/**
 * The whole payload, including its own encoding: IV (12 bytes), ciphertext, tag (16 bytes), like Temporal's samples.
 */
function encode({ name, key }: CodecKey, payload: Payload): Payload {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  const start = cipher.update(Message.encode(payload).finish())
  return {
    metadata: { encoding: Buffer.from(encrypted), 'encryption-key-id': Buffer.from(name) },
    data: Buffer.concat([iv, start, cipher.final(), cipher.getAuthTag()]),
  }
}

function decode(keys: ReadonlyMap<string, Buffer>, payload: Payload): Payload {
  const { metadata, data } = payload
  if (textOf(metadata?.['encoding']) !== encrypted || data === undefined || data === null) {
    return payload
  }
  const name = textOf(metadata?.['encryption-key-id'])
  const key = keys.get(name)
  if (key === undefined) {
    throw new Error(`TEMPORAL_CODEC_KEYS has no key "${name}", which this is encrypted with.`)
  }
  return Message.decode(open(key, data, name))
}

function open(key: Buffer, data: Uint8Array, name: string): Buffer {
  const tagAt = data.length - tagBytes
  try {
    const iv = data.subarray(0, ivBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAuthTag(data.subarray(tagAt))
    return Buffer.concat([decipher.update(data.subarray(ivBytes, tagAt)), decipher.final()])
  } catch (error) {
    const said = `The key "${name}" of TEMPORAL_CODEC_KEYS is not the one that this is encrypted with.`
    throw new Error(said, { cause: error })
  }
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8')
}
