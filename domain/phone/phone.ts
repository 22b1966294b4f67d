import {
  type CountryCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import type { Result } from '#domain/errors/result.ts'

/** ISO 3166-1 code of a country or territory that has telephone numbers. */
export type { CountryCode } from 'libphonenumber-js/max'

/** A checked number: `phone` is digits alone, country code first (`2290197000001`), as the API and webhooks write it. */
export type Phone = { readonly phone: string; readonly country: CountryCode }

export type PhoneRefusal =
  | 'phone_international_required'
  | 'invalid_phone_number'
  | 'phone_country_mismatch'

/** Fifteen digits with a separator around each fit; a longer text is refused without parsing. */
const PHONE_TEXT_LENGTH_MAX = 64
const INTERNATIONAL_DIGITS_MAX = 15
/** Without + or 00, fewer digits than this are a national number (docs/api.md#phone-numbers). */
const BARE_INTERNATIONAL_DIGITS_MIN = 10
const CALLING_CODE_DIGITS_MAX = 3

/** Spaces, dots, hyphens and parentheses, with the no-break forms that copying from a page brings. */
const separator = String.raw` \t\u00A0\u2009\u202F.()\u2010\u2011\-`
const separators = new RegExp(`[${separator}]`, 'g')
/** What every number that can be read matches, and no national one; most that match it are of no country. */
export const phonePattern = patternOf(`[${separator}]*`)
const internationalMark = /^(?:\+|00)/
const onlyDigits = /^\d+$/
/** Benin before 30 November 2024: eight digits, never a leading 0 (0 then 7 digits is a truncated new number). */
const formerBeninNational = /^[1-9]\d{7}$/
const beninNational = /^01\d{8}$/

/**
 * Reads a number in international format (docs/api.md#phone-numbers). Its length is checked, not its range, because
 * operators open new ranges before any table knows them. `country` is only checked, and decides among countries that
 * share a calling code.
 */
export function parsePhone(
  input: string,
  { country }: { readonly country?: string | null | undefined } = {},
): Result<Phone, PhoneRefusal> {
  const digits = readInternational(input)
  if (!digits.ok) return digits
  const parts = splitPhone(digits.value)
  if (!parts) return refuse('invalid_phone_number')
  const national = currentNational(parts)
  const phone = parts.callingCode + national
  const found =
    country == null
      ? deducedCountry(phone, parts.callingCode)
      : claimedCountry(country, parts.callingCode)
  if (!found) return refuse('phone_country_mismatch')
  if (!isNationalOf(found, { phone, national })) return refuse('invalid_phone_number')
  return { ok: true, value: { phone, country: found } }
}

/** True for the upper-case ISO 3166-1 code of a country or territory that has telephone numbers. */
export function isCountryCode(code: string): code is CountryCode {
  return isSupportedCountry(code)
}

/** True if the number is of that country, as the operator's country must be (docs/api.md#phone-numbers). */
export function belongsToCountry(phone: Phone, country: CountryCode): boolean {
  return phone.country === country
}

/** The country code and the national number of international digits; undefined if no country has the code. */
export function splitPhone(
  phone: string,
): { readonly callingCode: string; readonly national: string } | undefined {
  for (let length = 1; length <= CALLING_CODE_DIGITS_MAX; length += 1) {
    const callingCode = phone.slice(0, length)
    if (countriesOf(callingCode).length > 0) return { callingCode, national: phone.slice(length) }
  }
  return undefined
}

/** After + or 00, or with ten digits or more; never with a 0 in front. */
function patternOf(gap: string): string {
  const marked = `(?:\\+|0${gap}0)${gap}[1-9](?:${gap}[0-9]){3,14}`
  const unmarked = `[1-9](?:${gap}[0-9]){9,14}`
  return `^${gap}(?:${marked}|${unmarked})${gap}$`
}

/** The number as it is read aloud, for receipts: `+229 01 97 00 00 01`. */
export function groupedPhone(phone: string): string {
  return parsePhoneNumberFromString(`+${phone}`)?.formatInternational() ?? `+${phone}`
}

/** The digits of an international number, with whatever country code they begin with. */
function readInternational(input: string): Result<string, PhoneRefusal> {
  if (input.length > PHONE_TEXT_LENGTH_MAX) return refuse('invalid_phone_number')
  const compact = input.replace(separators, '')
  const digits = compact.replace(internationalMark, '')
  if (!onlyDigits.test(digits)) return refuse('invalid_phone_number')
  const isMarked = digits !== compact
  if (digits.startsWith('0') || !(isMarked || isInternationalUnmarked(digits))) {
    return refuse('phone_international_required')
  }
  return { ok: true, value: digits }
}

function isInternationalUnmarked(digits: string): boolean {
  return digits.length >= BARE_INTERNATIONAL_DIGITS_MIN && splitPhone(digits) !== undefined
}

function countriesOf(callingCode: string): readonly CountryCode[] {
  const all = metadata.country_calling_codes
  const countries = Object.hasOwn(all, callingCode) ? (all[callingCode] ?? []) : []
  return countries.filter((country) => /^[A-Z]{2}$/.test(country))
}

function claimedCountry(country: string, callingCode: string): CountryCode | undefined {
  const code = /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : ''
  return countriesOf(callingCode).find((candidate) => candidate === code)
}

/** Among countries that share a code, the one whose range contains the number, else the code's main country. */
function deducedCountry(phone: string, callingCode: string): CountryCode | undefined {
  const [main, ...others] = countriesOf(callingCode)
  if (others.length === 0) return main
  return parsePhoneNumberFromString(`+${phone}`)?.country ?? main
}

function currentNational(parts: {
  readonly callingCode: string
  readonly national: string
}): string {
  const isFormer = parts.callingCode === '229' && formerBeninNational.test(parts.national)
  return isFormer ? `01${parts.national}` : parts.national
}

function isNationalOf(
  country: CountryCode,
  { phone, national }: { readonly phone: string; readonly national: string },
): boolean {
  if (phone.length > INTERNATIONAL_DIGITS_MAX) return false
  if (country === 'BJ') return beninNational.test(national)
  const plan = new Metadata()
  plan.selectNumberingPlan(country)
  const lengths = plan.numberingPlan?.possibleLengths() ?? []
  return lengths.includes(national.length) && !hasTrunkZero(phone, national)
}

/**
 * True if a domestic leading 0 was left after the country code (`33 06...`): that is a different number, even if the
 * length is valid.
 */
function hasTrunkZero(phone: string, national: string): boolean {
  if (!national.startsWith('0')) return false
  return parsePhoneNumberFromString(`+${phone}`)?.nationalNumber !== national
}

function refuse<Code extends PhoneRefusal>(
  code: Code,
): { readonly ok: false; readonly code: Code } {
  return { ok: false, code }
}
