import type { Language } from '#domain/text/language.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { portalWords } from './words.tsx'

/** A key's name, distinguished from others of its kind by its last characters. */
export function keyText(
  { kind, last4 }: { readonly kind: KeyKind; readonly last4: string },
  language: Language,
): string {
  return `${portalWords[language].keys[kind]} …${last4}`
}
