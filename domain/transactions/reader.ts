import type { KeyKind } from './transaction.ts'

/** Who reads an answer: the kind of key, or nobody's key on the public routes. */
export type Reader = KeyKind | 'none'

/** True for answers that payers see: they say nothing about the merchant's money (docs/payments.md#who-sees-what). */
export function isPayerFacing(reader: Reader): boolean {
  return reader === 'public' || reader === 'none'
}
