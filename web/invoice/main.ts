import { parentPort } from 'node:worker_threads'
import { drawInvoice } from './draw.ts'
import type { InvoiceSheet } from './sheet.ts'

/** The thread of the press: a sheet comes in, its PDF goes out; an error ends it. */
parentPort?.on('message', (sheet: InvoiceSheet) => void print(sheet))

async function print(sheet: InvoiceSheet): Promise<void> {
  const pdf = new Uint8Array(await drawInvoice(sheet))
  parentPort?.postMessage(pdf, [pdf.buffer])
}
