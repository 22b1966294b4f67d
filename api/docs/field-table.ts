import { isJsonObject, type JsonObject } from '#http/json.ts'
import { sentenceIn, textIn } from './french.ts'
import { type Html, html } from './html.ts'
import { type Language, words } from './words.ts'

const depthMax = 4

/**
 * The fields of a schema with their descriptions, nested ones under dotted names; for an answer, the fields of its
 * `data`.
 */
export function fieldTable(description: JsonObject, schema: unknown, language: Language): Html {
  const named = schemasOf(description)
  const root = isJsonObject(schema) ? resolved(schema, named) : {}
  const properties = propertiesOf(root)
  const rows =
    'meta' in properties && 'data' in properties
      ? rowsOf(itemOf(properties['data'], named), { named, prefix: '', depth: 0 })
      : rowsOf(root, { named, prefix: '', depth: 0 })
  return html`<dl class="fields">
    ${rows.map(
      (row) =>
        html`<div>
          <dt>
            <code>${row.name}</code> <span class="type">${row.type}</span>
            ${row.isRequired ? html`<em>${words[language].required}</em>` : null}
          </dt>
          <dd>
            ${sentenceIn(row.text, language)}
            ${row.values === '' ? null : html`<span class="values">${row.values}</span>`}
          </dd>
        </div>`,
    )}
  </dl>`
}

/** The same as a table in Markdown, of a schema that refers to no other. */
export function fieldMarkdown(schema: unknown, language: Language): string {
  const rows = rowsOf(itemOf(schema, {}), { named: {}, prefix: '', depth: 0 }).map(
    ({ name, text, values }) => {
      const chosen = values === '' ? '' : ` \`${values.replaceAll(', ', '`, `')}\`.`
      return `| \`${name}\` | ${textIn(text, language)}${chosen} |`
    },
  )
  const { field, meaning } = words[language]
  return [`| ${field} | ${meaning} |`, '|---|---|', ...rows].join('\n')
}

interface Row {
  readonly name: string
  readonly type: string
  readonly text: string
  readonly values: string
  readonly isRequired: boolean
}

interface Place {
  readonly named: JsonObject
  readonly prefix: string
  readonly depth: number
}

function rowsOf(schema: JsonObject, place: Place): Row[] {
  if (place.depth > depthMax) return []
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(propertiesOf(schema)).flatMap(([key, value]) => {
    const field = itemOf(value, place.named)
    const isList = isJsonObject(value) && value['type'] === 'array'
    const name = `${place.prefix}${key}${isList ? '[]' : ''}`
    const row: Row = {
      name,
      type: typeText(field),
      text: textOf(value, place.named),
      values: valuesText(field),
      isRequired: place.prefix === '' && required.includes(key) && 'x-error-code' in field,
    }
    // The fields of a nested payment are described with payments.
    if (key === 'transaction') return [row]
    return [row, ...rowsOf(field, { ...place, prefix: `${name}.`, depth: place.depth + 1 })]
  })
}

/** The description of a field, else of the schema it refers to. */
function textOf(value: unknown, named: JsonObject): string {
  if (!isJsonObject(value)) return ''
  const text = value['description'] ?? resolved(value, named)['description']
  return typeof text === 'string' ? text : ''
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

function schemasOf(description: JsonObject): JsonObject {
  const components = description['components']
  const schemas = isJsonObject(components) ? components['schemas'] : undefined
  return isJsonObject(schemas) ? schemas : {}
}

/** The schema behind references, a `null` alternative and a list. */
function itemOf(value: unknown, named: JsonObject): JsonObject {
  if (!isJsonObject(value)) return {}
  const schema = resolved(value, named)
  const choices = schema['anyOf']
  if (Array.isArray(choices)) {
    return itemOf(
      choices.filter(isJsonObject).find(({ type }) => type !== 'null'),
      named,
    )
  }
  return schema['type'] === 'array' ? itemOf(schema['items'], named) : schema
}

function resolved(schema: JsonObject, named: JsonObject): JsonObject {
  const { $ref } = schema
  const target = typeof $ref === 'string' ? named[$ref.split('/').at(-1) ?? ''] : undefined
  return isJsonObject(target) ? target : schema
}

function typeText({ type }: JsonObject): string {
  const [first]: unknown[] = Array.isArray(type) ? type : [type]
  return typeof first === 'string' ? first : ''
}

const valuesMax = 14

function valuesText({ enum: list }: JsonObject): string {
  return Array.isArray(list) && list.length <= valuesMax ? list.join(', ') : ''
}
