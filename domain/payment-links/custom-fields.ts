import type { FieldError } from '#domain/errors/errors.ts'
import { lengthOf } from '#domain/text/length.ts'
import { isReadAsKept, isVisible, visiblePattern } from '#domain/text/visible.ts'
import { isMetadataKey, metadataValueLengthMax } from '#domain/transactions/metadata.ts'

/** A custom field: a question that the merchant asks the payer. */
export interface CustomField {
  /** Its key in the metadata of the payment. */
  readonly key: string
  readonly label: string
  readonly type: CustomFieldType
  readonly required: boolean
}
export type CustomFieldType = 'text' | 'number' | 'date'

export const customFieldsMax = 10
/** For a question, in characters. */
export const questionLengthMax = 80

const answerShapes: Readonly<Record<CustomFieldType, RegExp>> = {
  text: new RegExp(visiblePattern, 'u'),
  number: /^-?\d{1,15}(?:[.,]\d{1,6})?$/,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
}

/** The types of custom fields. */
export const customFieldTypes = Object.keys(answerShapes)

/** True if the fields are valid: few enough, each with a unique key and a label. */
export function areCustomFields(fields: readonly CustomField[]): boolean {
  const keys = new Set(fields.map(({ key }) => key))
  return (
    fields.length <= customFieldsMax && keys.size === fields.length && fields.every(isCustomField)
  )
}

/** The errors in a payer's answers, by their paths in the request body. */
export function answerErrors(
  fields: readonly CustomField[],
  answers: Readonly<Record<string, string>>,
): FieldError[] {
  const known = new Set(fields.map(({ key }) => key))
  const unknown = Object.keys(answers).filter((key) => !known.has(key))
  return [
    ...unknown.map((key) => errorAt(key, 'unknown_field')),
    ...fields.flatMap((field) => errorsOfAnswer(field, ownAnswer(answers, field.key))),
  ]
}

function isCustomField({ key, label, type }: CustomField): boolean {
  const isLabelled = isVisible(label) && lengthOf(label) <= questionLengthMax
  return isMetadataKey(key) && isLabelled && customFieldTypes.includes(type)
}

/** A key may be `constructor`, which every object has. */
function ownAnswer(answers: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined
}

function errorsOfAnswer(
  { key, type, required }: CustomField,
  answer: string | undefined,
): FieldError[] {
  if (answer === undefined) return required ? [errorAt(key, 'missing_field')] : []
  const isShort = lengthOf(answer) <= metadataValueLengthMax
  const isTaken = isShort && answerShapes[type].test(answer) && isReadAsKept(answer)
  return isTaken ? [] : [errorAt(key, 'invalid_field')]
}

function errorAt(key: string, code: FieldError['code']): FieldError {
  return { field: `custom_fields.${key}`, code }
}
