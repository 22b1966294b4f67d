import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw.ts'
import type { InvoiceSheet } from './sheet.ts'

/** The printing thread: it receives a sheet and sends back its PDF; an error ends it. */
parentPort?.on('message', (sheet: InvoiceSheet) => void print(sheet))

async function print(sheet: InvoiceSheet): Promise<void> {
  const pdf = new Uint8Array(await drawInvoice(sheet))
  parentPort?.postMessage(pdf, [pdf.buffer])
}
