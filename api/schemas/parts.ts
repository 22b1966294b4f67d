import Type, { type TSchema } from 'typebox'

/** A kind of object that answers carry: its name in the description, and its shape with nothing beside it. */
export interface NamedSchema {
  readonly name: string
  readonly schema: TSchema
}

/** Fields that are always there; nothing else is. */
export function shape(fields: Readonly<Record<string, TSchema>>, description?: string) {
  return Type.Object(
    { ...fields },
    { additionalProperties: false, ...(description && { description }) },
  )
}

/** A value that may be unknown. */
export function orNull(schema: TSchema) {
  return Type.Union([schema, Type.Null()])
}

/** A field that some answers leave out (docs/api.md#general-rules). */
export const optional = Type.Optional

export const text = Type.String()
export const textOrNull = orNull(text)
export const amount = Type.Number({ description: 'Montant dans l’unité de la devise.' })
export const rate = Type.Number({ description: 'Taux ou pourcentage.' })
export const wholeNumber = Type.Integer()
export const flag = Type.Boolean()
export const currencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'Code ISO 4217.' })
export const uuid = Type.String({ format: 'uuid' })
export const time = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`,
  description: 'Date ISO 8601 en UTC.',
})
export const timeOrNull = orNull(time)

/** The `object` field of a kind. */
export function kind(name: string) {
  return Type.Literal(name)
}

/** One of a fixed set of words. */
export function oneOf(...words: readonly string[]) {
  return Type.Unsafe<string>({ type: 'string', enum: [...words] })
}

export const mode = oneOf('live', 'sandbox')
export const channel = oneOf('api', 'widget', 'payment_link', 'shop', 'pos', 'dashboard')
export const payer = oneOf('merchant', 'customer')
export const methodType = oneOf('mobile_money', 'card', 'direct_debit', 'bank_transfer')
export const pointOfSale = orNull(shape({ id: uuid, name: text }))
export const terminal = orNull(shape({ id: uuid, label: text, point_of_sale: pointOfSale }))
export const staffMember = orNull(shape({ id: uuid, name: text }))
