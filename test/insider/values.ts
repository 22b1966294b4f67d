import { randomUUID } from 'node:crypto'
import { localDay } from '#domain/text/local-day.ts'
import type { Schema } from '#test/fuzz/values.ts'
import { password } from '#test/support/people.ts'
import type { Random } from '#test/support/random.ts'

/** What the one who acts alone has come by, which acts may name. */
export interface Loot {
  readonly ids: Set<string>
  /** The same by where they stood: of transfers, of refunds. */
  readonly places: Map<string, Set<string>>
  readonly keys: Set<string>
  readonly codes: Set<string>
  /** Tokens of sessions that answers held. */
  readonly tokens: Set<string>
  /** An address of their own that nobody has yet. */
  readonly newEmail: () => string
}

const today = localDay(new Date())

/** What gets an act past the shape of its fields, in forms and in bodies: by the name of the field. */
export function sensible(name: string, loot: Loot, random: Random): string | undefined {
  const { pick } = random
  const code = (): string => pick([...loot.codes, 'AAAA-BBBB-CCCC'])
  const some: Readonly<Record<string, () => string>> = {
    email: loot.newEmail,
    nom: () => 'Sena Dossou',
    name: () => 'Sena Dossou',
    role: () =>
      pick([
        'agent',
        'supervisor',
        'administrator',
        'owner',
        'developer',
        'collaborator',
        'cashier',
      ]),
    reason: () => 'vérifié par téléphone',
    motif: () => 'vérifié par téléphone',
    code,
    token: () => pick([...loot.tokens, 'none']),
    bank_reference: () => `VIR-${randomUUID()}`,
    transfer_on: () => today,
    operator_reference: () => 'MTN-77',
    verdict: () => pick(['paid', 'not_paid']),
    provider: () => pick(['mtn-benin', 'moov-benin', 'uba-benin', 'boa-benin']),
    mode: () => pick(['live', 'sandbox']),
    currency: () => 'XOF',
    amount: () => pick(['100', '400', '1000', '5000']),
    montant: () => pick(['100', '400', '1000', '5000']),
    numero: () => '0197001234',
    phone: () => '2290197001234',
    compte: () => idOf(loot, random),
    form_id: () => randomUUID(),
    place: () => pick([...loot.ids]),
  }
  if (/password|^current|^next$|^again$|retrait|secret/.test(name)) return password
  const make = some[name]
  if (make !== undefined) return make()
  return /(^|_)id$/.test(name) ? idOf(loot, random) : undefined
}

/** Of what this person has seen: half the time, of the last. */
export function idOf({ ids }: Loot, { below, pick }: Random): string {
  const seen = [...ids]
  return pick(below(2) === 0 ? seen : seen.slice(-lately))
}

const lately = 12

/** What values are made of. */
interface Makings {
  readonly loot: Loot
  readonly random: Random
}

/** A value that a described field takes. */
function valueOf(schema: Schema, name: string, makings: Makings): unknown {
  const { pick } = makings.random
  if ('const' in schema) return schema.const
  if (schema.enum) return pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valueOf(pick(choices), name, makings)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const make = byType[type] ?? textOf
  return make(schema, name, makings)
}

type Make = (schema: Schema, name: string, makings: Makings) => unknown

const byType: Readonly<Record<string, Make>> = {
  object: (schema, _, makings) => bodyOf(schema, makings),
  array: ({ items }, name, makings) => [valueOf(items ?? {}, name, makings)],
  boolean: (_schema, _, { random }) => random.pick([true, false]),
  integer: (_schema, _, { random }) => random.pick([100, 400, 1000, 5000]),
  number: (_schema, _, { random }) => random.pick([100, 400, 1000, 5000]),
  null: () => null,
}

function textOf(schema: Schema, name: string, { loot, random }: Makings): string {
  const known = sensible(name, loot, random)
  if (known !== undefined) return known
  return schema.format === 'uuid' ? idOf(loot, random) : `essai ${random.below(1000)}`
}

/** A body as its schema describes it: what is required, and mostly the rest. */
export function bodyOf(schema: Schema, makings: Makings): Record<string, unknown> {
  const required = new Set<string>(schema.required)
  const entries = Object.entries<Schema>(schema.properties ?? {})
    .filter(([name]) => required.has(name) || makings.random.below(3) > 0)
    .map(([name, member]) => [name, valueOf(member, name, makings)] as const)
  return Object.fromEntries(entries)
}
