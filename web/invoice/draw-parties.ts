import { colours, decorate, type Element, heightOf, paper, type Pdf, say } from './paper.ts'
import type { InvoiceSheet } from './sheet.ts'

const gap = 28
const payerWidth = 190
const factsLeft = paper.left + payerWidth + gap
const labelWidth = 92
const valueWidth = paper.right - factsLeft - labelWidth
const size = 9

/** Who paid, at the left; how, and what it is called everywhere, at the right. */
export function drawParties(pdf: Pdf, root: Element, { payer, facts }: InvoiceSheet): void {
  const top = pdf.y
  decorate(pdf, () => {
    const { left, right } = paper
    pdf.lineWidth(0.75).strokeColor(colours.line).moveTo(left, top).lineTo(right, top).stroke()
  })
  const payerEnd = drawPayer(pdf, root, { payer, y: top + 14 })
  drawHeading(pdf, root, { is: 'Règlement', x: factsLeft, y: top + 14 })
  for (const [label, value] of facts) drawFact(pdf, root, { label, value })
  pdf.y = Math.max(payerEnd, pdf.y) + 24
}

function drawPayer(
  pdf: Pdf,
  root: Element,
  { payer, y }: { readonly payer: readonly string[]; readonly y: number },
): number {
  const place = { x: paper.left, width: payerWidth }
  drawHeading(pdf, root, { is: 'Facturé à', x: paper.left, y })
  const [first = '', ...others] = payer
  say(pdf, root, { is: first, as: 'P', ...place, y: pdf.y + 5, size: 11, isBold: true })
  for (const is of others) {
    say(pdf, root, { is, as: 'P', ...place, y: pdf.y + 2, size, colour: colours.soft })
  }
  return pdf.y
}

/** A small heading over a block. */
export function drawHeading(
  pdf: Pdf,
  root: Element,
  at: { readonly is: string; readonly x: number; readonly y: number },
): void {
  const { accent: colour } = colours
  say(pdf, root, { ...at, as: 'H2', width: payerWidth, size: 8.5, isBold: true, colour })
}

function drawFact(
  pdf: Pdf,
  root: Element,
  { label, value }: { label: string; value: string },
): void {
  const y = pdf.y + 5
  const height = heightOf(pdf, value, { width: valueWidth, size })
  const line = pdf.struct('P')
  root.add(line)
  const place = { as: 'Span', y, size }
  say(pdf, line, { ...place, is: label, x: factsLeft, width: labelWidth, colour: colours.soft })
  say(pdf, line, { ...place, is: value, x: factsLeft + labelWidth, width: valueWidth })
  pdf.y = y + height
}
