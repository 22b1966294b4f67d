import type { CurrencyCode } from '#domain/money/currency.ts'
import {
  customFieldsMax,
  type CustomField,
  type CustomFieldType,
} from '#domain/payment-links/custom-fields.ts'
import type { Language } from '#domain/text/language.ts'
import { localDay } from '#domain/text/local-day.ts'
import { type Money, toDecimalText } from '#domain/money/money.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import type { Form } from '#web/http/form.ts'

/** The typed fields of a link, as the form shows them again. */
export interface TypedLink {
  readonly title: string
  readonly description: string
  readonly priceKind: 'fixe' | 'libre'
  readonly amount: string
  readonly currency: string
  readonly minimum: string
  readonly maximum: string
  readonly uses: 'plusieurs' | 'unique' | 'limite'
  readonly count: string
  /** A payer may leave out their e-mail address. */
  readonly isEmailOptional: boolean
  /** Its last day. */
  readonly until: string
  readonly message: string
  readonly redirectUrl: string
  readonly questions: readonly TypedQuestion[]
  /** One entry per line: `name = text`. */
  readonly metadata: string
}

export interface TypedQuestion {
  /** The field's name in payments; empty for a new one, which is named after its label. */
  readonly key: string
  readonly label: string
  readonly type: CustomFieldType
  readonly isRequired: boolean
}

/** Names of the fields, for the form and for its faults. */
export const fields = {
  title: 'titre',
  description: 'description',
  priceKind: 'prix',
  amount: 'montant',
  currency: 'devise',
  minimum: 'minimum',
  maximum: 'maximum',
  uses: 'usage',
  count: 'nombre',
  emailOptional: 'email_facultatif',
  until: 'jusqu_au',
  message: 'message',
  redirectUrl: 'retour',
  metadata: 'metadonnees',
} as const

/** The fields of one question, by its position in the form. */
export function questionFields(at: number) {
  const name = `question_${at + 1}`
  return { key: `${name}_cle`, label: name, type: `${name}_type`, required: `${name}_obligatoire` }
}

export const questionTypes: readonly CustomFieldType[] = ['text', 'number', 'date']

/** An untouched form. */
export function untouched(currency: CurrencyCode): TypedLink {
  return {
    title: '',
    description: '',
    priceKind: 'fixe',
    amount: '',
    currency,
    minimum: '',
    maximum: '',
    uses: 'plusieurs',
    count: '',
    isEmailOptional: false,
    until: '',
    message: '',
    redirectUrl: '',
    questions: [],
    metadata: '',
  }
}

/** Reads the form; an existing link keeps its own currency. */
export function readTyped(form: Form, ownCurrency?: CurrencyCode): TypedLink {
  const text = (name: keyof typeof fields): string => form.text(fields[name])
  const uses = text('uses')
  return {
    title: text('title'),
    description: text('description'),
    priceKind: text('priceKind') === 'libre' ? 'libre' : 'fixe',
    amount: text('amount'),
    currency: ownCurrency ?? text('currency'),
    minimum: text('minimum'),
    maximum: text('maximum'),
    uses: uses === 'unique' || uses === 'limite' ? uses : 'plusieurs',
    count: text('count'),
    isEmailOptional: form.isTicked(fields.emailOptional),
    until: text('until'),
    message: text('message'),
    redirectUrl: text('redirectUrl'),
    questions: readQuestions(form),
    metadata: text('metadata'),
  }
}

function readQuestions(form: Form): TypedQuestion[] {
  return Array.from({ length: customFieldsMax }, (_, at) => {
    const names = questionFields(at)
    const type = form.text(names.type)
    return {
      key: form.text(names.key),
      label: form.text(names.label),
      type: questionTypes.find((known) => known === type) ?? 'text',
      isRequired: form.isTicked(names.required),
    }
  }).filter(({ label }) => label !== '')
}

/** A link as its form shows it. */
export function typedOf(link: PaymentLinkRecord, language: Language): TypedLink {
  const { minAmount, maxAmount, price } = link
  const amountOf = (amount: Money | null): string => amountTyped(amount, language)
  return {
    ...untouched(link.currency),
    title: link.title,
    description: link.description ?? '',
    priceKind: price === null ? 'libre' : 'fixe',
    amount: amountOf(price),
    minimum: amountOf(minAmount),
    maximum: amountOf(maxAmount),
    ...typedUses(link.maxPayments),
    isEmailOptional: link.isEmailRequired === false,
    until: lastDay(link.expiresAt),
    message: link.successMessage ?? '',
    redirectUrl: link.redirectUrl ?? '',
    questions: link.customFields.map(typedQuestion),
    metadata: metadataLines(link.metadata),
  }
}

function typedUses(most: number | null): Pick<TypedLink, 'uses' | 'count'> {
  if (most === null) return { uses: 'plusieurs', count: '' }
  return most === 1 ? { uses: 'unique', count: '' } : { uses: 'limite', count: String(most) }
}

function typedQuestion({ key, label, type, required }: CustomField): TypedQuestion {
  return { key, label, type, isRequired: required }
}

function amountTyped(amount: Money | null, language: Language): string {
  if (amount === null) return ''
  const text = toDecimalText(amount)
  return language === 'en' ? text : text.replace('.', ',')
}

/** The last day of a link that expires at midnight is the day before. */
export function lastDay(expiresAt: Date | null): string {
  return expiresAt === null ? '' : localDay(new Date(expiresAt.getTime() - 1))
}

function metadataLines(json: string): string {
  return Object.entries(JSON.parse(json) as Record<string, string>)
    .map(([name, text]) => `${name} = ${text}`)
    .join('\n')
}
