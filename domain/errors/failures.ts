import type { Language } from '#domain/text/language.ts'
import { englishFailures } from './english-failures.ts'
import { failureCodes } from './failure-codes.ts'

type FailureWords = typeof failureCodes

/** What happened, and what to do next. */
interface SaidFailure {
  readonly message: string
  readonly remedy: string
}

/** Why a transaction failed or expired, in each language. */
export const failureWords: Readonly<Record<Language, FailureWords>> = {
  fr: failureCodes,
  en: englishFailures,
}

/** The words for a failure code; undefined for an unknown code. */
export function failureSaid(code: string, language: Language): SaidFailure | undefined {
  const known: Readonly<Record<string, SaidFailure>> = failureWords[language]
  return Object.hasOwn(known, code) ? known[code] : undefined
}

/** The message of a failure code; codes in older records that are no longer in the table read as `operator_error`. */
export function failureMessage(code: string, language: Language = 'fr'): string {
  return (failureSaid(code, language) ?? failureWords[language].operator_error).message
}
