import { colours, decorate, type Element, paper, type Pdf, say } from './paper.ts'
import { drawHeading } from './draw-parties.ts'
import type { InvoiceSheet } from './sheet.ts'

const qrSide = 92
const height = 118
const top = paper.height - paper.bottom - height
const textLeft = paper.left + qrSide + 20
const textWidth = paper.right - textLeft

/** How to find out that the invoice is authentic: at the foot of the last page, where it could be torn off. */
export function drawProof(pdf: Pdf, root: Element, { qr, verifyUrl }: InvoiceSheet): void {
  if (pdf.y > top - 16) pdf.addPage()
  drawTear(pdf)
  const y = top + 20
  const alt = 'Code QR de la page de vérification'
  const figure = pdf.struct('Figure', { alt }, () => drawQr(pdf, qr, y))
  root.add(figure)
  drawHeading(pdf, root, { is: 'Vérifiez cette facture', x: textLeft, y: y + 6 })
  const text = { as: 'P', x: textLeft, width: textWidth }
  const is =
    'Scannez ce code, ou ouvrez l’adresse ci-dessous. La page doit montrer le même montant, la même date et le même numéro.'
  say(pdf, root, { ...text, is, y: pdf.y + 4, size: 8.5, colour: colours.soft })
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
