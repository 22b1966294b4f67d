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

/** Checks answers against the served description: the status is one that it names, and the body is as it says. */
export class DescribedAnswers {
  readonly #description: Description
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #checks = new Map<string, ValidateFunction>()

  constructor(description: Description) {
    this.#description = description
    ajvFormats.default(this.#ajv, ['uuid', 'date-time', 'email'])
    this.#ajv.addSchema({ $id: 'api', components: description.components })
  }

  /** Answers of addresses and methods that the API does not have are the envelope's business, not the description's. */
  check(observed: Observed): void {
    const template = this.#templateOf(observed.path)
    const operation = this.#description.paths[template]?.[observed.method.toLowerCase()]
    if (operation === undefined) return
    const at = `${observed.method} ${template} ${observed.status}`
    const response = operation.responses[observed.status]
    assert.ok(response, `${at} is not in the description`)
    const validate = this.#checkOf(at, response)
    assert.ok(validate(observed.json), `${at}: ${this.#ajv.errorsText(validate.errors)}`)
  }

  #checkOf(at: string, response: Description): ValidateFunction {
    const known = this.#checks.get(at)
    if (known) return known
    const named = response.$ref ? this.#description.components.responses.Error : response
    const schema = JSON.parse(
      JSON.stringify(named.content['application/json'].schema).replaceAll('"#/', '"api#/'),
    )
    const validate = this.#ajv.compile(schema)
    this.#checks.set(at, validate)
    return validate
  }

  #templateOf(path: string): string {
    const [asked = ''] = path.split('?')
    const paths = Object.keys(this.#description.paths)
    if (paths.includes(asked)) return asked
    const fits = (template: string) =>
      new RegExp(`^${template.replaceAll(/\{[a-z_]+\}/g, '[^/]+')}$`).test(asked)
    return paths.find(fits) ?? asked
  }
}
