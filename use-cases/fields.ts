import Type, { type TSchema } from 'typebox'
import type { ErrorCode } from '#domain/errors/errors.ts'
import { visiblePattern } from '#domain/text/visible.ts'

/**
 * Use cases define their input as schemas, so that a route and a form validate the same; these are the fields that
 * many of them use.
 */

/** The schema with its documentation: an English sentence, and examples. */
export function said<Schema extends TSchema>(
  schema: Schema,
  description: string,
  ...examples: readonly unknown[]
): Schema {
  return withOptions(schema, { description, ...(examples.length > 0 && { examples }) })
}

/** The schema as a named one in the description, which others refer to. */
export function named<Schema extends TSchema>(name: string, schema: Schema, about: string): Schema {
  return withOptions(schema, { title: name, about, description: about })
}

function withOptions<Schema extends TSchema>(schema: Schema, options: object): Schema {
  // TypeBox marks optional fields with hidden properties that a spread would lose.
  const copy: Schema = Object.create(null, Object.getOwnPropertyDescriptors(schema))
  return Object.assign(copy, options)
}

/** Formats that a schema cannot express. */
type TextFormat = 'shown_text' | 'phone' | 'https-url' | 'return-url' | 'web-origin' | 'cursor'

/** Text of `min` to `max` characters; if people read it and it may not be empty, one of them is visible. */
export function textField(
  code: ErrorCode,
  { min = 0, max, format }: { min?: number; max: number; format?: TextFormat },
) {
  const isVisible = min > 0 && format === 'shown_text'
  const bounds = { code, minLength: min, maxLength: max }
  return Type.String({
    ...bounds,
    ...(format && { format }),
    ...(isVisible && { pattern: visiblePattern }),
  })
}

/** Text that people read, of at most `max` characters, at least one of them visible. */
export function visibleText(max: number) {
  return textField('invalid_field', { min: 1, max, format: 'shown_text' })
}

/** One of a fixed set of words. */
export function choiceField<const Choice extends string>(
  code: ErrorCode,
  choices: readonly Choice[],
) {
  return Type.Unsafe<Choice>({ type: 'string', code, enum: [...choices] })
}

/** An e-mail address. */
export const emailField = Type.String({ code: 'invalid_email', format: 'email', maxLength: 254 })

/** A day as `<YYYY-MM-DD>`; its user checks whether it exists. */
export const dayField = Type.String({
  code: 'invalid_field',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
})
