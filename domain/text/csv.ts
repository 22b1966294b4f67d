/**
 * One line of a CSV: separated by semicolons, as French spreadsheets expect, and terminated; other spreadsheets'
 * separators are quoted. A text that could be read as a formula gets an apostrophe in front, so that nothing a payer
 * typed is ever run.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8. */
export const csvStart = '\uFEFF'

/** Also after invisible characters; full-width characters count as what they look like. */
const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r]/u

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const plain = formulaStart.test(cell.normalize('NFKC')) ? `'${cell}` : cell
  return /[";,\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
