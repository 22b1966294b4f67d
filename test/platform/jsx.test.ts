import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const loader = join(import.meta.dirname, '../../platform/jsx.mjs')

/** What the file's default export is to a process of its own, and whether that process loaded the compiler. */
function load(path: string): { readonly text: string; readonly isCompiled: boolean } {
  const script = `
    import { createRequire } from 'node:module'
    const { text } = await import(${JSON.stringify(path)})
    const { cache } = createRequire(${JSON.stringify(loader)})
    const isCompiled = Object.keys(cache).some((name) => name.endsWith('/esbuild/lib/main.js'))
    console.log(JSON.stringify({ text, isCompiled }))`
  const options = [`--import=${loader}`, '--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })) as {
    text: string
    isCompiled: boolean
  }
}

describe('a page’s source', function () {
  this.timeout(30_000)

  it('is compiled once, and again when it has changed', () => {
    const path = join(temporaryFolder('pages'), 'page.tsx')
    const write = (text: string) =>
      writeFileSync(path, `export const text: string = ${JSON.stringify(text)}`)
    write('one')
    assert.deepEqual(load(path), { text: 'one', isCompiled: true })
    assert.deepEqual(load(path), { text: 'one', isCompiled: false })
    write('two')
    assert.deepEqual(load(path), { text: 'two', isCompiled: true })
    write('one')
    assert.deepEqual(load(path), { text: 'one', isCompiled: false })
  })
})
