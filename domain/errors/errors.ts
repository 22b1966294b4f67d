import { durationText, figuresText } from '#domain/text/text.ts'
import type { Language } from '#domain/text/language.ts'
import { englishHelp, englishMessages } from './english.ts'
import { failureCodes } from './failure-codes.ts'
import { failureMessage } from './failures.ts'
import { type ErrorCode, errorTable } from './table.ts'

export { type ErrorCode, errorTable, failureCodes, failureMessage }

/** True for a code of the table. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorTable, code)
}

/** Plain JSON shown as `error.details`. `retry_after_seconds` also becomes the `Retry-After` header. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** A refusal for the caller; thrown anywhere, rendered only by the HTTP error layer. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** For a refusal of fields: each of them, with everything its message needs. */
  readonly fields: readonly FieldError[]

  constructor(code: ErrorCode, details: ErrorDetails = {}, fields: readonly FieldError[] = []) {
    super(errorMessage(code, { ...hintsOf(code, fields), ...details }))
    this.name = 'ServiceError'
    this.code = code
    this.details = details
    this.fields = fields
  }
}

/** Details that help with a single field; with several fields, each has its own message. */
function hintsOf(code: ErrorCode, fields: readonly FieldError[]): ErrorDetails {
  return code === 'validation_failed' ? {} : { ...fields[0]?.details }
}

/** A refusal to throw: `throw fail('cannot_cancel')`. */
export function fail(code: ErrorCode, details: ErrorDetails = {}): ServiceError {
  return new ServiceError(code, details)
}

/** Returns the value, or throws a refusal with this code if it is undefined. */
export function orFail<Thing>(thing: Thing | undefined, code: ErrorCode): Thing {
  if (thing === undefined) throw fail(code)
  return thing
}

/** One refused field. `field` is a dotted path; `details` fill the message. */
export type FieldError = {
  field: string
  code: ErrorCode
  details?: ErrorDetails
}

/**
 * The refusal of fields (docs/api.md#errors): a single error keeps its own code, several become `validation_failed`. If
 * all of them are about the phone number, the first phone code is used.
 */
export function fieldsError(errors: readonly FieldError[]): ServiceError {
  const fields = errors.map((error) => describeField(error))
  const [first] = fields
  if (first === undefined) throw new TypeError('fieldsError needs at least one field')
  const isOnlyPhone = fields.every(({ code }) => phoneCodes.has(code))
  if (fields.length > 1 && !isOnlyPhone) {
    return new ServiceError('validation_failed', { fields }, errors)
  }
  const details = { ...errors[0]?.details, field: first.field, fields }
  return new ServiceError(first.code, details, errors)
}

/** Languages of refusals. */
export type MessageLanguage = Language

/** The French message of an error code, with placeholders filled in from the details. */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return messageIn('fr', code, details)
}

/** The message of an error code in a language, followed by the allowed values, if any. */
export function messageIn(
  language: MessageLanguage,
  code: ErrorCode,
  details: ErrorDetails = {},
): string {
  const sentence = language === 'fr' ? errorTable[code].message : englishMessages[code]
  const said = sentenceOf(sentence, inWords(language, details))
  return said + expectedText(language, said, details) + hintText(language, code, details)
}

/** Why an error code is answered, and what to do about it. */
export function helpIn(
  language: MessageLanguage,
  code: ErrorCode,
): readonly [cause: string, remedy: string] {
  const { cause, remedy } = errorTable[code]
  return language === 'fr' ? [cause, remedy] : englishHelp[code]
}

/** What a refusal says in a language. */
export function messageOf(error: ServiceError, language: MessageLanguage): string {
  const { code, details, fields, message } = error
  return language === 'fr'
    ? message
    : messageIn(language, code, { ...hintsOf(code, fields), ...details })
}

/** The details of a refusal with the messages of its fields in a language. */
export function detailsIn(language: MessageLanguage, error: ServiceError): ErrorDetails {
  const { details, fields } = error
  if (language === 'fr' || fields.length === 0) return details
  return { ...details, fields: fields.map((field) => describeField(field, language)) }
}

/** What is allowed instead, and what was probably meant. */
function hintText(language: MessageLanguage, code: ErrorCode, details: ErrorDetails) {
  const { allowed_values: values, allowed = values, nearest, service_version: version } = details
  // Another version allows more than this one.
  const list = Array.isArray(allowed) && version === undefined ? allowed.join(', ') : ''
  const meant = typeof nearest === 'string' ? nearest : ''
  const say = hintWords[language]
  return (meant && ` ${say.nearest(meant)}`) + (list && ` ${say.allowed(list, code)}`)
}

/** The type that a value should have had, unless the sentence has said it. */
function expectedText(
  language: MessageLanguage,
  said: string,
  { expected_type: type }: ErrorDetails,
) {
  const words = typeof type === 'string' ? typeWords[language].get(type) : undefined
  return words === undefined || words.saidBy.test(said) ? '' : ` ${words.sentence}`
}

const typeWords = {
  fr: new Map([
    ['string', { sentence: 'Un texte est attendu, entre guillemets.', saidBy: /texte/ }],
    ['array', { sentence: 'Une liste est attendue.', saidBy: /liste/ }],
    ['object', { sentence: 'Un objet est attendu.', saidBy: /objet/ }],
  ]),
  en: new Map([
    ['string', { sentence: 'A string is expected.', saidBy: /string/ }],
    ['array', { sentence: 'A list is expected.', saidBy: /list/ }],
    ['object', { sentence: 'An object is expected.', saidBy: /object/ }],
  ]),
}

/** Codes whose list is one of names. */
const namesIn: Readonly<Partial<Record<ErrorCode, string>>> = {
  unknown_field: 'Champs admis',
  unknown_parameter: 'Paramètres admis',
}

const hintWords = {
  fr: {
    nearest: (value: string) => `Vouliez-vous dire «\u00A0${value}\u00A0»\u00A0?`,
    allowed: (list: string, code: ErrorCode) =>
      `${namesIn[code] ?? 'Valeurs admises'}\u00A0: ${list}.`,
  },
  en: {
    nearest: (value: string) => `Did you mean "${value}"?`,
    allowed: (list: string) => `Allowed: ${list}.`,
  },
} as const

/** Whose limit it is that was reached; each key has its own, which needs no name. */
const limitedIn: Readonly<Record<MessageLanguage, Readonly<Record<string, string>>>> = {
  fr: {
    phone_number: 'ce numéro de téléphone',
    link: 'ce lien de paiement',
    merchant: 'ce marchand',
  },
  en: {
    phone_number: 'this phone number',
    link: 'this payment link',
    merchant: 'this merchant',
  },
}

/** What is wrong with a request, with a text that is no JSON, or with a parameter. */
const faultsIn: Readonly<Record<MessageLanguage, Readonly<Record<string, string>>>> = {
  fr: {
    empty: 'il est vide',
    repeated_key: 'une clé figure deux fois dans un objet',
    too_deep: 'il imbrique trop de niveaux',
    not_utf8: 'il n’est pas en UTF-8',
    given_twice: 'donné plusieurs fois',
    head_too_large: 'l’adresse et les en-têtes dépassent 16 Ko',
    two_hosts: 'l’en-tête Host y figure deux fois',
  },
  en: {
    empty: 'it is empty',
    repeated_key: 'a key appears twice in one object',
    too_deep: 'it is nested too deeply',
    not_utf8: 'it is not UTF-8',
    given_twice: 'given more than once',
    head_too_large: 'its address and headers exceed 16 KB',
    two_hosts: 'it has two Host headers',
  },
}

/** Details that are amounts, in units of their currency. */
const amountDetails = ['min_amount', 'max_amount', 'available']

/** As people read it what is for programs: `retry_after_seconds`, `limit`, `fault`, and amounts. */
function inWords(language: MessageLanguage, details: ErrorDetails): ErrorDetails {
  const { retry_after_seconds: given, limit, fault } = details
  const seconds = Number(given ?? Number.NaN)
  const limited = limitedIn[language][String(limit)]
  const faultInWords = faultsIn[language][String(fault)]
  const amounts = amountDetails.filter((name) => typeof details[name] === 'number')
  return {
    ...details,
    ...Object.fromEntries(
      amounts.map((name) => [name, figuresText(String(details[name]), language)]),
    ),
    ...(Number.isFinite(seconds) && { retry_after: durationText(seconds, language) }),
    ...(limited !== undefined && { limited }),
    ...(faultInWords !== undefined && { fault_in_words: faultInWords }),
  }
}

function sentenceOf(sentence: string, details: ErrorDetails): string {
  return sentence
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

function describeField({ field, code, details }: FieldError, language: MessageLanguage = 'fr') {
  const name = code === 'phone_country_mismatch' ? 'country' : field
  return { field: name, code, message: messageIn(language, code, { ...details, field: name }) }
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
