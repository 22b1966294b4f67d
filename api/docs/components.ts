import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import { jsonSchemaOf } from '#http/schema-compiler.ts'

/** The named schemas of one description, gathered while it is made. */
export class Components {
  readonly #schemas = new Map<string, JsonObject>()

  /** Our schema in plain JSON Schema: its own keywords become what every tool understands, its named parts references. */
  publicSchema(schema: TSchema): JsonObject {
    const plain = this.#toPublic(jsonSchemaOf(schema))
    if (!isJsonObject(plain)) throw new TypeError('a schema is an object')
    return plain
  }

  /** A reference to this schema under this name. */
  reference(name: string, schema: TSchema): JsonObject {
    const plain = this.publicSchema(schema)
    return '$ref' in plain ? plain : this.name(name, plain)
  }

  /** Keeps a plain schema under a name, and answers the reference to it. One name means one thing. */
  name(name: string, plain: JsonObject): JsonObject {
    const known = this.#schemas.get(name)
    if (known !== undefined && !isDeepStrictEqual(known, plain)) {
      throw new TypeError(`two schemas are named ${name}`)
    }
    this.#schemas.set(name, plain)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** All of them, by name. */
  schemas(): JsonObject {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #toPublic(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((each) => this.#toPublic(each))
    if (!isJsonObject(node)) return node
    const { title, about, ...whole } = node
    if (typeof title !== 'string' || typeof about !== 'string') return this.#plain(node)
    const { description, examples, ...rest } = whole
    const reference = this.name(title, { ...this.#plain(rest), description: about })
    return {
      ...reference,
      ...(description !== about && { description }),
      ...(examples !== undefined && { examples }),
    }
  }

  #plain(node: JsonObject): JsonObject {
    const { code, amount, examples, ...rest } = node
    const entries = Object.entries(rest).map(([key, value]) => [key, this.#toPublic(value)])
    const plain: JsonObject = Object.fromEntries(entries)
    if (typeof code === 'string') plain['x-error-code'] = code
    else if (code !== undefined) plain['code'] = this.#toPublic(code)
    if (amount === true) plain['exclusiveMinimum'] = 0
    else if (amount !== undefined) plain['amount'] = this.#toPublic(amount)
    if (Array.isArray(examples)) plain['examples'] = examples
    return closed(withPublicFormat(plain))
  }
}

/** Objects with named fields refuse all others, as the checks of a request do. */
function closed(node: JsonObject): JsonObject {
  if (node['type'] === 'object' && isJsonObject(node['properties'])) {
    node['additionalProperties'] ??= false
  }
  return node
}

function withPublicFormat(node: JsonObject): JsonObject {
  if (node['format'] === 'timestamp') node['format'] = 'date-time'
  if (node['format'] === 'text' || node['format'] === 'card_number') delete node['format']
  return node
}
