import type { ErrorEntry } from './entry.ts'
import { cardErrors } from './card.ts'
import { conflictErrors } from './conflicts.ts'
import { fieldErrors } from './fields.ts'
import { inputErrors } from './input.ts'
import { notFoundErrors } from './not-found.ts'
import { peopleErrors } from './people.ts'
import { requestErrors } from './requests.ts'
import { ruleErrors } from './rules.ts'
import { failureCodes } from './failure-codes.ts'

export type { ErrorEntry } from './entry.ts'
export { failureCodes }

const table = {
  ...requestErrors,
  ...notFoundErrors,
  ...inputErrors,
  ...fieldErrors,
  ...cardErrors,
  ...conflictErrors,
  ...ruleErrors,
  ...peopleErrors,
}

/** Every code a refusal can carry. */
export type ErrorCode = keyof typeof table

/** True for a code of the table. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(table, code)
}

/** The one table of errors: code to status, type and French texts (docs/api.md#errors). */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table

/** Plain JSON shown as `error.details`. `retry_after_seconds` also becomes the `Retry-After` header. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** A refusal the caller is told of; thrown anywhere, written once by the HTTP error layer. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(errorMessage(code, details))
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }
}

/** A refusal to throw: `throw fail('cannot_cancel')`. */
export function fail(code: ErrorCode, details: ErrorDetails = {}): ServiceError {
  return new ServiceError(code, details)
}

/** One refused field. `field` is a dotted path; `details` fill the message. */
export type FieldError = {
  field: string
  code: ErrorCode
  details?: ErrorDetails
}

/**
 * The refusal for fields (docs/api.md#errors): one error carries its own code, several `validation_failed`. When all
 * of them are about the phone number, the first phone code stands at the top.
 */
export function fieldsError(errors: readonly FieldError[]): ServiceError {
  const fields = errors.map(describeField)
  const [first] = fields
  if (first === undefined) throw new TypeError('fieldsError needs at least one field')
  const isOnlyPhone = fields.every(({ code }) => phoneCodes.has(code))
  if (fields.length > 1 && !isOnlyPhone) return fail('validation_failed', { fields })
  return fail(first.code, { ...errors[0]?.details, field: first.field, fields })
}

/** The French sentence of a failure code; codes of older records that are no longer in the table read as `operator_error`. */
export function failureMessage(code: string): string {
  const known: Readonly<Record<string, { message: string }>> = failureCodes
  const entry = Object.hasOwn(known, code) ? known[code] : undefined
  return (entry ?? failureCodes.operator_error).message
}

/** The French sentence of an error code, its placeholders filled from the details. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return errorTable[code].message
    .replaceAll(optionalPart, (_whole, part: string) => (isFilled(part, details) ? part : ''))
    .replaceAll(placeholder, (_whole, name: string) => detailText(details, name))
}

const phoneCodes: ReadonlySet<ErrorCode> = new Set([
  'phone_international_required',
  'invalid_phone_number',
  'phone_country_mismatch',
])

const placeholder = /\{([a-z_]+)\}/g
const optionalPart = /\[([^[\]{}]*\{[^[\]]*)\]/g
const detailTextLengthMax = 64

function describeField({ field, code, details }: FieldError) {
  const name = code === 'phone_country_mismatch' ? 'country' : field
  return { field: name, code, message: errorMessage(code, { ...details, field: name }) }
}

function isFilled(part: string, details: ErrorDetails): boolean {
  return [...part.matchAll(placeholder)].every(([, name]) => detailText(details, name ?? '') !== '')
}

function detailText(details: ErrorDetails, name: string): string {
  const value = Object.hasOwn(details, name) ? details[name] : undefined
  const isShown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  return isShown ? String(value).slice(0, detailTextLengthMax).toWellFormed() : ''
}
