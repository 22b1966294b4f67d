import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Every place where the libraries, or what is written about them, give their number. */
const places = {
  'sdk/typescript/package.json': /"version": "([\d.]+)"/,
  'sdk/typescript/src/agent.ts': /const version = '([\d.]+)'/,
  'sdk/python/pyproject.toml': /^version = "([\d.]+)"$/m,
  'sdk/python/payment_service/_transport.py': /^_VERSION = "([\d.]+)"$/m,
  'sdk/python/README.md': /payment_service-([\d.]+)-py3/,
  'sdk/php/composer.json': /"version": "([\d.]+)"/,
  'sdk/php/src/Transport.php': /const VERSION = '([\d.]+)'/,
  'examples/python/README.md': /payment_service-([\d.]+)-py3/,
  'docs/sdk.md': /one number, ([\d.]+),/,
  'api/docs/guides/en/versions.md': /of a \[library\]\(libraries\.md\), such as ([\d.]+) /,
  'api/docs/guides/fr/versions.md': /\[bibliothèque\]\(libraries\.md\), par exemple ([\d.]+) /,
}

describe('the libraries have one number', () => {
  it('the same in each language, in what they send and in what is written about them', () => {
    const numbers = Object.entries(places).map(([path, number]) => {
      const [, found = `none in ${path}`] =
        number.exec(readFileSync(join(root, path), 'utf8')) ?? []
      return found
    })
    assert.deepEqual([...new Set(numbers)], ['0.1.0'])
  })
})
