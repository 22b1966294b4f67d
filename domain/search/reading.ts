import { isUuid } from '#domain/ids.ts'
import { currencyCodes, type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { isReference } from '#domain/transactions/texts.ts'

/** Everything that a search text may mean; meanings that do not apply are empty or null. */
export interface SearchReading {
  /** As typed, without invisible characters. */
  readonly text: string
  readonly id: string | null
  /** Ours or the operator's: as typed, in upper case and in lower case. */
  readonly references: readonly string[]
  /** The last signs of a reference or a receipt's number, in lower case: at least four, with a digit among them. */
  readonly referenceEnd: string | null
  /** The second part of a receipt number, as a number. */
  readonly receiptEnd: bigint | null
  /** The last digits of a phone number, at least four; for a full number all of them, country code first. */
  readonly phoneEnd: string | null
  readonly amounts: readonly SearchedAmount[]
  /** The name of a person or a link: it contains a letter. */
  readonly name: string | null
}

/** Minor units of a currency. */
export interface SearchedAmount {
  readonly minor: bigint
  readonly currency: CurrencyCode
}

/** A longer text is not a name, number or reference. */
export const searchLengthMax = 100

const phoneEndMin = 4
const referenceEndMin = 4
const phoneEndMax = 15
/** The most digits of an amount that can be searched. */
const wholeDigitsMax = 12

/** Parses a search; `nothing` if it has no letter and no digit, or is a single character. */
export function readSearch(typed: string): SearchReading | 'nothing' | 'too_long' {
  const text = visible(typed)
  if (text.length > searchLengthMax) return 'too_long'
  if ((text.match(/[\p{L}\p{N}]/gu) ?? []).length < 2) return 'nothing'
  return {
    text,
    id: isUuid(text.toLowerCase()) ? text.toLowerCase() : null,
    ...referencesOf(text),
    receiptEnd: receiptEndOf(text),
    phoneEnd: phoneEndOf(text),
    amounts: amountsOf(text),
    name: /\p{L}/u.test(text) ? text : null,
  }
}

function referencesOf(text: string): Pick<SearchReading, 'references' | 'referenceEnd'> {
  if (!isReference(text)) return { references: [], referenceEnd: null }
  const isEnd = text.length >= referenceEndMin && /\d/.test(text)
  return {
    references: [...new Set([text, text.toUpperCase(), text.toLowerCase()])],
    referenceEnd: isEnd ? text.toLowerCase() : null,
  }
}

/** Without control and invisible characters, and with single spaces. A text of only such characters is empty. */
function visible(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]+/gu, ' ')
    .trim()
}

/** `20261121-7B3C8E28942A`, with or without its day. */
function receiptEndOf(text: string): bigint | null {
  const [, end] = /^(?:\d{8} ?- ?)?([0-9A-Fa-f]{12})$/.exec(text) ?? []
  return end === undefined ? null : BigInt(`0x${end}`)
}

/** With `00` in front, a number with its country's code has more. */
const localDigits = 8

const phoneShape = /^(?:\+|00)?[\d .()/-]+$/

function phoneEndOf(text: string): string | null {
  if (!phoneShape.test(text)) return null
  const whole = parsePhone(text)
  if (whole.ok) return whole.value.phone
  const typed = text.replaceAll(/\D/g, '')
  // The last digits of a number may begin with zeros too.
  const digits = typed.length > localDigits ? typed.replace(/^00/, '') : typed
  return digits.length >= phoneEndMin && digits.length <= phoneEndMax ? digits : null
}

const amountShape =
  /^(\d{1,3}(?:[ .]\d{3})+|\d+)(?:[.,](\d{1,3}))? ?(f|f ?cfa|cfa|[a-z]{3}|€|\$|£|₦)?$/i
const unitCodes: Readonly<Record<string, CurrencyCode>> = {
  f: 'XOF',
  fcfa: 'XOF',
  cfa: 'XOF',
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '₦': 'NGN',
}

/**
 * In the currency after the number; without one, in every currency with enough decimals. `12,500` may be thousands, or
 * thousandths of a currency that has them: it is both.
 */
function amountsOf(text: string): readonly SearchedAmount[] {
  const grouped = /^\d{1,3}(?:,\d{3})+(?!\d)/.exec(text)?.[0]
  const readings = grouped === undefined ? [text] : [text, text.replaceAll(',', '')]
  return readings.flatMap(amountsRead)
}

function amountsRead(text: string): readonly SearchedAmount[] {
  const [, whole = '', decimals = '', unit] = amountShape.exec(text) ?? []
  const digits = whole.replaceAll(/\D/g, '')
  if (digits === '' || digits.length > wholeDigitsMax) return []
  return currenciesOf(unit)
    .filter((currency) => decimals.length <= decimalsOf(currency))
    .map((currency) => ({
      minor: BigInt(digits + decimals.padEnd(decimalsOf(currency), '0')),
      currency,
    }))
    .filter(({ minor }) => minor > 0n)
}

function currenciesOf(unit: string | undefined): readonly CurrencyCode[] {
  if (unit === undefined) return currencyCodes
  const code = unitCodes[unit.toLowerCase().replace(' ', '')]
  return currencyCodes.filter((known) => known === (code ?? unit.toUpperCase()))
}
