import { asId, type TransactionId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'

/**
 * What a code gives access to: the public verification page, the invoice with the payer's full data, or the page of a
 * payment in progress.
 */
export type ReceiptCodeUse = 'verify' | 'invoice' | 'follow'

/** Codes that identify a transaction in a URL: signed, so that none can be guessed or changed. */
export interface ReceiptCodes {
  encode(use: ReceiptCodeUse, id: TransactionId): string
  /** The transaction of a code; undefined for a code that was not made here for this use. */
  decode(use: ReceiptCodeUse, code: string): TransactionId | undefined
}

const idBytes = 16
const macBytes = 14
const shape = /^[A-Za-z0-9_-]{40}$/

/** 40 characters in base64url: 16 bytes of id, 14 of signature. */
export function createReceiptCodes(keyring: Keyring): ReceiptCodes {
  const sign = (use: ReceiptCodeUse, id: Buffer): Buffer =>
    keyring.mac(`receipt-${use}`, id).subarray(0, macBytes)
  return {
    encode(use, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, sign(use, bytes)]).toString('base64url')
    },
    decode(use, code) {
      if (!shape.test(code)) return undefined
      const bytes = Buffer.from(code, 'base64url')
      const id = bytes.subarray(0, idBytes)
      if (!keyring.sameBytes(bytes.subarray(idBytes), sign(use, id))) return undefined
      const hex = id.toString('hex')
      const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
      return asId<TransactionId>([...parts, hex.slice(20)].join('-'))
    },
  }
}
