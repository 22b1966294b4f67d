/** JSON Schema in /openapi.json, as far as types need it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly description?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface DescribedOperation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}

/** /openapi.json, as far as types need it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly responses?: Readonly<Record<string, Content>>
  }
}

/** An operation that can succeed. */
export interface Operation {
  /** `POST /v2/collections`. */
  readonly name: string
  readonly query: Schema
  readonly body: Schema | undefined
  readonly data: Schema
  readonly isList: boolean
  readonly takesKey: boolean
  /** The `Service-Version` that the operation requires, if any. */
  readonly version: string | undefined
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation that has an answer, in the order of the description. */
export function operationsOf(description: Description): readonly Operation[] {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      const found = operation && operationOf(description, operation)
      return found ? [{ name: `${method.toUpperCase()} ${path}`, ...found }] : []
    }),
  )
}

function operationOf(
  description: Description,
  operation: DescribedOperation,
): Omit<Operation, 'name'> | undefined {
  const envelope = successOf(description, operation)
  const data = envelope?.properties?.['data']
  if (envelope === undefined || data === undefined) return undefined
  const parameters = (operation.parameters ?? []).map((one) => parameterOf(description, one))
  return {
    query: queryOf(parameters),
    body: jsonOf(operation.requestBody),
    data: data.items ?? data,
    isList: data.items !== undefined,
    takesKey: parameters.some((one) => one.name === 'Idempotency-Key'),
    version: versionOf(parameters),
  }
}

function versionOf(parameters: readonly Parameter[]): string | undefined {
  const named = parameters.find(
    ({ name, required }) => name === 'Service-Version' && required === true,
  )
  const [version] = named?.schema.enum ?? []
  return typeof version === 'string' ? version : undefined
}

function queryOf(parameters: readonly Parameter[]): Schema {
  const query = parameters.filter((one) => one.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  }
}

function successOf(description: Description, operation: DescribedOperation): Schema | undefined {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  if (success === undefined) return undefined
  const [, response] = success
  const schema = jsonOf(response.$ref === undefined ? response : named(description, response.$ref))
  return schema && resolved(description, schema)
}

function named({ components }: Description, reference: string): Content | undefined {
  return components.responses?.[reference.split('/').at(-1) ?? '']
}

/** The schema that a reference names, or the schema itself. */
function resolved(description: Description, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (description.components.schemas[name] ?? {})
}

function parameterOf(
  description: Description,
  parameter: Parameter | { readonly $ref: string },
): Parameter {
  if ('name' in parameter) return parameter
  const named = description.components.parameters?.[parameter.$ref.split('/').at(-1) ?? '']
  if (named === undefined) throw new TypeError(`no parameter ${parameter.$ref}`)
  return named
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema
}

/**
 * The alternatives of a value; undefined if there is only one. An object with named fields may also have conditions
 * about which fields go together: its type ignores them.
 */
export function choicesOf(schema: Schema): readonly Schema[] | undefined {
  const { anyOf, oneOf, type, properties } = schema
  const choices = anyOf ?? oneOf
  if (choices !== undefined && properties === undefined) return choices
  return typeof type === 'object' ? type.map((one) => ({ ...schema, type: one })) : undefined
}

/** The type of an object's values if it has no named fields. */
export function valuesOf({ patternProperties = {}, additionalProperties }: Schema): Schema {
  const [pattern] = Object.values(patternProperties)
  return pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {})
}

/** The named fields of an object; undefined if it accepts any. */
export function namedFields({ properties, additionalProperties }: Schema): Schema['properties'] {
  const isOpen = additionalProperties === true && Object.keys(properties ?? {}).length === 0
  return isOpen ? undefined : properties
}
