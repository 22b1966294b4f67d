import type { Description } from './examples.ts'

/** What a description leaves without a sentence, a value to try or a way out: where it is, and what is missing. */
export function undescribed({ paths, webhooks, components, tags }: Description): string[] {
  return [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods as Description).flatMap(([method, operation]) =>
        ofOperation(`paths.${path}.${method}`, operation),
      ),
    ),
    ...Object.entries<Description>(webhooks).flatMap(([name, { post }]) =>
      ofOperation(`webhooks.${name}.post`, post),
    ),
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      ofSchema(`components.schemas.${name}`, schema),
    ),
    ...Object.entries(components.headers).flatMap(([name, header]) =>
      lacking(`components.headers.${name}`, header, ['description', 'example', 'schema']),
    ),
    ...Object.entries(components.securitySchemes).flatMap(([name, scheme]) =>
      lacking(`components.securitySchemes.${name}`, scheme, ['description']),
    ),
    ...tags.flatMap((tag: Description) => lacking(`tags.${tag.name}`, tag, ['description'])),
  ]
}

function lacking(at: string, thing: Description, names: readonly string[]): string[] {
  return names.filter((name) => thing[name] === undefined).map((name) => `${at}: ${name}`)
}

function ofOperation(at: string, operation: Description): string[] {
  return [
    ...lacking(at, operation, ['summary', 'description', 'operationId', 'tags', 'security']),
    ...operation.parameters.flatMap((parameter: Description) =>
      lacking(
        `${at}.${parameter.name}`,
        parameter,
        parameter.name === 'cursor' ? ['description'] : ['description', 'example'],
      ),
    ),
    ...Object.entries<Description>(operation.responses).flatMap(([status, response]) =>
      lacking(`${at}.${status}`, response, ['description']),
    ),
  ]
}

/** A named schema says what it is; a field says so too and gives a value to try, or refers to one that does. */
function ofSchema(at: string, schema: Description): string[] {
  return [
    ...('$ref' in schema ? [] : lacking(at, schema, ['description'])),
    ...ofFields(at, schema),
  ]
}

/** The fields of an object, of what a list holds, of each choice. */
function ofFields(at: string, schema: Description): string[] {
  const inside = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]
  return [
    ...Object.entries<Description>(schema.properties ?? {}).flatMap(([name, field]) => [
      ...ofSchema(`${at}.properties.${name}`, field),
      ...(isSelfEvident(field) ? [] : lacking(`${at}.properties.${name}`, field, ['examples'])),
    ]),
    ...inside
      .filter((each) => typeof each === 'object')
      .flatMap((each: Description) => ofFields(`${at}[]`, each)),
  ]
}

/** What refers to another schema, lists its values or has fields of its own needs no value beside. */
function isSelfEvident({
  $ref,
  enum: values,
  const: value,
  anyOf = [],
  type,
}: Description): boolean {
  const isNamed = $ref !== undefined || values !== undefined || value !== undefined
  return isNamed || anyOf.some(isSelfEvident) || ['boolean', 'array', 'object'].includes(type)
}
