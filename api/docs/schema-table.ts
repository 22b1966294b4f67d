import { isJsonObject, type JsonObject } from '#http/json.ts'
import { html, type Html } from './html.ts'

interface Row {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

const depthMax = 6

/** The fields of a schema, dotted names for those inside, as a table. */
export function schemaTable(schema: JsonObject, named: JsonObject): Html {
  const rows = rowsOf(resolve(schema, named), { named, prefix: '', depth: 0 })
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Champ</th>
        <th scope="col">Type</th>
        <th scope="col">Valeurs</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <td><code>${row.name}</code>${row.isRequired ? '' : ' (facultatif)'}</td>
            <td>${row.type}</td>
            <td>${row.note}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

interface Place {
  readonly named: JsonObject
  readonly prefix: string
  readonly depth: number
}

function rowsOf(schema: JsonObject, place: Place): Row[] {
  const { properties, required } = schema
  if (!isJsonObject(properties) || place.depth > depthMax) return []
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([key, value]) => {
    if (!isJsonObject(value)) return []
    const { field, isNullable } = withoutNull(resolve(value, place.named))
    const name = place.prefix + key
    const items = isJsonObject(field['items']) ? resolve(field['items'], place.named) : undefined
    const row: Row = {
      name: items ? `${name}[]` : name,
      type: typeText(field) + (isNullable ? ' ou null' : ''),
      isRequired: names.includes(key),
      note: noteOf(field),
    }
    const inside = { named: place.named, prefix: `${row.name}.`, depth: place.depth + 1 }
    return [row, ...rowsOf(items ?? field, inside)]
  })
}

function resolve(schema: JsonObject, named: JsonObject): JsonObject {
  const reference = schema['$ref']
  const target =
    typeof reference === 'string' ? named[reference.split('/').at(-1) ?? ''] : undefined
  return isJsonObject(target) ? target : schema
}

function withoutNull(schema: JsonObject): { field: JsonObject; isNullable: boolean } {
  const choices = schema['anyOf']
  if (!Array.isArray(choices)) return { field: schema, isNullable: false }
  const [first] = choices.filter(isJsonObject).filter(({ type }) => type !== 'null')
  return { field: first ?? schema, isNullable: true }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'texte',
  number: 'nombre',
  integer: 'entier',
  boolean: 'booléen',
  object: 'objet',
  array: 'liste',
  null: 'null',
}

function typeText(schema: JsonObject): string {
  const { type } = schema
  return typeof type === 'string' ? (typeNames[type] ?? type) : ''
}

function noteOf(schema: JsonObject): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(', ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const bounds = [
    ['minLength', 'au moins'],
    ['maxLength', 'au plus'],
    ['minimum', 'minimum'],
    ['maximum', 'maximum'],
    ['maxProperties', 'au plus'],
  ] as const
  return bounds
    .flatMap(([key, word]) => (typeof schema[key] === 'number' ? [`${word} ${schema[key]}`] : []))
    .join(', ')
}
