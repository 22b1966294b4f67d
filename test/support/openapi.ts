import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

interface Observed {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly json: unknown
}

// The description is read as any client would: as JSON of an unknown shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Description = any

/** Checks answers against the served description: the status must be listed, and the body must match its schema. */
export class DescribedAnswers {
  readonly #description: Description
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #checks = new Map<string, ValidateFunction>()
  readonly #templates: readonly (readonly [string, RegExp])[]

  constructor(description: Description) {
    this.#description = description
    ajvFormats.default(this.#ajv, ['uuid', 'date-time', 'date', 'uri', 'email', 'double'])
    // Our own, which has a pattern as well.
    for (const format of ['https-url', 'return-url']) this.#ajv.addFormat(format, true)
    this.#ajv.addSchema({ $id: 'api', components: description.components })
    this.#templates = Object.keys(description.paths).map((template) => [
      template,
      new RegExp(`^${template.replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`),
    ])
  }

  /** Answers for unknown paths and methods are not in the description. */
  check(observed: Observed): void {
    const template = this.#templateOf(observed.path)
    const operation = this.#description.paths[template]?.[observed.method.toLowerCase()]
    if (operation === undefined) return
    const at = `${observed.method} ${template} ${observed.status}`
    const response = operation.responses[observed.status]
    assert.ok(response, `${at} is not in the description`)
    const validate = this.#checkOf(at, response)
    assert.ok(validate(observed.json), `${at}: ${this.#ajv.errorsText(validate.errors)}`)
    const codes: readonly string[] | undefined = response['x-error-codes']
    const code = codeOf(observed.json)
    if (codes && code !== undefined)
      assert.ok(codes.includes(code), `${at} ${code} is not described`)
  }

  #checkOf(at: string, response: Description): ValidateFunction {
    const known = this.#checks.get(at)
    if (known) return known
    const schema = JSON.parse(
      JSON.stringify(response.content['application/json'].schema).replaceAll('"#/', '"api#/'),
    )
    const validate = this.#ajv.compile(schema)
    this.#checks.set(at, validate)
    return validate
  }

  #templateOf(path: string): string {
    const [asked = ''] = path.split('?')
    if (Object.hasOwn(this.#description.paths, asked)) return asked
    return this.#templates.find(([, pattern]) => pattern.test(asked))?.[0] ?? asked
  }
}

function codeOf(json: unknown): string | undefined {
  return (json as { error?: { code?: string } } | undefined)?.error?.code
}

/** A part of a description with its references resolved. */
export function dereferenced(
  description: Description,
  part: Description = description,
): Description {
  if (Array.isArray(part)) return part.map((each) => dereferenced(description, each))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, dereferenced(description, value)]),
    )
  }
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key], description)
  return { ...dereferenced(description, target), ...rest }
}
