import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { isTest } from '#test/support/named-tests.ts'

/** Rows of the threats whose test is not there: the file, and the words that its promise has. */
async function unheld(page: string): Promise<string[]> {
  const rows = [...page.matchAll(/^\| .+ \| \[[^\]]+\]\(\.\.\/(test\/[\w/.-]+)\): (.+) \|$/gm)]
  assert.ok(rows.length > 0)
  const held = await Promise.all(rows.map(([, file = '', words = '']) => isTest({ file, words })))
  return rows.flatMap(([row], at) => (held[at] === true ? [] : [row]))
}

describe('the threats of docs/security.md', () => {
  it('each have a test that is there', async () => {
    const page = await readFile(new URL('../docs/security.md', import.meta.url), 'utf8')
    assert.deepEqual(await unheld(page), [])
  })

  it('are told of where the file or the promise is not there', async () => {
    const gone = '| a | [b](../test/nowhere.test.ts): c |'
    const other = '| a | [b](../test/threats.test.ts): keeps another promise |'
    assert.deepEqual(await unheld(`${gone}\n${other}`), [gone, other])
  })
})
