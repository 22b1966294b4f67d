import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { isTest } from '#test/support/named-tests.ts'

/** Rows that no test holds, and links of rows to tests that are not there. */
async function unheld(page: string): Promise<string[]> {
  const rows = page.split('\n').filter((line) => /^\| (?!promise |-)/.test(line))
  assert.ok(rows.length > 0)
  const found = await Promise.all(
    rows.map(async (row) => {
      const [, , place = '', tests = ''] = row.split(/(?<!\\)\|/)
      const links = [...tests.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[\w/.-]+)\)/g)]
      if (place.trim() === '' || links.length === 0) return [row]
      const held = await Promise.all(
        links.map(([, words = '', file = '']) => isTest({ words, file })),
      )
      return links.flatMap(([link], at) => (held[at] ? [] : [link]))
    }),
  )
  return found.flat()
}

describe('the promises of docs/pages-promises.md', () => {
  it('each have a test that is there', async () => {
    const page = await readFile(new URL('../docs/pages-promises.md', import.meta.url), 'utf8')
    assert.deepEqual(await unheld(page), [])
  })

  it('are told of where the file, the test, the page or all tests are missing', async () => {
    const here = '[each have a test that is there](../test/page-promises.test.ts)'
    const gone = '[a](../test/nowhere.test.ts)'
    const other = '[keeps another promise](../test/page-promises.test.ts)'
    assert.deepEqual(await unheld(`| a | b | ${here}, ${gone} |\n| a | b | ${other} |`), [
      gone,
      other,
    ])
    for (const row of ['| a | b | c |', `| a | | ${here} |`, `| ${here} | b | |`])
      assert.deepEqual(await unheld(row), [row])
  })
})
