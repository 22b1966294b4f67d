import { dereferenced } from '#test/support/openapi.ts'
import { reservedRoutes } from '#test/route-table/table.ts'

/** A route as the service describes it. */
export interface Described {
  /** `GET /v2/x/{id}`. */
  readonly route: string
  readonly method: string
  readonly template: string
  /** Names of the fields of its query and of its body. */
  readonly query: readonly string[]
  readonly body: readonly string[]
  /** That added it, as a request has to name it. */
  readonly version?: string
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string
    readonly name: string
    readonly schema?: { readonly default?: string }
  }[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json'?: { readonly schema?: { readonly properties?: object } }
    }
  }
}

/** The routes of a service, from its description at this address. */
export async function describedRoutes(baseUrl: string, address: string): Promise<Described[]> {
  const { paths } = dereferenced(await (await fetch(baseUrl + address)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  const all: typeof paths = address === '/openapi.json' ? { ...paths, ...reservedRoutes } : paths
  return Object.entries(all).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) =>
      described(verb.toUpperCase(), template, operation),
    ),
  )
}

function described(method: string, template: string, operation: Operation): Described {
  const { parameters = [], requestBody } = operation
  const version = parameters.find(({ name }) => name === 'Service-Version')?.schema?.default
  return {
    route: `${method} ${template}`,
    method,
    template,
    query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    body: fieldsOf(requestBody),
    ...(version !== undefined && { version }),
  }
}

function fieldsOf(body: Operation['requestBody']): string[] {
  return Object.keys(body?.content['application/json']?.schema?.properties ?? {})
}

/** The address with these values in place of its placeholders; undefined stays out. */
export function pathOf(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => params[name] ?? '')
}

/** The file of a route: by what stands first in its address. */
export function groupOf(template: string): string {
  const [, root = '', ...rest] = template.split('/')
  const [first = ''] = root === 'v2' ? rest : rest.slice(1)
  return `${root === 'v2' ? 'v2' : 'staff'}-${first.replaceAll('_', '-')}`
}
