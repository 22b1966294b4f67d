import { once } from 'node:events'
import { drawEdges } from './draw-edges.ts'
import { drawHead } from './draw-head.ts'
import { drawParties } from './draw-parties.ts'
import { drawProof } from './draw-proof.ts'
import { drawTable } from './draw-table.ts'
import { openPdf } from './paper.ts'
import type { InvoiceSheet } from './sheet.ts'

/** The invoice as PDF, A4: one page, and as many more as its description needs. */
export async function drawInvoice(sheet: InvoiceSheet): Promise<Buffer> {
  const pdf = openPdf(`Facture n° ${sheet.number}`, sheet.merchant.name)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = once(pdf, 'end')
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawHead(pdf, root, sheet)
  drawParties(pdf, root, sheet)
  drawTable(pdf, root, sheet.rows)
  drawProof(pdf, root, sheet)
  root.end()
  drawEdges(pdf, sheet)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
