import fc from 'fast-check'
import { localDay } from '#domain/text/local-day.ts'

const today = localDay(new Date())

// Schemas are read as any client would read them: as JSON of an unknown shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type Schema = any

/** What no schema of ours describes, or hardly: wrong types, emptiness, size, signs that systems stumble over. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '🙂',
    'null',
    '-0',
    '0x10',
    "'; drop table transaction; --",
    '__proto__',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    true,
    0,
    -1,
    1.005,
    1e-9,
    1e21,
    [],
    {},
    [[]],
    [null],
    { constructor: { prototype: {} } },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer({ min: 250, max: 6000 }).map((length) => 'é'.repeat(length)),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

const anyValue = fc.jsonValue({ maxDepth: 2 })

/** Values that the schema describes; now and then one part of them is odd. `name` is that of the field, if it has one. */
export function valuesOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const sensible = sensibleValues[name]
  return fc.oneof(
    { weight: 20, arbitrary: plain(schema) },
    { weight: sensible === undefined ? 0 : 200, arbitrary: fc.constantFrom(...(sensible ?? [''])) },
    { weight: 1, arbitrary: oddValues },
  )
}

/** What gets a request past the shape of its fields, to the rules behind them. */
const sensibleValues: Readonly<Record<string, readonly unknown[]>> = {
  amount: [100, 1000, 2500, 12.5],
  currency: ['XOF', 'XOF', 'EUR'],
  provider: ['mtn-benin', 'auto', 'moov-benin'],
  payment_method: ['mobile_money'],
  phone: ['2290197000001', '2290197000009', '2290195001234', '+229 01 97 00 12 34'],
  country: ['BJ'],
  email: ['awa@example.com'],
  name: ['Awa Dossou'],
  customer: [{ name: 'Awa Dossou', email: 'awa@example.com' }],
  url: ['https://shop.example/hook'],
  events: [['*'], ['payment.success']],
  reason: ['vérifié par téléphone'],
  rate: ['565.25', '0.372'],
  csv: [
    'currency,rate,source\nUSD,565.25,BCEAO\n',
    'currency,rate\nUSD,1\n',
    `operator_reference;kind;amount;currency;time\nop-1;collection;1020;XOF;${today}\n`,
  ],
  from: [today],
  to: [today],
}

function plain(schema: Schema): fc.Arbitrary<unknown> {
  if (schema === undefined) return anyValue
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  // Beside properties they only say what those must be to one another.
  const choices = schema.properties === undefined && (schema.anyOf ?? schema.oneOf)
  if (choices) return fc.oneof(...choices.map(valuesOf))
  const make = byType[typeOf(schema)]
  return make === undefined ? anyValue : make(schema)
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.type)) return schema.type[0]
  return schema.type ?? (schema.properties ? 'object' : 'any')
}

const byType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  object: objects,
  array: ({ items, maxItems = 4 }) => fc.array(valuesOf(items), { maxLength: maxItems + 1 }),
  string: strings,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum = -5, maximum = 5000 }) =>
    fc.integer({ min: Math.floor(minimum) - 1, max: Math.ceil(maximum) + 1 }),
  number: () =>
    fc.oneof(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.constantFrom(0.01, 0.5, 99.99, 100.001, 2_000_000),
    ),
}

/** Members that get a request further are nearly always there, the others seldom, an unknown one now and then. */
function objects(schema: Schema): fc.Arbitrary<unknown> {
  const required = new Set<string>(schema.required)
  const members = Object.entries<Schema>(schema.properties ?? {}).map(([name, member]) => {
    const isWanted = required.has(name) || name in sensibleValues
    const absent = { weight: isWanted ? 1 : 60, arbitrary: fc.constant([]) }
    const present = {
      weight: 20,
      arbitrary: valuesOf(member, name).map((value) => [[name, value]]),
    }
    return fc.oneof(absent, present)
  })
  const unknown = fc.oneof(
    { weight: 15, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), anyValue).map((pair) => [pair]) },
  )
  return fc.tuple(...members, unknown).map((parts) => Object.fromEntries(parts.flat()))
}

function strings(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2026-13-01')
  const free = fc.oneof(
    fc.constantFrom('XOF', 'EUR', 'BJ', 'mtn-benin', 'uba-benin', 'Awa Dossou'),
    fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 300) + 1 }),
  )
  if (schema.pattern === undefined) return free
  return fc.oneof(fc.stringMatching(new RegExp(schema.pattern)), free)
}
