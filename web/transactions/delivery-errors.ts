import type { Language } from '#domain/text/language.ts'
import { transactionWords } from './words.tsx'

/** Why a delivery failed, in words; the code itself where it is unknown. */
export function errorText(code: string, language: Language): string {
  const known: Readonly<Record<string, string>> = transactionWords[language].deliveryErrors
  return known[code] ?? code
}
