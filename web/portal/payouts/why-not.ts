import { type ErrorCode, failureMessage, messageIn } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'

/** Why a payout was refused or failed; empty for one that was not. */
export function whyNot(
  {
    refusal,
    failureCode,
  }: { readonly refusal: ErrorCode | null; readonly failureCode: string | null },
  language: Language,
): string {
  if (refusal !== null) return messageIn(language, refusal)
  return failureCode === null ? '' : failureMessage(failureCode, language)
}
