import { randomUUID } from 'node:crypto'
import { type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import type { CustomField } from '#domain/payment-links/custom-fields.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { LinkPaymentBody } from '#http/link-payment.ts'
import type { TypedCard } from './card.tsx'
import type { Form } from '#web/http/form.ts'

/** How the page takes a payment; a direct debit is asked for with a key alone. */
export type Way = 'mobile_money' | 'card'

/** What a payer typed, as it is shown again: never a card. */
export interface Typed {
  readonly way: Way
  /** The same button pressed twice is one payment. */
  readonly key: string
  readonly amount: string
  readonly provider: string
  readonly phone: string
  readonly name: string
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
}

/** Names of the fields, for the form and for what is wrong in it. */
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
} as const

/** The field of a question of the merchant's. */
export function questionField({ key }: Pick<CustomField, 'key'>): string {
  return `question_${key}`
}

/** The way that an address or a form names. */
export function wayOf(name: string | null): Way {
  return name === cardWay ? 'card' : 'mobile_money'
}

/** The name of the other way than Mobile Money. */
export const cardWay = 'carte'

/** A form that nobody has touched. */
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

/** The same as the public route takes it. Without an operator the number tells. */
export function bodyOf(typed: Typed, payable: Payable, card?: TypedCard): LinkPaymentBody {
  const { way, provider, phone, name, email, answers } = typed
  return {
    provider: provider === '' || way === 'card' ? 'auto' : provider,
    payment_method: way,
    ...(way === 'card' && card && { card }),
    ...(way === 'mobile_money' && phone !== '' && { phone: internationalPhone(phone) }),
    ...(payable.isCustomerRequired && { customer: { name, email } }),
    custom_fields: answers,
  }
}

/**
 * An amount as people write it, in the writing of numbers; undefined where none was typed. Where a currency has no
 * decimals, dots stand between thousands.
 */
export function amountTextOf(typed: string, currency: CurrencyCode): string | undefined {
  const compact = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^0+(?=\d)/, '')
  const isGrouped = decimalsOf(currency) === 0 && /^\d{1,3}(\.\d{3})+$/.test(compact)
  const text = isGrouped ? compact.replaceAll('.', '') : compact.replace(',', '.')
  return text === '' ? undefined : text
}

/** The country of all operators so far. */
export const countryCode = '229'
const separators = /[\s\u00A0\u202F.()\u2010\u2011-]/g
const nationalLengthMax = 10

/** People leave out their country's code: what is no longer than a number of the country is one. */
export function internationalPhone(typed: string): string {
  const compact = typed.replaceAll(separators, '')
  const isNational = /^\d+$/.test(compact) && !compact.startsWith('00')
  return isNational && compact.length <= nationalLengthMax ? `+${countryCode}${compact}` : compact
}
