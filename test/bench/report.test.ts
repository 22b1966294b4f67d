import assert from 'node:assert/strict'
import { mergeResults } from './report.ts'

const row = (name: string, figure: number) => ({
  name,
  figure,
  unit: 'ms',
  baseline: null,
  ratio: null,
  goal: '',
  met: true,
})

describe('The results of the bench', () => {
  it('keep what was not measured now, each in its place, and add what is new', () => {
    const former = [row('accept', 1), row('read', 2), row('complete', 3)]
    const now = [row('read', 20), row('start', 40)]
    assert.deepEqual(mergeResults(former, now), [
      row('accept', 1),
      row('read', 20),
      row('complete', 3),
      row('start', 40),
    ])
  })
})
