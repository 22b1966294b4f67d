import { randomUUID } from 'node:crypto'
import { type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { LinkPaymentBody } from '#http/link-payment.ts'
import type { Form } from '#web/http/form.ts'
import {
  type ErrorCode,
  type FieldError,
  messageIn,
  type ServiceError,
} from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import type { FieldFault } from '#web/design/form.tsx'
import type { PayerWords } from './french.tsx'
import { payerWords } from './words.ts'

/** The payment methods of the page; a direct debit can only be requested with a key. */
export type Way = 'mobile_money' | 'card'

/** What a payer typed, for showing the form again: never a card. */
export interface Typed {
  readonly way: Way
  /** Pressing the button twice makes one payment. */
  readonly key: string
  readonly amount: string
  readonly provider: string
  readonly phone: string
  readonly name: string
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
}

/** Names of its fields. */
export const cardFields = {
  number: 'carte_numero',
  expiry: 'carte_expiration',
  cvc: 'carte_cvc',
} as const

/** Names of the fields, for the form and its errors. */
export const fields = {
  key: 'cle',
  total: 'total',
  amount: 'montant',
  provider: 'operateur',
  phone: 'numero',
  name: 'nom',
  email: 'email',
  step: 'etape',
  way: 'moyen',
  sure: 'confirme',
  resumed: 'reprise',
  other: 'autre',
} as const

/** The field for one of the merchant's questions. */
export function questionField({ key }: Pick<CustomField, 'key'>): string {
  return `question_${key}`
}

/** The payment method that an address or a form names. */
export function wayOf(name: string | null): Way {
  return name === cardWay ? 'card' : 'mobile_money'
}

/** The name of the method other than Mobile Money. */
export const cardWay = 'carte'

/** An untouched form. */
export function untouched(way: Way): Typed {
  return {
    way,
    key: randomUUID(),
    amount: '',
    provider: '',
    phone: '',
    name: '',
    email: '',
    answers: {},
  }
}

const keyShape = /^[A-Za-z0-9_-]{1,128}$/

/** Reads the form of a payable. */
export function readTyped(form: Form, { customFields }: Payable): Typed {
  const key = form.text(fields.key)
  const answers = customFields.map((field) => [field.key, form.text(questionField(field))] as const)
  return {
    way: wayOf(form.text(fields.way)),
    key: keyShape.test(key) ? key : randomUUID(),
    amount: form.text(fields.amount),
    provider: form.text(fields.provider),
    phone: form.text(fields.phone),
    name: form.text(fields.name),
    email: form.text(fields.email),
    answers: Object.fromEntries(answers.filter(([, answer]) => answer !== '')),
  }
}

/** The same as for the public route. Without an operator, the number decides. */
export function bodyOf(typed: Typed, payable: Payable, card?: TypedCard): LinkPaymentBody {
  const { way, provider, phone, name, email, answers } = typed
  return {
    provider: provider === '' || way === 'card' ? 'auto' : provider,
    payment_method: way,
    ...(way === 'card' && card && { card }),
    ...(way === 'mobile_money' && phone !== '' && { phone: internationalPhone(phone) }),
    ...(payable.isCustomerRequired && { customer: customerOf(payable, { name, email }) }),
    custom_fields: answers,
  }
}

/** An e-mail address that is not required may be left out. */
function customerOf({ isEmailRequired }: Payable, { name, email }: Pick<Typed, 'name' | 'email'>) {
  return email === '' && !isEmailRequired ? { name } : { name, email }
}

const franc = /(?:F?CFA|XOF|F)$/i
const grouped = /^\d{1,3}(?:(?:,\d{3})+(?:\.00?)?|(?:\.\d{3})+(?:,00?)?|(?:[.,]\d{3})+)$/
const noDecimals = /[.,]00?$/

/**
 * An amount as people write it, in normal number notation; undefined if none was typed. If a currency has no decimals,
 * dots and commas separate thousands. In any other, `1,500` may be a thousand as well as one and a half: it stays as it is
 * written, which is no number.
 */
export function amountTextOf(typed: string, currency: CurrencyCode): string | undefined {
  const compact = plainFigures(typed)
    .replace(currency === 'XOF' ? franc : RegExp(`${currency}$`, 'i'), '')
    .replaceAll(/['’]/g, '')
    .replace(/^0+(?=\d)/, '')
  const isGrouped = decimalsOf(currency) === 0 && grouped.test(compact)
  const text = isGrouped
    ? compact.replace(noDecimals, '').replaceAll(/[.,]/g, '')
    : pointIn(compact, currency)
  // `1e3` is a number to a program, and a slip of a payer's.
  return text === '' ? undefined : text.replace(/e/i, '×')
}

/** People write the decimals that a currency has, or two. */
function pointIn(compact: string, currency: CurrencyCode): string {
  const [, decimals = ''] = /[.,](\d+)$/.exec(compact) ?? []
  const isUnclear = decimals.length > Math.max(decimalsOf(currency), 2)
  return isUnclear ? compact.replaceAll('.', ',') : compact.replace(',', '.')
}

/** The country of all operators so far. */
export const countryCode = '229'
const separators = /[\p{Pd}.,;/_()]/gu
const nationalLengthMax = 10

/** People leave out their country code: a number no longer than a national one is national. */
export function internationalPhone(typed: string): string {
  const compact = plainFigures(typed).replaceAll(separators, '').replace('\uFF0B', '+')
  const isNational = /^\d+$/.test(compact) && !compact.startsWith('00')
  return isNational && compact.length <= nationalLengthMax ? `+${countryCode}${compact}` : compact
}

const otherFigures = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g
const between = /[\s\p{Cf}]/gu

/** The same with figures from 0 to 9, without spaces and the invisible marks that come along with a copied text. */
function plainFigures(typed: string): string {
  return typed
    .replaceAll(otherFigures, (figure) => String(figure.charCodeAt(0) % 16))
    .replaceAll(between, '')
}

/** The errors of a form, worded for the payer: each at its field, in the order of the form. */
export function faultsOf(
  errors: readonly Pick<FieldError, 'field' | 'code'>[],
  language: Language,
): FieldFault[] {
  const faults = errors.map(({ field, code }) => faultOf(field, code, language))
  return order(faults.filter((fault, at) => faults.findIndex(isOf(fault.field)) === at))
}

/** The fields that a refusal names, as far as the form has them. */
export function refusedFields({ code, details }: ServiceError, language: Language): FieldFault[] {
  const listed = details['fields']
  const one = { field: details['field'], code }
  const errors = Array.isArray(listed) ? (listed as unknown[]) : [one]
  const named = errors.filter(isFieldError).filter(({ field }) => isOfForm(field))
  return faultsOf(named, language)
}

function isOf(name: string | null): (fault: FieldFault) => boolean {
  return ({ field }) => field === name
}

function isFieldError(value: unknown): value is { field: string; code: ErrorCode } {
  if (typeof value !== 'object' || value === null) return false
  return 'field' in value && typeof value.field === 'string' && 'code' in value
}

const questionPrefix = 'custom_fields.'
const formFields: Readonly<Record<string, string>> = {
  amount: fields.amount,
  provider: fields.provider,
  phone: fields.phone,
  country: fields.phone,
  'customer.name': fields.name,
  'customer.email': fields.email,
  card: cardFields.number,
  'card.number': cardFields.number,
  'card.exp_month': cardFields.expiry,
  'card.exp_year': cardFields.expiry,
  'card.cvc': cardFields.cvc,
}

function isOfForm(field: string): boolean {
  return field in formFields || field.startsWith(questionPrefix)
}

/** What to do, for each field with a text of its own. */
const sentenceNames: Readonly<Record<string, keyof PayerWords['faults']>> = {
  [fields.provider]: 'provider',
  [fields.phone]: 'phone',
  [fields.name]: 'name',
  [fields.email]: 'email',
  [cardFields.expiry]: 'cardExpiry',
  [cardFields.cvc]: 'cardCode',
}

function faultOf(field: string, code: ErrorCode, language: Language): FieldFault {
  const words = payerWords[language].faults
  if (field.startsWith(questionPrefix)) {
    const key = field.slice(questionPrefix.length)
    const message = code === 'missing_field' ? words.missingAnswer : words.unreadableAnswer
    return { field: questionField({ key }), message }
  }
  const name = formFields[field] ?? field
  if (isOfCard(name)) return { field: name, message: cardSentence(name, code, language) }
  if (name === fields.phone && code === 'missing_field')
    return { field: name, message: words.missingPhone }
  return { field: name, message: fieldSentence(name, code, language) }
}

function isOfCard(name: string): boolean {
  return Object.values<string>(cardFields).includes(name)
}

function cardSentence(name: string, code: ErrorCode, language: Language): string {
  const ofCard: Partial<Record<ErrorCode, string>> = payerWords[language].cardFaults
  return ofCard[code] ?? fieldSentence(name, code, language)
}

function fieldSentence(name: string, code: ErrorCode, language: Language): string {
  const known = sentenceNames[name]
  return known ? payerWords[language].faults[known] : messageIn(language, code)
}

const places: readonly string[] = [...Object.values(fields), ...Object.values(cardFields)]

/** Questions come last. */
function order(faults: readonly FieldFault[]): FieldFault[] {
  const placeOf = ({ field }: FieldFault): number =>
    field !== null && places.includes(field) ? places.indexOf(field) : places.length
  return faults.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** A card as typed. It goes from the form to the acquirer and never into a page again. */
export type TypedCard = NonNullable<LinkPaymentBody['card']>
