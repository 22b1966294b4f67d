import { randomUUID } from 'node:crypto'
import type { Schema } from './values.ts'

/** Where a field is in a body: the names on the way to it. */
export type FieldPath = readonly string[]

/** Every field that a schema of a body describes, at every depth. */
export function fieldsOf(schema: Schema): readonly FieldPath[] {
  const found = [...walk(schema, [])].map((path) => [path.join('.'), path] as const)
  return [...new Map(found).values()]
}

function* walk(schema: Schema, at: FieldPath): Generator<FieldPath> {
  for (const [name, member] of membersOf(schema)) {
    const path = [...at, name]
    yield path
    yield* walk(member, path)
    yield* walk(member.items, [...path, '0'])
  }
}

function membersOf(schema: Schema = {}): readonly [string, Schema][] {
  const branches: Schema[] = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return branches.flatMap(({ properties = {} }) => Object.entries<Schema>(properties))
}

/** A body in which the field has this value, given as JSON that `JSON.stringify` would not write. */
export function withValue(body: object, path: FieldPath, json: string): string {
  const mark = randomUUID()
  return JSON.stringify(put(body, path, mark)).replace(JSON.stringify(mark), () => json)
}

function put(holder: unknown, [name, ...rest]: FieldPath, value: unknown): unknown {
  if (name === undefined) return value
  const inner: unknown = Object(holder)[name]
  const changed = put(inner, rest, value)
  if (name === '0') return [changed]
  const isObject = typeof holder === 'object' && holder !== null && !Array.isArray(holder)
  return { ...(isObject && holder), [name]: changed }
}
