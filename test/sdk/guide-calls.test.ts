import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readGuides } from '#api/docs/guides.ts'
import * as library from '#sdk/typescript/src/index.ts'
import { languages } from './languages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

for (const guide of ['en', 'fr'] as const) {
  describe(`the calls that the guide on libraries names are there (${guide})`, function () {
    this.timeout(240_000)
    const { source = '' } =
      readGuides(guide, 'https://pay.example').find(({ name }) => name === 'libraries') ?? {}
    const rows = [...source.matchAll(/^\| [^`|]+ \| `([a-z].*)` \| `(.+)` \| `(.+)` \|$/gm)]
    const errors = [...source.matchAll(/^\| [^`|]+ \| `([A-Z]\w+)` \| `(\w+)` \| `(\w+)` \|$/gm)]
    const named = (column: number) => rows.map((row) => row[column] ?? '')

    it('every class of errors, in each language', async function () {
      const names = (column: number) => errors.map((row) => row[column] ?? '')
      const known = Object.entries(library).filter(([, one]) => isErrorClass(one))
      assert.deepEqual(names(1).toSorted(), known.map(([name]) => name).toSorted())
      const python = `import sys, payment_service
print([name for name in sys.argv[1:] if not hasattr(payment_service, name)])`
      assert.equal(await said.call(this, 'Python', ['-c', python, ...names(2)]), '[]')
      const php = `require '${root}/sdk/php/autoload.php';
echo json_encode(array_values(array_filter(array_slice($argv, 1), fn ($name) => !class_exists("PaymentService\\\\{$name}"))));`
      assert.equal(await said.call(this, 'PHP', ['-r', php, '--', ...names(3)]), '[]')
    })

    it('in TypeScript, and none is left out', () => {
      assert.ok(rows.length > 10, `${rows.length}`)
      const client = new library.PaymentService({ apiKey: 'k', baseUrl: 'https://pay.example' })
      for (const path of named(1)) assert.equal(typeof at(client, path), 'function', path)
      for (const group of ['paymentLinks', 'webhookEndpoints'] as const)
        for (const path of methodsOf(client[group], group)) assert.ok(named(1).includes(path), path)
    })

    it('in Python', async function () {
      const program = `import sys
from payment_service import PaymentService
print([name for name in sys.argv[1:] if not callable(getattr(PaymentService, name, None))])`
      assert.equal(await said.call(this, 'Python', ['-c', program, ...named(2)]), '[]')
    })

    it('in PHP', async function () {
      const program = `require 'GuzzleHttp/autoload.php'; require '${root}/sdk/php/autoload.php';
$has = fn ($name) => method_exists(PaymentService\\Client::class, $name);
echo json_encode(array_values(array_filter(array_slice($argv, 1), fn ($name) => !$has($name))));`
      assert.equal(await said.call(this, 'PHP', ['-r', program, '--', ...named(3)]), '[]')
    })
  })
}

/** What a program of this language prints; the test is skipped where the language is not here. */
async function said(this: Mocha.Context, name: string, parts: readonly string[]): Promise<string> {
  const language = languages.find((each) => each.name === name)
  if (language?.isHere() !== true) return this.skip()
  const [program, ...before] = language.command
  const options = { env: { ...process.env, ...language.environment } }
  return (await run(program, [...before, ...parts], options)).stdout.trim()
}

function at(client: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], client)
}

function isErrorClass(one: unknown): boolean {
  const { PaymentServiceError } = library
  return (
    one === PaymentServiceError ||
    (typeof one === 'function' && one.prototype instanceof PaymentServiceError)
  )
}

function methodsOf(group: object, name: string): string[] {
  return Object.keys(group).map((method) => `${name}.${method}`)
}
