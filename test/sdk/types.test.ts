import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Description } from '#sdk/generate/description.ts'
import { pythonTypes } from '#sdk/generate/python.ts'
import { typescriptTypes } from '#sdk/generate/typescript.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'

const root = join(import.meta.dirname, '../..')
const typescriptFile = join(root, 'sdk/typescript/src/api-types.ts')
const pythonFile = join(root, 'sdk/python/payment_service/types.py')

// `npm run sdk:types` writes them.
describe('the types of the libraries are those of the served description', () => {
  let description: Description

  before(async () => {
    const { baseUrl } = await sharedApiAlone()
    const response = await fetch(`${baseUrl}/openapi.json`)
    description = (await response.json()) as Description
  })

  it('in TypeScript', () => holds(typescriptFile, formatted(typescriptTypes(description))))

  it('in Python', () => holds(pythonFile, pythonTypes(description)))
})

function holds(file: string, expected: string): void {
  if (process.env['UPDATE'] !== undefined) writeFileSync(file, expected)
  const message = `${file} is not up to date: npm run sdk:types`
  assert.ok(readFileSync(file, 'utf8') === expected, message)
}

function formatted(text: string): string {
  const formatter = join(root, 'node_modules/.bin/oxfmt')
  const parts = ['--stdin-filepath', 'sdk/typescript/src/api-types.ts']
  return execFileSync(formatter, parts, { input: text, cwd: root, encoding: 'utf8' })
}
