import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { movesPage } from '#test/support/moves-page.ts'

const page = new URL('../../../docs/states.md', import.meta.url)

describe('docs/states.md', () => {
  it('draws the tables of moves as they are (`UPDATE=1` writes it)', async () => {
    if (process.env['UPDATE'] === '1') await writeFile(page, movesPage())
    assert.equal(await readFile(page, 'utf8'), movesPage())
  })
})
