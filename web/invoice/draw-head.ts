import { colours, decorate, type Element, paper, type Pdf, printable, say, set } from './paper.ts'
import type { InvoiceSheet } from './sheet.ts'

/** The mark of what is not a real payment. */
export const specimen = 'SPÉCIMEN – mode test'

const markSide = 54
const markRadius = 12
const nameLeft = paper.left + markSide + 14
const nameWidth = 250
const titleWidth = 200
const titleLeft = paper.right - titleWidth

/** Who sells, at the left; which invoice this is, at the right. */
export function drawHead(pdf: Pdf, root: Element, sheet: InvoiceSheet): void {
  const { top } = paper
  if (sheet.isTest) drawSpecimen(pdf, root)
  drawMark(pdf, sheet.merchant)
  const under = Math.max(drawMerchant(pdf, root, sheet), drawTitle(pdf, root, sheet))
  pdf.y = Math.max(under, top + markSide) + 30
}

function drawSpecimen(pdf: Pdf, root: Element): void {
  const is = `${specimen}\u00A0: aucun paiement réel`
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
  const title = { size: 25, isBold: true, colour: colours.accent }
  say(pdf, root, { is: 'Facture', as: 'H1', ...place, y: paper.top - 4, ...title })
  say(pdf, root, {
    is: `N° ${sheet.number}`,
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

/** A badge: what has become of the payment. */
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
