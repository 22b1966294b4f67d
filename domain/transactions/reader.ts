import type { KeyKind } from './transaction.ts'

/** The reader of an answer: a kind of key, or `none` on the public routes. */
export type Reader = KeyKind | 'none'

/** True for answers that payers see: they say nothing about the merchant's money (docs/payments.md#who-sees-what). */
export function isPayerFacing(reader: Reader): boolean {
  return reader === 'public' || reader === 'none'
}
