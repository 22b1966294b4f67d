import Type, { type TSchema } from 'typebox'
import { terminalNameLengthMax } from '#domain/terminals/terminal.ts'
import { referenceLengthMax } from '#domain/transactions/texts.ts'
import { named, said } from '#use-cases/fields.ts'

/** A kind of object in answers: its name in the description, and its closed schema. */
export interface NamedSchema {
  readonly name: string
  readonly schema: TSchema
}

export { named, said }

/** An object with exactly these fields. */
export function shape(fields: Readonly<Record<string, TSchema>>, description?: string) {
  return Type.Object(
    { ...fields },
    { additionalProperties: false, ...(description && { description }) },
  )
}

/** A kind of object, referenced by its name everywhere, with its description. */
export function kindOf(
  name: string,
  about: string,
  fields: Readonly<Record<string, TSchema>>,
): NamedSchema {
  return { name, schema: named(name, shape(fields), about) }
}

/** A value that may be unknown. */
export function orNull(schema: TSchema) {
  return Type.Union([schema, Type.Null()])
}

/** A field that some answers leave out (docs/api.md#general-rules). */
export const optional = Type.Optional

export const text = Type.String()
export const textOrNull = orNull(text)
/** Text of at most so many characters. */
export function textUpTo(lengthMax: number) {
  return Type.String({ maxLength: lengthMax })
}
/** The merchant's own id of a payment or a link. */
export const reference = textUpTo(referenceLengthMax)
export const amount = Type.Number({ description: 'Amount in units of its currency.' })
export const rate = Type.Number({ description: 'A rate or a percentage.' })
export const wholeNumber = Type.Integer({ minimum: 0 })
export const flag = Type.Boolean()
export const currencyCode = named(
  'CurrencyCode',
  Type.String({ pattern: '^[A-Z]{3}$' }),
  'ISO 4217 code of a currency.',
)
/** Text of one shape. */
export function like(pattern: string) {
  return Type.String({ pattern })
}
/** A key that only one answer shows, and its end. */
export function keyLike(prefix: string) {
  return like(`^${prefix}[0-9a-f]{48}$`)
}
export const keyEnd = orNull(like('^[0-9a-f]{4}$'))
export const digits = like(String.raw`^\d+$`)
export const countryCode = Type.String({ pattern: '^[A-Z]{2}$' })
export const uuid = Type.String({ format: 'uuid' })
export const url = Type.String({ format: 'uri' })
export const urlOrNull = orNull(url)
/** Where a webhook is sent: an address as browsers read it, which may hold what a URI may not, such as `|`. */
export const endpointUrl = Type.String({ format: 'https-url' })
/** An address of the merchant's, as they wrote it. */
export const returnUrlOrNull = orNull(Type.String({ format: 'return-url' }))
export const time = Type.String({
  format: 'date-time',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`,
  description: 'ISO 8601 in UTC.',
})
export const timeOrNull = orNull(time)

/** The `object` field of a kind. */
export function kind(name: string) {
  return said(Type.Literal(name), 'Name of the kind of object.', name)
}

/** One of a fixed set of words. */
export function oneOf(...words: readonly string[]) {
  return Type.Unsafe<string>({ type: 'string', enum: [...words] })
}

export const mode = named(
  'Mode',
  oneOf('live', 'sandbox'),
  'Mode of the key that made it: `live` moves money, `sandbox` does not.',
)
export const channel = named(
  'Channel',
  oneOf('api', 'widget', 'payment_link', 'shop', 'pos', 'dashboard'),
  'Where the payment was asked for, deduced from the key.',
)
export const payer = named(
  'FeePayer',
  oneOf('merchant', 'customer'),
  'Who bears it: `merchant` gets less, or `customer` pays more.',
)
export const methodType = named(
  'PaymentMethodType',
  oneOf('mobile_money', 'card', 'direct_debit', 'bank_transfer'),
  'How the money moves.',
)
export const provider = named(
  'Provider',
  Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
  'Operator or bank: `mtn-benin`, `moov-benin`, `card-sandbox`, `direct-debit-sandbox`, `uba-benin`, `ecobank-benin` or `boa-benin`; others may join.',
)
export const pointOfSale = orNull(
  named(
    'PointOfSale',
    shape({
      id: said(uuid, 'Id of the point of sale.', '0197a3c2-0b51-7c3e-9c0e-5d8f2f1a6b33'),
      name: said(textUpTo(terminalNameLengthMax), 'Its name.', 'Ganhi'),
    }),
    'Shop or place where terminals stand.',
  ),
)
export const terminal = orNull(
  named(
    'TerminalReference',
    shape({
      id: said(uuid, 'Id of the terminal.', '0197a3c2-2f60-7a11-8d52-7b1c9e4f0d21'),
      label: said(textUpTo(terminalNameLengthMax), 'Its label.', 'Caisse 1'),
      point_of_sale: said(pointOfSale, 'Where it is; null if not set.', null),
    }),
    'The terminal that a payment comes from.',
  ),
)
export const staffMember = orNull(
  named(
    'StaffReference',
    shape({
      id: said(uuid, 'Id of the collaborator.', '0197a3c2-31aa-7be0-a3f4-6d2e8c5b9f10'),
      name: said(text, 'Name of the collaborator.', 'Koffi Mensah'),
    }),
    'The merchant’s staff member who collected.',
  ),
)
/** The merchant's own data, as it was sent. */
export const metadata = said(
  Type.Record(Type.String(), Type.String()),
  'Your own data, as it was sent.',
  { cart: '1042' },
)
/** How a fee is computed. */
export const feeKind = named(
  'FeeKind',
  oneOf('percentage', 'fixed'),
  'Whether `value` is a percentage of the amount or an amount.',
)
