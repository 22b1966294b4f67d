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
import { compare, type Money, PRICE_MINOR_MAX } from '#domain/money/money.ts'
import { isVisible } from '#domain/text/visible.ts'
import { lengthOf } from '#domain/text/length.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Payable, PayableStatus } from './payable.ts'

/** The state set by the merchant; `cancelled` is final. */
export type PaymentLinkState = 'active' | 'inactive' | 'cancelled'
export const paymentLinkStates: readonly PaymentLinkState[] = ['active', 'inactive', 'cancelled']

/** The most links that a service makes in 24 hours in a mode: they are kept for ever. */
export const linksADayMax = 20_000

/** What the merchant sets on a link, and may change. */
export interface PaymentLinkTerms {
  readonly title: string
  readonly description: string | null
  /** Null if the payer chooses, within the limits, if any. */
  readonly price: Money | null
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
  /** The number of payments it accepts in all: 1 for single use, null for no limit. */
  readonly maxPayments: number | null
  readonly expiresAt: Date | null
  readonly customFields: readonly CustomField[]
  readonly redirectUrl: string | null
  readonly cancelUrl?: string | null
  readonly shopOrigin?: string | null
  readonly reference?: string | null
  /** True by default. */
  readonly isEmailRequired?: boolean
  readonly successMessage: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** A payment link as its merchant sees it. */
export interface PaymentLinkRecord extends Payable {
  readonly id: PaymentLinkId
  readonly title: string
  readonly state: PaymentLinkState
  /** The sum of the prices paid. */
  readonly amountCollected: Money
}

/** What decides whether a link accepts a payment. */
export interface PaymentLinkFacts {
  readonly state: PaymentLinkState
  readonly isExpired: boolean
  readonly maxPayments: number | null
  readonly succeeded: number
  readonly pending: number
}

/** The status of a link. A payment in progress continues even if the link is closed or expires. */
export function paymentLinkStatus(facts: PaymentLinkFacts): PayableStatus {
  const { state, isExpired, succeeded, pending } = facts
  const most = facts.maxPayments ?? Infinity
  if (succeeded >= most) return 'paid'
  if (state !== 'active') return state
  if (succeeded + pending >= most) return 'in_progress'
  return isExpired ? 'expired' : 'active'
}

/** For the texts of a link, in characters. */
export const linkLengthMax = { title: 120, description: 1000, successMessage: 500 } as const
const urlLengthMax = 2048
const maxPaymentsMax = 100_000

/** All errors in a link's terms, for this currency and mode. */
export function paymentLinkErrors(
  terms: PaymentLinkTerms,
  currency: CurrencyCode,
  mode: Mode = 'live',
): FieldError[] {
  const { redirectUrl, cancelUrl = null } = terms
  return [
    ...textErrors(terms),
    ...amountErrors(terms, currency),
    ...errorIf(!isCount(terms.maxPayments), 'max_payments', 'invalid_field'),
    ...errorIf(!areCustomFields(terms.customFields), 'custom_fields', 'invalid_field'),
    ...errorIf(!isReturnUrl(redirectUrl, mode), 'redirect_url', 'invalid_return_url'),
    ...errorIf(!isReturnUrl(cancelUrl, mode), 'cancel_url', 'invalid_return_url'),
    ...errorIf(!isOrigin(terms.shopOrigin ?? null), 'origin', 'invalid_field'),
    ...errorIf(!isReference(terms.reference ?? null), 'reference', 'invalid_reference'),
    ...errorIf(!isMetadata(terms), 'metadata', 'invalid_metadata'),
  ]
}

function textErrors({ title, description, successMessage }: PaymentLinkTerms): FieldError[] {
  const isTitle = isVisible(title) && isText(title, linkLengthMax.title)
  return [
    ...errorIf(!isTitle, 'title', 'invalid_field'),
    ...errorIf(!isText(description, linkLengthMax.description), 'description', 'invalid_field'),
    ...errorIf(
      !isText(successMessage, linkLengthMax.successMessage),
      'success_message',
      'invalid_field',
    ),
  ]
}

/** Limits are for a free price, in order, and all in one currency. */
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
  return minor > 0n && minor <= PRICE_MINOR_MAX && currency === wanted
}

function isText(text: string | null, lengthMax: number): boolean {
  return (
    text === null || (lengthOf(text) <= lengthMax && text.isWellFormed() && !text.includes('\0'))
  )
}

function isCount(count: number | null): boolean {
  return count === null || (Number.isInteger(count) && count >= 1 && count <= maxPaymentsMax)
}

/**
 * An address that a payer's browser may be sent to: no script, file or password. In sandbox it may be on the developer's
 * own machine, without TLS.
 */
export function isReturnUrl(text: string | null, mode: Mode): boolean {
  if (text === null) return true
  if (text.length > urlLengthMax || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  const isAllowed = text.startsWith('https://') || (mode === 'sandbox' && localShape.test(text))
  return isAllowed && username === '' && password === ''
}

/** As the database has it too. */
const localShape = /^http:\/\/(?:localhost|127\.0\.0\.1)(?:[:/?#]|$)/

/** A site's origin; one on the developer's own machine needs no TLS. */
function isOrigin(text: string | null): boolean {
  if (text === null) return true
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return origin === text && (protocol === 'https:' || localShape.test(text))
}

const referenceShape = new RegExp(referencePattern)

function isReference(text: string | null): boolean {
  return text === null || referenceShape.test(text)
}

/** The key of the link's reference in the metadata of its payments; merchants' own keys never begin this way. */
export const linkReferenceKey = 'service_link_reference'

/** The payer's answers are added to the metadata of each payment, so everything must fit. */
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
