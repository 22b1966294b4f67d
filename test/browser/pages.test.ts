import assert from 'node:assert/strict'
import { pagesOf } from '#test/support/checked-pages.ts'
import { givenOnce, pagesOfTests, uncheckedPages } from './pages.ts'

const checked: readonly string[] = Object.values(pagesOfTests).flat()
const all = [...checked, ...Object.keys(uncheckedPages)]

describe('the table of pages that browser tests check', () => {
  it('names each page of the tables of routes once: a new page is checked, or says why not', () => {
    const paths = pagesOf('GET').map(({ path }) => path)
    assert.deepEqual(all.toSorted(), paths.toSorted())
  })

  it('excuses no form from English but those whose answer is given once', () => {
    const paths = pagesOf('POST').flatMap(({ path, isBilingual }) => (isBilingual ? [path] : []))
    assert.deepEqual(
      givenOnce.filter((path) => !paths.includes(path)),
      [],
    )
  })
})
