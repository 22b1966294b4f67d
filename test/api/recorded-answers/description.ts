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
  const { paths } = (await (await fetch(baseUrl + address)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, { parameters = [], requestBody }]) => {
      const method = verb.toUpperCase()
      const version = parameters.find(({ name }) => name === 'Service-Version')?.schema?.default
      const schema = requestBody?.content['application/json']?.schema
      return {
        route: `${method} ${template}`,
        method,
        template,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        body: Object.keys(schema?.properties ?? {}),
        ...(version !== undefined && { version }),
      }
    }),
  )
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
