import {
  colours,
  decorate,
  type Element,
  heightOf,
  paper,
  type Pdf,
  printable,
  say,
  set,
} from './paper.ts'
import type { InvoiceSheet, SheetAmount, SheetRow } from './sheet.ts'
import { type InvoiceWords, invoiceWords } from './words.ts'

const padding = 12
const labelLeft = paper.left + padding
const labelWidth = 300
const amountRight = paper.right - padding
const bottom = paper.height - paper.bottom

/** What was paid, in rows whose amounts are aligned at the decimals. */
export function drawTable(
  pdf: Pdf,
  root: Element,
  { rows, language }: Pick<InvoiceSheet, 'rows' | 'language'>,
): void {
  const table = pdf.struct('Table')
  root.add(table)
  drawHeader(pdf, table, invoiceWords[language])
  const columns = columnsOf(pdf, rows)
  for (const row of rows) drawRow(pdf, table, { row, columns })
}

function drawHeader(pdf: Pdf, table: Element, words: InvoiceWords): void {
  const { left, right } = paper
  const y = pdf.y
  const height = 24
  decorate(pdf, () => void pdf.roundedRect(left, y, right - left, height, 6).fill(colours.accent))
  const [label, amount] = addCells(pdf, table, 'TH')
  const text = { as: 'P', y: y + 7, size: 8.5, isBold: true, colour: colours.onAccent }
  say(pdf, label, { ...text, is: words.item, x: labelLeft, width: labelWidth })
  say(pdf, amount, { ...text, is: words.amount, x: amountRight - 100, width: 100, isRight: true })
  pdf.y = y + height
}

/** A row of two cells, in reading order. */
function addCells(pdf: Pdf, table: Element, as: 'TH' | 'TD'): [label: Element, amount: Element] {
  const line = pdf.struct('TR')
  table.add(line)
  // pdfkit writes `scope` although its types do not declare it.
  const options: object = as === 'TH' ? { scope: 'Column' } : {}
  const cells: [Element, Element] = [pdf.struct(as, options), pdf.struct(as, options)]
  for (const cell of cells) line.add(cell)
  return cells
}

/** Style of each kind of row; all units have one size, so that amounts align. */
const looks = {
  item: { label: { size: 10.5, isBold: true }, size: 10.5, isBold: true, space: 10 },
  plain: { label: { size: 9.5 }, size: 10.5, isBold: false, space: 9 },
  total: { label: { size: 13, isBold: true }, size: 15, isBold: true, space: 13 },
} as const
const unitText = { size: 8.5 }
const noteText = { size: 8 }

/** Where the decimals and units of all amounts begin. */
interface Columns {
  readonly fraction: number
  readonly unit: number
}

function columnsOf(pdf: Pdf, rows: readonly SheetRow[]): Columns {
  const widest = (widthOf: (row: SheetRow) => number): number => Math.max(...rows.map(widthOf))
  const units = widest(({ amount }) => widthIn(set(pdf, unitText), amount.unit))
  const fractions = widest(({ kind, amount }) => widthIn(set(pdf, looks[kind]), amount.fraction))
  const unit = amountRight - units
  return { unit, fraction: unit - 4 - fractions }
}

function widthIn(pdf: Pdf, text: string): number {
  return pdf.widthOfString(printable(pdf, text))
}

function drawRow(
  pdf: Pdf,
  table: Element,
  { row, columns }: { readonly row: SheetRow; readonly columns: Columns },
): void {
  const { kind, label, note, amount } = row
  const isTotal = kind === 'total'
  const look = looks[kind]
  const colour = isTotal ? colours.accent : colours.ink
  const height =
    heightOf(pdf, label, { width: labelWidth, ...look.label }) +
    (note === null ? 0 : 1 + heightOf(pdf, note, { width: labelWidth, ...noteText }))
  const top = drawGround(pdf, { isTotal, height: height + 2 * look.space })
  const y = top + look.space
  const [labelCell, amountCell] = addCells(pdf, table, 'TD')
  // The amount first, so that it stays on this page however long the label is.
  drawAmount(pdf, amountCell, { amount, columns, y, text: { ...look, colour } })
  const place = { as: 'P', x: labelLeft, width: labelWidth }
  say(pdf, labelCell, { ...place, is: label, y, ...look.label, colour })
  if (note !== null) {
    say(pdf, labelCell, { ...place, is: note, y: pdf.y + 1, ...noteText, colour: colours.soft })
  }
  pdf.y += look.space
  if (!isTotal) drawRule(pdf)
}

const totalMargin = 6

/**
 * Makes room for a row and returns its top. A row that fits on a page is not split; a description longer than a page
 * continues line by line.
 */
function drawGround(
  pdf: Pdf,
  { isTotal, height }: { readonly isTotal: boolean; readonly height: number },
): number {
  if (pdf.y + height + totalMargin > bottom && height < bottom - paper.top) pdf.addPage()
  if (!isTotal) return pdf.y
  const y = pdf.y + totalMargin
  const { left, right } = paper
  decorate(pdf, () => void pdf.roundedRect(left, y, right - left, height, 8).fill(colours.tint))
  return y
}

function drawRule(pdf: Pdf): void {
  const { left, right } = paper
  const { y } = pdf
  decorate(pdf, () => {
    pdf.lineWidth(0.75).strokeColor(colours.line).moveTo(left, y).lineTo(right, y).stroke()
  })
}

interface DrawnAmount {
  readonly amount: SheetAmount
  readonly columns: Columns
  readonly y: number
  readonly text: { readonly size: number; readonly isBold: boolean; readonly colour: string }
}

/** Three pieces on one line, read as one text. */
function drawAmount(pdf: Pdf, cell: Element, { amount, columns, y, text }: DrawnAmount): void {
  const { whole, fraction, unit } = amount
  const one = { lineBreak: false, baseline: 'alphabetic' } as const
  const draw = (): void => {
    const base = y + lineOf(set(pdf, text))
    const start = printable(pdf, whole)
    pdf.text(start, columns.fraction - pdf.widthOfString(start), base, one)
    pdf.text(printable(pdf, `${fraction}\u00A0`), columns.fraction, base, one)
    set(pdf, { ...unitText, colour: text.colour })
    pdf.text(printable(pdf, unit), columns.unit, base, one)
  }
  cell.add(pdf.struct('P', { actual: `${whole}${fraction}\u00A0${unit}` }, draw))
}

/** From the top of a line to its baseline, in the current font. */
function lineOf(pdf: Pdf): number {
  return pdf.currentLineHeight() * ascent
}

/** Of DejaVu: 0.928 of 1.164. */
const ascent = 0.797
