import { isJsonObject, type JsonObject } from '#http/json.ts'

/** Every address of the API, made of its OpenAPI description. */
export function referencePage(description: JsonObject): Page {
  return {
    title: 'Référence de l’API',
    lead: 'Chaque appel porte une clé dans l’en-tête Authorization\u00A0: Bearer <clé>. Les réponses sont en JSON, avec le vrai statut HTTP. Décrite aussi pour les outils dans /openapi.json (OpenAPI 3.1).',
    content: html`${entries(description['paths']).flatMap(([path, operations]) =>
      entries(operations).map(([method, operation]) =>
        operationSection(description, { method, path, operation }),
      ),
    )}`,
  }
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly operation: JsonObject
}

const keyNames: Readonly<Record<string, string>> = {
  secret: 'clé secrète',
  public: 'clé publique',
  terminal: 'clé de terminal',
  session: 'jeton de caisse',
}

function operationSection(description: JsonObject, place: Operation): Html {
  const { method, path, operation } = place
  const id = String(operation['operationId'])
  return html`<section id="${id}" aria-labelledby="${id}-titre">
    <h2 id="${id}-titre">${String(operation['summary'])}</h2>
    <p><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p class="type">${keysText(operation['x-keys'])}</p>
    ${parametersTable(operation['parameters'])} ${bodyTable(operation['requestBody'])}
    ${answerTable(description, operation['responses'])}
  </section> `
}

function keysText(keys: unknown): string {
  if (!Array.isArray(keys)) return 'Sans clé'
  return keys.map((key) => keyNames[String(key)] ?? String(key)).join(', ')
}

function parametersTable(parameters: unknown): Html | null {
  if (!Array.isArray(parameters) || parameters.length === 0) return null
  const rows = parameters.filter(isJsonObject).map((parameter) => ({
    name: String(parameter['name']),
    schema: parameter['schema'],
    isRequired: parameter['required'] === true,
    place: places[String(parameter['in'])] ?? '',
  }))
  return html`<h3>Paramètres</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Nom</th>
          <th scope="col">Où</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td><code>${row.name}</code>${row.isRequired ? ' (obligatoire)' : ''}</td>
              <td>${row.place}</td>
              <td>${isJsonObject(row.schema) ? typeOf(row.schema) : ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

const places: Readonly<Record<string, string>> = {
  path: 'adresse',
  query: 'requête',
  header: 'en-tête',
}

function bodyTable(body: unknown): Html | null {
  const schema = contentSchema(body)
  return (
    schema &&
    html`<h3>Corps</h3>
      ${schemaTable(schema, {})}`
  )
}

function answerTable(description: JsonObject, responses: unknown): Html | null {
  const success = entries(responses).find(([status]) => status.startsWith('2'))
  if (success === undefined) return html`<p>Pas encore disponible (501).</p>`
  const [status, response] = success
  const schema = contentSchema(response)
  const refusals = entries(responses).flatMap(([code]) => (code.startsWith('2') ? [] : [code]))
  return html`<h3>Réponse <span class="status">${status}</span></h3>
    <details>
      <summary>Champs</summary>
      ${schema && schemaTable(schema, schemasOf(description))}
    </details>
    <p class="type">
      Refus possibles : ${refusals.join(', ')} — <a href="/docs/erreurs">codes d’erreur</a>
    </p>`
}

function schemasOf(description: JsonObject): JsonObject {
  const components = description['components']
  const schemas = isJsonObject(components) ? components['schemas'] : undefined
  return isJsonObject(schemas) ? schemas : {}
}

function contentSchema(holder: unknown): JsonObject | null {
  const content = isJsonObject(holder) ? holder['content'] : undefined
  const json = isJsonObject(content) ? content['application/json'] : undefined
  const schema = isJsonObject(json) ? json['schema'] : undefined
  return isJsonObject(schema) ? schema : null
}

function entries(value: unknown): [string, JsonObject][] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    isJsonObject(entry) ? [[key, entry]] : [],
  )
}

function typeOf(schema: JsonObject): string {
  const words = schema['enum']
  if (Array.isArray(words)) return words.join(', ')
  return typeof schema['type'] === 'string' ? schema['type'] : ''
}

interface Row {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

const depthMax = 6

/** The fields of a schema, dotted names for those inside, as a table. */
function schemaTable(schema: JsonObject, named: JsonObject): Html {
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

export interface Page {
  readonly title: string
  readonly lead: string
  readonly content: Html
}

/** HTML that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | readonly Part[]

/** A piece of a page: everything put into the template is escaped, but for pieces that are Html already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.reduce((page, text, at) => page + htmlOf(parts[at - 1] ?? null) + text) }
}

function htmlOf(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(htmlOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
