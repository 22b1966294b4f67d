import assert from 'node:assert/strict'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { csvLine } from '#domain/text/csv.ts'

describe('tables for spreadsheets', () => {
  it('give back every text as it was, but for an apostrophe before what would be a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2 }), (cells) => {
        const [read = []] = parse(csvLine(cells), { delimiter: ';' })
        const plain = cells.map((cell, at) => (read[at] === `'${cell}` ? `'${cell}` : cell))
        assert.deepEqual(read, plain)
        for (const text of read) assert.doesNotMatch(text, /^\s*[=+\-@]/)
      }),
    )
  })

  it('hold nothing that a spreadsheet would run', () => {
    for (const text of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      '\n@x',
      '＝1+1',
      '\u200b=1',
      '\u200e＋1',
      '=\u03381+1',
    ])
      assert.ok(csvLine([text]).replace(/^"/, '').startsWith("'"), JSON.stringify(text))
    assert.equal(csvLine(['Awa,=1+1', 'x']), '"Awa,=1+1";x\r\n')
    assert.equal(csvLine([{ decimal: '-12.50' }, { decimal: '700' }], ','), '"-12,50";700\r\n')
    assert.equal(csvLine([{ decimal: '-12.50' }]), '-12.50\r\n')
    assert.equal(csvLine(['a', null, 12, 'b;"c"\n']), 'a;;12;"b;""c""\n"\r\n')
  })
})
