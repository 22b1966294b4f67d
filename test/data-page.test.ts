import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { tablesOf } from '#test/support/schema.ts'
import { createDatabase } from '#test/support/stack.ts'

/** Tables that the page does not name, and names on it that are no table. */
function gaps(page: string, tables: readonly string[]): string[] {
  const cells = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => name),
  )
  const missing = tables.filter((name) => !cells.includes(name)).map((name) => `not named: ${name}`)
  const gone = cells.filter((name) => !tables.includes(name)).map((name) => `no table: ${name}`)
  const twice = cells
    .filter((name, at) => cells.indexOf(name) !== at)
    .map((name) => `twice: ${name}`)
  return [...missing, ...gone, ...twice]
}

describe('docs/data.md', () => {
  it('names every table of the database, once, and no other', async () => {
    const page = await readFile(new URL('../docs/data.md', import.meta.url), 'utf8')
    const tables = Object.keys(await tablesOf(await createDatabase()))
    assert.deepEqual(gaps(page, tables), [])
    assert.deepEqual(gaps(page, [...tables, 'payer_diary']), ['not named: payer_diary'])
    assert.deepEqual(gaps(`${page}\n| \`outbox\`, \`nothing\` | x |`, tables), [
      'no table: nothing',
      'twice: outbox',
    ])
  })
})
