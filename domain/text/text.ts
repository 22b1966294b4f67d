import { accountCurrency, type CurrencyCode, currencyOf } from '#domain/money/currency.ts'
import { type Money, toDecimalText } from '#domain/money/money.ts'
import type { Language } from './language.ts'
import { toLocal } from './local-day.ts'

const NO_BREAK_SPACE = '\u00A0'
const LOCAL_OFFSET_TEXT = '+01:00'

const weekdays = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

const englishWeekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** How amounts are written: the separator of thousands, and the decimal mark. */
const marks = {
  fr: { thousands: NO_BREAK_SPACE, decimals: ',' },
  en: { thousands: ',', decimals: '.' },
} as const

/**
 * An amount as its readers write it, with no-break spaces: `12 500 F CFA`, `12,50 €` in French, `12,500 F CFA`,
 * `12.50 EUR` in English.
 */
export function amountText(amount: Money, language: Language = 'fr'): string {
  const digits = figuresText(toDecimalText(amount), language)
  return digits + NO_BREAK_SPACE + unitText(amount.currency, language)
}

/** A decimal number as its readers write it, without a unit: `12 500,5` in French, `12,500.5` in English. */
export function figuresText(decimal: string, language: Language = 'fr'): string {
  const { thousands, decimals } = marks[language]
  const [whole = '', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands)
  return fraction === undefined ? grouped : `${grouped}${decimals}${fraction}`
}

/** The symbol after an amount; in English the code, if the symbol is French only: `$ US`, `LE`, `DT`. */
export function unitText(currency: CurrencyCode, language: Language = 'fr'): string {
  const isFrench = language === 'fr' || currency === accountCurrency
  return isFrench ? currencyOf(currency).symbol : currency
}

/** A count as its readers write it: `1 250` with a thin no-break space in French, `1,250` in English. */
export function countText(count: number | bigint, language: Language = 'fr'): string {
  const mark = language === 'fr' ? '\u202F' : marks.en.thousands
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, mark)
}

/** A count and what is counted: `1 paiement`, `0 paiement`, `2 paiements`; in English `0 payments`, `1 payment`. */
export function countedText(
  count: number | bigint,
  [one, several]: readonly [one: string, several: string],
  language: Language = 'fr',
): string {
  const isOne = language === 'fr' ? count < 2 : String(count) === '1'
  return `${countText(count, language)} ${isOne ? one : several}`
}

const durations = {
  fr: {
    second: ['seconde', 'secondes'],
    minute: ['minute', 'minutes'],
    hour: ['heure', 'heures'],
  },
  en: { second: ['second', 'seconds'], minute: ['minute', 'minutes'], hour: ['hour', 'hours'] },
} as const

/** How long to wait, rounded up: `90 secondes`, `6 minutes`, `3 heures`. */
export function durationText(seconds: number, language: Language = 'fr'): string {
  const words = durations[language]
  const whole = Math.ceil(seconds)
  if (whole < 120) return countedText(whole, words.second, language)
  const minutes = Math.ceil(whole / 60)
  if (minutes < 120) return countedText(minutes, words.minute, language)
  return countedText(Math.ceil(minutes / 60), words.hour, language)
}

/** A month, `2025-03`: `mars 2025`, in English `March 2025`. */
export function monthText(month: string, language: Language = 'fr'): string {
  const [year = '', number = ''] = month.split('-')
  const names = language === 'fr' ? months : englishMonths
  return `${names[Number(number) - 1] ?? ''} ${year}`
}

/** UTC time of API responses: `YYYY-MM-DDTHH:MM:SSZ`. */
export function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

/** UTC time of webhook payloads: `DD-MM-YYYY HH:MM:SS` (docs/webhooks.md#payloads). */
export function webhookTime(time: Date): string {
  const text = time.toISOString()
  return `${text.slice(8, 10)}-${text.slice(5, 7)}-${text.slice(0, 4)} ${text.slice(11, 19)}`
}

/** Local time of the main market: `YYYY-MM-DDTHH:MM:SS+01:00` (docs/payments.md#receipts). */
export function localTime(time: Date): string {
  return toLocal(time).toISOString().slice(0, 19) + LOCAL_OFFSET_TEXT
}

/**
 * Local time in full: `lundi 3 mars 2025 à 14:05:09` (docs/payments.md#receipts), in English
 * `Monday 3 March 2025 at 14:05:09`.
 */
export function localTimeText(time: Date, language: Language = 'fr'): string {
  const local = toLocal(time)
  if (language === 'en') return englishTimeText(local)
  const dayNumber = local.getUTCDate()
  const day = dayNumber === 1 ? '1er' : String(dayNumber)
  const date = `${weekdays[local.getUTCDay()]} ${day} ${months[local.getUTCMonth()]}`
  return `${date} ${local.getUTCFullYear()} à ${local.toISOString().slice(11, 19)}`
}

function englishTimeText(local: Date): string {
  const weekday = englishWeekdays[local.getUTCDay()]
  const date = `${weekday} ${local.getUTCDate()} ${englishMonths[local.getUTCMonth()]}`
  return `${date} ${local.getUTCFullYear()} at ${local.toISOString().slice(11, 19)}`
}
