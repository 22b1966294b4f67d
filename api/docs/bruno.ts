import { isJsonObject, type JsonObject } from '#http/json.ts'
import { type Operation, operationsOf, titleOf } from './reference-page.ts'
import { slugOf } from './words.ts'

/** The API as a Bruno collection: the text of each file, by path. */
export function brunoCollection(description: JsonObject): ReadonlyMap<string, string> {
  const collection = { version: '1', name: 'Payment API', type: 'collection' }
  return new Map([
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    [
      'environments/sandbox.bru',
      'vars {\n  baseUrl: http://127.0.0.1:3000\n}\nvars:secret [\n  key\n]\n',
    ],
    ...operationsOf(description).map((operation, at): [string, string] => [
      `${slugOf(operation.tag)}/${operation.name}.bru`,
      requestText(operation, at + 1),
    ]),
  ])
}

function requestText(operation: Operation, at: number): string {
  const { method, path, described } = operation
  const isOpen = JSON.stringify(described['security']) === '[]'
  const body = exampleOf(described['requestBody'])
  const parameters = parametersOf(described)
  const address = path.replaceAll(/\{([a-z_]+)\}/g, ':$1')
  return [
    block('meta', [`name: ${titleOf(operation, 'en')}`, 'type: http', `seq: ${at}`]),
    block(method.toLowerCase(), [
      `url: {{baseUrl}}${address}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${isOpen ? 'none' : 'bearer'}`,
    ]),
    ...listed('params:query', parameters, 'query'),
    ...listed('params:path', parameters, 'path'),
    ...listed('headers', parameters, 'header'),
    ...(isOpen ? [] : [block('auth:bearer', ['token: {{key}}'])]),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2).split('\n'))]),
    block('docs', [String(described['description'])]),
  ].join('\n')
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`
}

/** Parameters in one place (`in`); optional ones are switched off. */
function listed(name: string, parameters: readonly JsonObject[], place: string): string[] {
  const found = parameters.filter((each) => each['in'] === place)
  if (found.length === 0) return []
  return [
    block(
      name,
      found.map((each) => {
        const value = each['name'] === 'Idempotency-Key' ? '{{$guid}}' : textOf(each['example'])
        return `${each['required'] === true ? '' : '~'}${String(each['name'])}: ${value}`
      }),
    ),
  ]
}

function textOf(example: unknown): string {
  if (Array.isArray(example)) return example.join(',')
  return typeof example === 'string' || typeof example === 'number' ? String(example) : ''
}

function parametersOf({ parameters }: JsonObject): JsonObject[] {
  return Array.isArray(parameters) ? parameters.filter(isJsonObject) : []
}

function exampleOf(body: unknown): unknown {
  const content = isJsonObject(body) ? body['content'] : undefined
  const json = isJsonObject(content) ? content['application/json'] : undefined
  const examples = isJsonObject(json) ? json['examples'] : undefined
  const [first] = Object.values(isJsonObject(examples) ? examples : {})
  return isJsonObject(first) ? first['value'] : undefined
}
