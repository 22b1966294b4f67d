import { type CurrencyCode, isCurrencyCode } from '#domain/money/currency.ts'
import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import type { Language } from '#domain/text/language.ts'
import { dayMs, startOfLocalDay } from '#domain/text/local-day.ts'
import { isMetadataKey } from '#domain/transactions/metadata.ts'
import { type Money, money, parseAmount } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { paymentLinkErrors, type PaymentLinkTerms } from '#domain/payment-links/payment-link.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { amountTextOf } from '#web/payer/typed.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import type { PaymentLinkWords } from './french.tsx'
import { fields, lastDay, questionFields, type TypedLink } from './typed.ts'
import { paymentLinkWords } from './words.ts'

/** What the typed terms are checked against. */
export interface TermsBasis {
  readonly currency: CurrencyCode
  readonly now: Date
  /** The language of error messages. */
  readonly language: Language
  /** Of an existing link: an unchanged last day may be in the past. */
  readonly expiresAt?: Date | null
  /** Of an existing link, made by the API for a shop on its developer's own machine; live rules when left out. */
  readonly mode?: Mode
}

/** The chosen currency. Throws FieldRefusal if there is none of that code. */
export function currencyIn({ currency }: TypedLink, language: Language): CurrencyCode {
  if (isCurrencyCode(currency)) return currency
  const message = paymentLinkWords[language].faults.currency
  throw new FieldRefusal([{ field: fields.currency, message }])
}

/** The terms of a link as typed. Throws FieldRefusal with all faults. */
export function termsOf(typed: TypedLink, basis: TermsBasis): PaymentLinkTerms {
  const { currency, mode } = basis
  const terms: PaymentLinkTerms = {
    title: typed.title,
    description: typed.description || null,
    ...priceOf(typed, currency),
    maxPayments: maxPaymentsOf(typed),
    expiresAt: expiryOf(typed, basis),
    customFields: questionsOf(typed),
    redirectUrl: typed.redirectUrl || null,
    successMessage: typed.message || null,
    isEmailRequired: !typed.isEmailOptional,
    metadata: metadataOf(typed),
  }
  const sentences = paymentLinkWords[basis.language].faults
  const faults = [
    ...paymentLinkErrors(terms, currency, mode).map((error) => faultOf(error, sentences)),
    ...dayFaults(terms, basis),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return terms
}

/** A fixed price, or the payer's own amount with its limits. */
function priceOf({ priceKind, amount, minimum, maximum }: TypedLink, currency: CurrencyCode) {
  if (priceKind !== 'libre') {
    const price = amountIn(amount, currency) ?? noAmount(currency)
    return { price, minAmount: null, maxAmount: null }
  }
  const [minAmount, maxAmount] = [amountIn(minimum, currency), amountIn(maximum, currency)]
  return { price: null, minAmount, maxAmount }
}

/** Null if nothing was typed; an invalid amount becomes one that is refused. */
export function amountIn(text: string, currency: CurrencyCode): Money | null {
  const written = amountTextOf(text, currency)
  if (written === undefined) return null
  const amount = parseAmount(written, currency)
  return amount.ok ? amount.value : noAmount(currency)
}

/** An amount that no link may have as its price. */
function noAmount(currency: CurrencyCode): Money {
  return money(0n, currency)
}

function maxPaymentsOf({ uses, count }: TypedLink): number | null {
  if (uses === 'plusieurs') return null
  if (uses === 'unique') return 1
  const digits = count.replaceAll(/[\s\u00A0\u202F.,]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0
}

/** The end of the chosen day; an unchanged day keeps its exact instant. */
function expiryOf({ until }: TypedLink, { expiresAt = null }: TermsBasis): Date | null {
  if (until === '') return null
  if (until === lastDay(expiresAt)) return expiresAt
  const start = startOfLocalDay(until)
  return new Date(start === undefined ? 0 : start.getTime() + dayMs)
}

function dayFaults({ expiresAt }: PaymentLinkTerms, basis: TermsBasis): FieldFault[] {
  const isKept = expiresAt === (basis.expiresAt ?? null)
  if (expiresAt === null || isKept || expiresAt > basis.now) return []
  return [{ field: fields.until, message: paymentLinkWords[basis.language].faults.until }]
}

/** New questions are named after their labels, distinct from all other names. */
function questionsOf(typed: TypedLink): CustomField[] {
  const taken = new Set([
    ...Object.keys(metadataOf(typed)),
    ...typed.questions.map(({ key }) => key),
  ])
  return typed.questions.map(({ key, label, type, isRequired }) => {
    const name = key === '' ? freeName(nameOf(label), taken) : key
    taken.add(name)
    return { key: name, label, type, required: isRequired }
  })
}

const nameLengthMax = 30

/** `Quartier de livraison` as `quartier_de_livraison`. */
function nameOf(label: string): string {
  const plain = label.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const name = plain
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, nameLengthMax)
    .replaceAll(/^_+|_+$/g, '')
  return isMetadataKey(name) ? name : 'question'
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`
  return free
}

/** One entry per line: `name = text`. An incomplete line is reported by its name. */
function metadataOf({ metadata }: TypedLink): Record<string, string> {
  const lines = metadata.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  ) as Record<string, string>
}

/** The field that each error is about. */
const faulty = {
  title: fields.title,
  description: fields.description,
  success_message: fields.message,
  amount: fields.amount,
  min_amount: fields.minimum,
  max_amount: fields.maximum,
  max_payments: fields.count,
  custom_fields: questionFields(0).label,
  redirect_url: fields.redirectUrl,
  metadata: fields.metadata,
} as const

function faultOf(
  { field }: { readonly field: string },
  sentences: PaymentLinkWords['faults'],
): FieldFault {
  if (!isFaulty(field)) return { field: null, message: sentences.other }
  return { field: faulty[field], message: sentences[field] }
}

function isFaulty(field: string): field is keyof typeof faulty {
  return Object.hasOwn(faulty, field)
}
