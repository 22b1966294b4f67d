import {
  choicesOf,
  type Description,
  namedFields,
  operationsOf,
  type Schema,
  valuesOf,
} from './description.ts'

/** The type module of the Python package: dictionaries, as the API accepts and returns them. */
export function pythonTypes(description: Description): string {
  const writer = new PythonWriter()
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    if (schema.properties !== undefined) writer.dictionary(name, schema)
    else writer.alias(name, schema)
  }
  for (const { name, body } of operationsOf(description)) {
    if (body?.properties !== undefined) writer.dictionary(requestName(name), body)
  }
  return writer.text()
}

/** `POST /v2/payment-links/{id}/collections` becomes PaymentLinksCollectionsRequest. */
function requestName(operation: string): string {
  const [method = '', path = ''] = operation.split(' ')
  const parts = path
    .split('/')
    .filter((part) => part !== '' && part !== 'v2' && !part.startsWith('{'))
  return `${method === 'POST' ? '' : pascal(method.toLowerCase())}${parts.map(pascal).join('')}Request`
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

class PythonWriter {
  readonly #definitions: string[] = []
  readonly #names = new Set<string>()

  text(): string {
    return [
      '"""Made from /openapi.json by `npm run sdk:types`."""\n',
      'from __future__ import annotations\n',
      'from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union\n\n',
      ...this.#definitions,
    ].join('\n')
  }

  /** In functional syntax, because some fields are keywords of Python, such as `from`. */
  dictionary(wanted: string, { properties = {}, required = [] }: Schema): string {
    const name = this.#free(wanted)
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, name + pascal(field))
      const marked = required.includes(field) ? type : `NotRequired[${type}]`
      return `        ${JSON.stringify(field)}: ${JSON.stringify(marked)},`
    })
    this.#definitions.push(
      [
        `${name} = TypedDict(`,
        `    ${JSON.stringify(name)},`,
        '    {',
        ...fields,
        '    },',
        ')\n\n',
      ].join('\n'),
    )
    return name
  }

  alias(name: string, schema: Schema): void {
    const type = this.#typeOf(schema, name)
    if (type !== name) this.#definitions.push(`${this.#free(name)} = ${type}\n\n`)
  }

  #free(wanted: string): string {
    let name = wanted
    while (this.#names.has(name)) name += '_'
    this.#names.add(name)
    return name
  }

  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'Any'
    const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
    if (values !== undefined) return `Literal[${values.map(literal).join(', ')}]`
    const choices = choicesOf(schema)
    return choices === undefined
      ? this.#single(schema, name)
      : unionOf(choices.map((one) => this.#typeOf(one, name)))
  }

  #single(schema: Schema, name: string): string {
    if (schema.type === 'array') return `List[${this.#typeOf(schema.items ?? {}, `${name}Item`)}]`
    if (namedFields(schema) !== undefined) return this.dictionary(name, schema)
    if (schema.type !== 'object') return plain[String(schema.type)] ?? 'Any'
    return `Dict[str, ${this.#typeOf(valuesOf(schema), `${name}Value`)}]`
  }
}

function literal(value: unknown): string {
  if (value === null) return 'None'
  return typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value)
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`
}

function pascal(text: string): string {
  return text
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
