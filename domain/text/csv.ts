/**
 * One line of a table for spreadsheets: parted by semicolons, as French ones read it, and ended; what another spreadsheet
 * would part is quoted. A text that one would take for a formula gets an apostrophe before it, so that nothing a payer typed
 * is ever run.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8. */
export const csvStart = '\uFEFF'

/** Behind signs that nobody sees, too; a wide sign is the sign that it looks like. */
const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r]/u

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const plain = formulaStart.test(cell.normalize('NFKC')) ? `'${cell}` : cell
  return /[";,\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
