import { colours, decorate, paper, type Pdf, printable, set } from './paper.ts'
import { specimen } from './draw-head.ts'
import type { InvoiceSheet } from './sheet.ts'

/** What stands on every page, drawn when their number is known. */
export function drawEdges(pdf: Pdf, sheet: InvoiceSheet): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    // Below the bottom margin pdfkit would begin a new page.
    pdf.page.margins.bottom = 0
    decorate(pdf, () => {
      drawSelvage(pdf)
      drawFoot(pdf, { sheet, page: page + 1, count })
      if (sheet.isTest) drawSpecimen(pdf)
    })
  }
}

const selvageHeight = 7
/** The weft of the cloth, as the pages have it: where each colour ends. */
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
  const name = printable(pdf, `${sheet.merchant.name} · facture n° ${sheet.number}`)
  pdf.text(name, paper.left, y, { width: width - 80, height: 10, ellipsis: true })
  const place = `Page ${page} sur ${count}`
  pdf.text(place, paper.right - 80, y, { width: 80, align: 'right', lineBreak: false })
}

/** Across each page and over everything, so that it cannot be cut off; the head says it in words. */
function drawSpecimen(pdf: Pdf): void {
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
