import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { EventId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'
import { sealedColumns } from './sealed-columns.ts'

/** The JSON text of an event's data, packed if that makes it smaller, then sealed. */
export function sealEventData(keyring: Keyring, id: EventId, data: string): Buffer {
  return keyring.seal(sealedColumns.eventData, id, packed(data))
}

/** The JSON text of an event's data, whether it was packed or not. */
export function openEventData(keyring: Keyring, id: EventId, sealed: Uint8Array): string {
  return unpacked(keyring.open(sealedColumns.eventData, id, sealed))
}

/** The first byte of packed data; JSON begins with another one. It identifies the dictionary. */
const withFirstWords = 1
/** No event data is this large; anything that unpacks to more was not packed here. */
const dataBytesMax = 1_000_000

/**
 * The dictionary: what payloads have in common, the most frequent last. Never change it: stored data is unpacked with
 * it.
 */
const firstWords = Buffer.from(
  '"fees":"method":"account":"bank":"reason":"refund":"funds":{"state":"held","held_at":"released_at":' +
    '"verification"collection_confirmation"PENDING","CANCELLED","EXPIRED","FAILED","LIVE"}"DIRECT DEBIT"BANK TRANSFER"CARD"' +
    '"EUR"USD"bank-sandbox"card-sandbox"celtiis-benin"moov-benin","network":"moov"celtiis"mode":"LIVE"}' +
    '{"status":"VALIDATED","transactionId":"01a","payment":{"provider":"mtn-benin","method":"MOBILE MONEY","network":"mtn",' +
    '"request":{"amount":1000,"currency":"XOF"},"gateway":{"amount":1000,"currency":"XOF"},"debited_amount":0,' +
    '"commission_fees":0,"available_amount":0,"is_available":true},"currency":{"from":"XOF","to":"XOF","rate":1},' +
    '"customer":{"name":"","email":null,"phone":"22901"},"externalId":"","metadata":{},"message":null,' +
    '"transaction_created_at":"2026-","completed_at":"2026-","mode":"SANDBOX"}',
)

function packed(data: string): Buffer {
  const plain = Buffer.from(data)
  const small = deflateRawSync(plain, { dictionary: firstWords, ...effort })
  return small.length + 1 < plain.length
    ? Buffer.concat([Buffer.from([withFirstWords]), small])
    : plain
}

const effort = { level: constants.Z_BEST_COMPRESSION, windowBits: 12, memLevel: 4 }

function unpacked(bytes: Buffer): string {
  if (bytes[0] !== withFirstWords) return bytes.toString('utf8')
  const options = { dictionary: firstWords, maxOutputLength: dataBytesMax }
  return inflateRawSync(bytes.subarray(1), options).toString('utf8')
}
