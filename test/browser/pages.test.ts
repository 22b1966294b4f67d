import assert from 'node:assert/strict'
import { readPages } from '#test/support/checked-pages.ts'
import { pagesOfTests, uncheckedPages } from './pages.ts'

const checked: readonly string[] = Object.values(pagesOfTests).flat()
const all = [...checked, ...Object.keys(uncheckedPages)]

describe('the table of pages that browser tests check', () => {
  it('names each page of the tables of routes once: a new page is checked, or says why not', () => {
    const paths = readPages().map(({ path }) => path)
    assert.deepEqual(all.toSorted(), paths.toSorted())
  })
})
