/**
 * One line of a CSV: separated by semicolons, as French spreadsheets expect, and terminated; other spreadsheets'
 * separators are quoted. A text that could be read as a formula gets an apostrophe in front, so that nothing a payer
 * typed is ever run. Amounts are written with the decimal mark of the file's readers, so that their spreadsheet can
 * calculate with them.
 */
export function csvLine(cells: readonly CsvCell[], mark: DecimalMark = '.'): string {
  return `${cells.map((cell) => cellText(cell, mark)).join(';')}\r\n`
}

export type CsvCell = string | number | null | { readonly decimal: string }
export type DecimalMark = '.' | ','

/** Tells spreadsheets that the text is UTF-8. */
export const csvStart = '\uFEFF'

/**
 * Also after invisible characters; full-width characters count as what they look like, and a sign with an accent as the
 * sign.
 */
const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r]/u

function cellText(cell: CsvCell, mark: DecimalMark): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') {
    const text = cell.decimal.replace('.', mark)
    return text.includes(',') ? `"${text}"` : text
  }
  const plain = formulaStart.test(cell.normalize('NFKD')) ? `'${cell}` : cell
  return /[";,\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
