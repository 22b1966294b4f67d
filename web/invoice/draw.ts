import { once } from 'node:events'
import { drawTable } from './draw-table.ts'
import {
  colours,
  decorate,
  type Element,
  heightOf,
  openPdf,
  paper,
  type Pdf,
  printable,
  say,
  set,
} from './paper.ts'
import { drawServiceMark } from './service-mark.ts'
import type { InvoiceSheet } from './sheet.ts'
import { invoiceWords } from './words.ts'

/** The invoice as an A4 PDF: one page, or more if its description is long. */
export async function drawInvoice(sheet: InvoiceSheet): Promise<Buffer> {
  const pdf = openPdf(sheet)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = once(pdf, 'end')
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawHead(pdf, root, sheet)
  drawParties(pdf, root, sheet)
  drawTable(pdf, root, sheet)
  drawProof(pdf, root, sheet)
  root.end()
  drawEdges(pdf, sheet)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const markSide = 54
const markRadius = 12
const nameLeft = paper.left + markSide + 14
const nameWidth = 250
const titleWidth = 200
const titleLeft = paper.right - titleWidth

/** The seller on the left, the invoice's number and date on the right. */
function drawHead(pdf: Pdf, root: Element, sheet: InvoiceSheet): void {
  const { top } = paper
  if (sheet.isTest) drawSpecimen(pdf, root, sheet)
  drawMark(pdf, sheet.merchant)
  const under = Math.max(drawMerchant(pdf, root, sheet), drawTitle(pdf, root, sheet))
  pdf.y = Math.max(under, top + markSide) + 30
}

/** Says that this is no real payment. */
function drawSpecimen(pdf: Pdf, root: Element, { language }: InvoiceSheet): void {
  const is = invoiceWords[language].specimenLine
  const colour = colours.clay
  say(pdf, root, { is, as: 'P', x: paper.left, y: 27, width: 300, size: 8.5, isBold: true, colour })
}

function drawMark(pdf: Pdf, { initials, logo }: InvoiceSheet['merchant']): void {
  const { left: x, top: y } = paper
  decorate(pdf, () => {
    if (logo !== null) {
      const fit: [number, number] = [markSide, markSide]
      pdf.image(Buffer.from(logo), x, y, { fit, align: 'center', valign: 'center' })
      return
    }
    pdf.roundedRect(x, y, markSide, markSide, markRadius).fill(colours.accent)
    const size = 20
    const text = printable(set(pdf, { isBold: true, size, colour: colours.onAccent }), initials)
    pdf.text(text, x, y + (markSide - pdf.currentLineHeight()) / 2, {
      width: markSide,
      align: 'center',
      lineBreak: false,
    })
  })
}

function drawMerchant(pdf: Pdf, root: Element, { merchant }: InvoiceSheet): number {
  const place = { x: nameLeft, width: nameWidth }
  say(pdf, root, { is: merchant.name, as: 'P', ...place, y: paper.top + 2, size: 15, isBold: true })
  for (const is of merchant.contact) {
    say(pdf, root, { is, as: 'P', ...place, y: pdf.y + 2, size: 8.5, colour: colours.soft })
  }
  return pdf.y
}

function drawTitle(pdf: Pdf, root: Element, sheet: InvoiceSheet): number {
  const place = { x: titleLeft, width: titleWidth, isRight: true }
  const words = invoiceWords[sheet.language]
  const title = { size: 18, isBold: true, colour: colours.accent }
  say(pdf, root, { is: words.title, as: 'H1', ...place, y: paper.top - 4, ...title })
  say(pdf, root, {
    is: words.number(sheet.number),
    as: 'P',
    ...place,
    y: pdf.y + 2,
    size: 9.5,
    isBold: true,
  })
  const soft = { size: 8.5, colour: colours.soft }
  say(pdf, root, { is: sheet.paidAt, as: 'P', ...place, y: pdf.y + 2, ...soft })
  drawState(pdf, root, sheet)
  return pdf.y
}

/** A badge with the state of the payment. */
function drawState(pdf: Pdf, root: Element, { state }: InvoiceSheet): void {
  const [ink, ground] =
    state.tone === 'ok' ? [colours.ok, colours.okTint] : [colours.wait, colours.waitTint]
  const size = 8.5
  const width = set(pdf, { size, isBold: true }).widthOfString(state.text) + 20
  const x = paper.right - width
  const y = pdf.y + 7
  decorate(pdf, () => void pdf.roundedRect(x, y, width, 18, 9).fill(ground))
  say(pdf, root, {
    is: state.text,
    as: 'P',
    x: x + 10,
    y: y + 4,
    width,
    size,
    isBold: true,
    colour: ink,
  })
  pdf.y = y + 18
}

const gap = 28
const payerWidth = 190
const factsLeft = paper.left + payerWidth + gap
const labelWidth = 92
const valueWidth = paper.right - factsLeft - labelWidth
const size = 9

/** Who paid, on the left; how, and the payment's reference, on the right. */
function drawParties(pdf: Pdf, root: Element, sheet: InvoiceSheet): void {
  const top = pdf.y
  const words = invoiceWords[sheet.language]
  decorate(pdf, () => {
    const { left, right } = paper
    pdf.lineWidth(0.75).strokeColor(colours.line).moveTo(left, top).lineTo(right, top).stroke()
  })
  const payerEnd = drawPayer(pdf, root, { sheet, y: top + 14 })
  drawHeading(pdf, root, { is: words.settlement, x: factsLeft, y: top + 14 })
  for (const [label, value] of sheet.facts) drawFact(pdf, root, { label, value })
  pdf.y = Math.max(payerEnd, pdf.y) + 24
}

function drawPayer(
  pdf: Pdf,
  root: Element,
  { sheet, y }: { readonly sheet: InvoiceSheet; readonly y: number },
): number {
  const place = { x: paper.left, width: payerWidth }
  drawHeading(pdf, root, { is: invoiceWords[sheet.language].payer, x: paper.left, y })
  const [first = '', ...others] = sheet.payer
  say(pdf, root, { is: first, as: 'P', ...place, y: pdf.y + 5, size: 11, isBold: true })
  for (const is of others) {
    say(pdf, root, { is, as: 'P', ...place, y: pdf.y + 2, size, colour: colours.soft })
  }
  return pdf.y
}

/** A small heading above a block. */
function drawHeading(
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

const qrSide = 92
const height = 118
const top = paper.height - paper.bottom - height
const textLeft = paper.left + qrSide + 20
const textWidth = paper.right - textLeft

/** How to find out that the invoice is authentic: at the foot of the last page, where it could be torn off. */
function drawProof(pdf: Pdf, root: Element, { language, qr, verifyUrl }: InvoiceSheet): void {
  const words = invoiceWords[language]
  if (pdf.y > top - 16) pdf.addPage()
  drawTear(pdf)
  const y = top + 20
  const figure = pdf.struct('Figure', { alt: words.code }, () => drawQr(pdf, qr, y))
  root.add(figure)
  drawHeading(pdf, root, { is: words.verify, x: textLeft, y: y + 6 })
  const text = { as: 'P', x: textLeft, width: textWidth }
  say(pdf, root, { ...text, is: words.verifyText, y: pdf.y + 4, size: 8.5, colour: colours.soft })
  const link = { link: verifyUrl, size: 8, colour: colours.accent }
  say(pdf, root, { ...text, as: 'Link', is: verifyUrl, y: pdf.y + 4, ...link })
}

function drawTear(pdf: Pdf): void {
  decorate(pdf, () => {
    pdf.lineWidth(0.75).dash(3, { space: 3 }).strokeColor(colours.line)
    pdf.moveTo(paper.left, top).lineTo(paper.right, top).stroke().undash()
  })
}

function drawQr(pdf: Pdf, { size, path }: InvoiceSheet['qr'], y: number): void {
  pdf
    .save()
    .translate(paper.left, y)
    .scale(qrSide / size)
  pdf.path(path).fill('#000000')
  pdf.restore()
}

/** The parts of every page, drawn once the number of pages is known. */
function drawEdges(pdf: Pdf, sheet: InvoiceSheet): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // pdfkit would begin a new page below the bottom margin.
    pdf.page.margins.bottom = 0
    decorate(pdf, () => {
      drawSelvage(pdf)
      drawFoot(pdf, { sheet, page: page + 1, count })
      if (sheet.isTest) stampSpecimen(pdf, sheet)
    })
  }
}

const selvageHeight = 7
/** The woven edge, as on the web pages: where each colour ends. */
const weft: readonly (readonly [colour: string, end: number])[] = [
  [colours.gold, 14],
  [colours.accent, 46],
  [colours.gold, 50],
  [colours.leaf, 66],
  [colours.clay, 82],
  [colours.accent, 96],
]
const repeat = 96

function drawSelvage(pdf: Pdf): void {
  for (let left = 0; left < paper.width; left += repeat) {
    let from = 0
    for (const [colour, end] of weft) {
      pdf.rect(left + from, 0, end - from, selvageHeight).fill(colour)
      from = end
    }
  }
}

interface Foot {
  readonly sheet: InvoiceSheet
  readonly page: number
  readonly count: number
}

function drawFoot(pdf: Pdf, { sheet, page, count }: Foot): void {
  const width = paper.right - paper.left
  const y = paper.height - 40
  set(pdf, { size: 7.5, colour: colours.soft })
  drawServiceMark(pdf, { x: paper.left, y: y - 2.5, side: 12 })
  const words = invoiceWords[sheet.language]
  const name = printable(pdf, words.foot(sheet.merchant.name, sheet.number))
  pdf.text(name, paper.left + 18, y, { width: width - 98, height: 10, ellipsis: true })
  const place = words.page(String(page), String(count))
  pdf.text(place, paper.right - 80, y, { width: 80, align: 'right', lineBreak: false })
}

/** Across each page and over everything, so that it cannot be cut off; the head says it in words. */
function stampSpecimen(pdf: Pdf, { language }: InvoiceSheet): void {
  const { specimen } = invoiceWords[language]
  const { width, height } = paper
  set(pdf, { size: 46, isBold: true, colour: colours.clay })
  const long = pdf.widthOfString(specimen)
  pdf
    .save()
    .fillOpacity(0.16)
    .rotate(-35, { origin: [width / 2, height / 2] })
  pdf.text(specimen, (width - long) / 2, height / 2 - 26, { lineBreak: false })
  pdf.restore()
}
