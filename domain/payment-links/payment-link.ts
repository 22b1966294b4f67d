import type { CurrencyCode } from '#domain/money/currency.ts'
import { areCustomFields, type CustomField } from './custom-fields.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import type { PaymentLinkId } from '#domain/ids.ts'
import {
  isMetadataKey,
  metadataKeysMax,
  metadataValueLengthMax,
} from '#domain/transactions/metadata.ts'
import { referencePattern } from '#domain/transactions/texts.ts'
import { compare, type Money } from '#domain/money/money.ts'
import type { Payable, PayableStatus } from './payable.ts'

/** What the merchant decided; `cancelled` is for good. */
export type PaymentLinkState = 'active' | 'inactive' | 'cancelled'
export const paymentLinkStates: readonly PaymentLinkState[] = ['active', 'inactive', 'cancelled']

/** What the merchant says of a link, and may change. */
export interface PaymentLinkTerms {
  readonly title: string
  readonly description: string | null
  /** Null where the payer chooses, between the limits where there are any. */
  readonly price: Money | null
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
  /** Payments it takes in all: 1 for a link of one use, null for no end. */
  readonly maxPayments: number | null
  readonly expiresAt: Date | null
  readonly customFields: readonly CustomField[]
  readonly redirectUrl: string | null
  readonly cancelUrl?: string | null
  readonly shopOrigin?: string | null
  readonly reference?: string | null
  /** True where nothing is said. */
  readonly isEmailRequired?: boolean
  readonly successMessage: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** A payment link as its merchant sees it. */
export interface PaymentLinkRecord extends Payable {
  readonly id: PaymentLinkId
  readonly title: string
  readonly state: PaymentLinkState
  /** The prices of what was paid. */
  readonly amountCollected: Money
}

/** What decides whether a link takes a payment. */
export interface PaymentLinkFacts {
  readonly state: PaymentLinkState
  readonly isExpired: boolean
  readonly maxPayments: number | null
  readonly succeeded: number
  readonly pending: number
}

/** Where a link stands. A payment under way goes to its end, whatever the merchant or the time do to the link. */
export function paymentLinkStatus(facts: PaymentLinkFacts): PayableStatus {
  const { state, isExpired, succeeded, pending } = facts
  const most = facts.maxPayments ?? Infinity
  if (succeeded >= most) return 'paid'
  if (state !== 'active') return state
  if (succeeded + pending >= most) return 'in_progress'
  return isExpired ? 'expired' : 'active'
}

const titleLengthMax = 120
const descriptionLengthMax = 1000
const successMessageLengthMax = 500
const urlLengthMax = 2048
const maxPaymentsMax = 100_000

/** All that is wrong with the terms of a link in this currency. */
export function paymentLinkErrors(terms: PaymentLinkTerms, currency: CurrencyCode): FieldError[] {
  return [
    ...textErrors(terms),
    ...amountErrors(terms, currency),
    ...errorIf(!isCount(terms.maxPayments), 'max_payments', 'invalid_field'),
    ...errorIf(!areCustomFields(terms.customFields), 'custom_fields', 'invalid_field'),
    ...errorIf(!isRedirectUrl(terms.redirectUrl), 'redirect_url', 'invalid_field'),
    ...errorIf(!isRedirectUrl(terms.cancelUrl ?? null), 'cancel_url', 'invalid_field'),
    ...errorIf(!isOrigin(terms.shopOrigin ?? null), 'origin', 'invalid_field'),
    ...errorIf(!isReference(terms.reference ?? null), 'reference', 'invalid_reference'),
    ...errorIf(!isMetadata(terms), 'metadata', 'invalid_metadata'),
  ]
}

function textErrors({ title, description, successMessage }: PaymentLinkTerms): FieldError[] {
  const isTitle = title.trim() !== '' && isText(title, titleLengthMax)
  return [
    ...errorIf(!isTitle, 'title', 'invalid_field'),
    ...errorIf(!isText(description, descriptionLengthMax), 'description', 'invalid_field'),
    ...errorIf(
      !isText(successMessage, successMessageLengthMax),
      'success_message',
      'invalid_field',
    ),
  ]
}

/** Limits are for a free price, in order, and all is in one currency. */
function amountErrors(terms: PaymentLinkTerms, currency: CurrencyCode): FieldError[] {
  const { price, minAmount, maxAmount } = terms
  const isFree = price === null
  const isLimit = (limit: Money | null): boolean =>
    limit === null || (isFree && isPrice(limit, currency))
  const areLimits = isLimit(minAmount) && isLimit(maxAmount)
  const areCrossed = areLimits && minAmount && maxAmount && compare(minAmount, maxAmount) > 0
  return [
    ...errorIf(!isFree && !isPrice(price, currency), 'amount', 'invalid_amount'),
    ...errorIf(!isLimit(minAmount), 'min_amount', 'invalid_amount'),
    ...errorIf(!isLimit(maxAmount) || areCrossed === true, 'max_amount', 'invalid_amount'),
  ]
}

function isPrice({ minor, currency }: Money, wanted: CurrencyCode): boolean {
  return minor > 0n && currency === wanted
}

function isText(text: string | null, lengthMax: number): boolean {
  return text === null || (text.length <= lengthMax && text.isWellFormed() && !text.includes('\0'))
}

function isCount(count: number | null): boolean {
  return count === null || (Number.isInteger(count) && count >= 1 && count <= maxPaymentsMax)
}

/** Where a payer's browser is sent: never into a script or a file, and without a password. */
export function isRedirectUrl(text: string | null): boolean {
  if (text === null) return true
  if (text.length > urlLengthMax || !text.startsWith('https://') || !URL.canParse(text))
    return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** A site by its name alone; one on the developer's own machine may do without TLS. */
function isOrigin(text: string | null): boolean {
  if (text === null) return true
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1'].includes(hostname)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

const referenceShape = new RegExp(referencePattern)

function isReference(text: string | null): boolean {
  return text === null || referenceShape.test(text)
}

/** Name of the link's reference in the metadata of its payments; merchants' own names never begin so. */
export const linkReferenceKey = 'service_link_reference'

/** The payer's answers come beside it in the metadata of each payment, and all of them must fit. */
function isMetadata({ metadata, customFields, reference }: PaymentLinkTerms): boolean {
  const entries = Object.entries(metadata)
  const names = new Set([...Object.keys(metadata), ...customFields.map(({ key }) => key)])
  const isDistinct = names.size === entries.length + customFields.length
  return (
    isDistinct &&
    names.size + (reference ? 1 : 0) <= metadataKeysMax &&
    entries.every(([key, text]) => isMetadataKey(key) && isText(text, metadataValueLengthMax))
  )
}

function errorIf(isWrong: boolean, field: string, code: FieldError['code']): FieldError[] {
  return isWrong ? [{ field, code }] : []
}
