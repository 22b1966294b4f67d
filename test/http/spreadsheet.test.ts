import assert from 'node:assert/strict'
import { readSheet } from 'read-excel-file/node'
import { type SheetCell, spreadsheet } from '#http/spreadsheet.ts'

describe('a table as an Excel file', () => {
  it('is read by another program as it was written', async () => {
    const rows = [
      ['Date', 'Montant', 'Client'],
      ['2026-11-22', { decimal: '12500' }, 'Awa <Dossou> & "fils"'],
      [null, { decimal: '-0.05' }, 'Ligne 1\nLigne 2'],
    ]
    assert.deepEqual(await readBack(rows), [
      ['Date', 'Montant', 'Client'],
      ['2026-11-22', 12_500, 'Awa <Dossou> & "fils"'],
      [null, -0.05, 'Ligne 1\nLigne 2'],
    ])
  })

  it('has a time as a date that is sorted and filtered as such, to the second, in a column wide enough for it', async () => {
    const times = [
      '2026-11-28T00:30:59+01:00',
      '2028-02-29T23:59:59+01:00',
      '1999-12-31T12:00:00+01:00',
    ]
    const rows = times.map((localTime) => [{ localTime }])
    const [, ...read] = await readBack([['Date'], ...rows])
    assert.deepEqual(
      read.map(([time]) => (time instanceof Date ? time.toISOString().slice(0, 19) : time)),
      times.map((time) => time.slice(0, 19)),
    )
  })

  it('keeps a formula a text, a phone number its digits, and characters that XML lacks out', async () => {
    const texts = ['=1+1', '+2290197000000', '0012', 'a\u0000b\uFFFEc\uD800', 'é … 😀']
    assert.deepEqual(await readBack([['Titre', '', '', '', ''], texts]), [
      ['Titre', null, null, null, null],
      ['=1+1', '+2290197000000', '0012', 'abc', 'é … 😀'],
    ])
  })

  it('may have no row but its heading, and thousands', async () => {
    assert.deepEqual(await readBack([['Seul']]), [['Seul']])
    const many = Array.from({ length: 3000 }, (_, at) => [`Ligne ${at}`, { decimal: `${at}` }])
    const read = await readBack([['Nom', 'Rang'], ...many])
    assert.equal(read.length, 3001)
    assert.deepEqual(read.at(-1), ['Ligne 2999', 2999])
  })

  it('is sent while its rows arrive', async () => {
    let asked = 0
    async function* rows() {
      for (; asked < 50_000; asked += 1) yield [`Ligne ${asked} ${Math.sin(asked)}`]
    }
    const file = spreadsheet('Lignes', rows())
    await file.next()
    for (let bytes = 0; bytes < 10_000;)
      bytes += ((await file.next()).value as Uint8Array | undefined)?.length ?? 10_000
    assert.ok(asked > 0 && asked < 50_000, `${asked} rows were read`)
    await file.return(undefined)
  })
})

async function readBack(rows: readonly (readonly SheetCell[])[]) {
  async function* arriving() {
    yield* rows
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of spreadsheet('Essai [1]', arriving())) chunks.push(chunk)
  return readSheet(Buffer.concat(chunks))
}
