import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/**
 * A cell of a spreadsheet: a text; a number in decimal notation, which keeps every digit of an amount; or a time as
 * clocks in Benin show it, since spreadsheets know no time zones.
 */
export type SheetCell =
  | string
  | null
  | { readonly decimal: string }
  /** `2026-11-28T16:22:27+01:00`. */
  | { readonly localTime: string }

/** What spreadsheets are sent as. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * An Excel file (Office Open XML, ECMA-376) of one sheet, compressed as its rows arrive. The first row is the heading:
 * it stays in sight, and its titles set the widths. A text is never read as a formula.
 */
export async function* spreadsheet(
  name: string,
  rows: AsyncIterable<readonly SheetCell[]>,
): AsyncGenerator<Uint8Array> {
  const { zip, taken } = openZip()
  for (const [path, content] of Object.entries(partsOf(name))) {
    const part = new ZipPassThrough(path)
    zip.add(part)
    part.push(strToU8(content), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: compression })
  zip.add(sheet)
  let number = 0
  for await (const cells of rows) {
    number += 1
    const start = number === 1 ? sheetStart(cells) : ''
    sheet.push(strToU8(start + rowText(cells, number)))
    yield* taken()
  }
  sheet.push(strToU8(`${number === 0 ? sheetStart([]) : ''}</sheetData></worksheet>`), true)
  zip.end()
  yield* taken()
}

/** Rows are so repetitive that stronger compression gains little. */
const compression = 4

/** A zip file, and its bytes that are ready since the last read. */
function openZip(): { readonly zip: Zip; readonly taken: () => Uint8Array[] } {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    ready.push(chunk)
  })
  return {
    zip,
    taken() {
      const chunks = ready
      ready = []
      return chunks
    },
  }
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

function sheetStart(titles: readonly SheetCell[]): string {
  const columns = titles.map((title, at) => {
    const width = Math.max(widthMin, textOf(title).length + widthAround)
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`
}

/** In characters: a column too narrow for a time would show `####`. */
const widthMin = 20
const widthAround = 2

function rowText(cells: readonly SheetCell[], row: number): string {
  const texts = cells.map((cell, column) =>
    cellText(cell, `r="${lettersOf(column)}${row}"${row === 1 ? ' s="1"' : ''}`),
  )
  return `<row r="${row}">${texts.join('')}</row>`
}

function cellText(cell: SheetCell, place: string): string {
  if (cell === null || cell === '') return `<c ${place}/>`
  if (typeof cell === 'object' && 'localTime' in cell)
    return `<c ${place} s="2"><v>${dayNumber(cell.localTime)}</v></c>`
  if (typeof cell === 'object') return `<c ${place}><v>${escaped(cell.decimal)}</v></c>`
  const text = escaped(cell.slice(0, cellLengthMax))
  return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** Days since the last day of 1899, as spreadsheets count; the time of day is the fraction. */
function dayNumber(localTime: string): number {
  // The millisecond keeps the second, where a program cuts off what a fraction cannot say exactly.
  return (Date.parse(`${localTime.slice(0, 19)}.001Z`) - Date.UTC(1899, 11, 30)) / dayMs
}

const dayMs = 86_400_000

/** A, B, … Z, AA, AB, … */
function lettersOf(column: number): string {
  const last = String.fromCodePoint(letterA + (column % letters))
  return column < letters ? last : lettersOf(Math.floor(column / letters) - 1) + last
}

const letterA = 65
const letters = 26

/** Excel's maximum. */
const cellLengthMax = 32_767

function textOf(cell: SheetCell): string {
  return typeof cell === 'string' ? cell : ''
}

/** Characters that XML cannot hold are left out. */
const unspeakable = /(?![\t\n\r])\p{Control}|\p{Surrogate}|[\uFFFE\uFFFF]/gu
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replaceAll(unspeakable, '').replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

/** Excel does not allow these characters in a sheet's name, nor more than 31. */
const refusedInNames = /[[\]:*?/\\]/g
const nameLengthMax = 31

/** Everything but the sheet itself. */
function partsOf(name: string): Readonly<Record<string, string>> {
  const content = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheetName = escaped(name.replaceAll(refusedInNames, ' ').slice(0, nameLengthMax))
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${content}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
}
