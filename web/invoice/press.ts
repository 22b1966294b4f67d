import { Worker } from 'node:worker_threads'
import { fail } from '#domain/errors/errors.ts'
import type { InvoiceSheet } from './sheet.ts'

/** Prints invoices, one at a time on a thread of its own: however many are asked for, requests go on being answered. */
export interface Press {
  /** The PDF. Refusal: service_unavailable, where too many wait, in all or of `asker`, or `signal` says that this one does no more. */
  print(sheet: InvoiceSheet, of: PrintOrder): Promise<Uint8Array>
}

/** Who asks for an invoice, by the address of the network, and until when. */
export interface PrintOrder {
  readonly asker: string
  readonly signal: AbortSignal
}

/** A second of work at most; who comes later is asked to come again. */
const waitingMax = 16
/** Of these for one asker: others find room however often one asks. */
const waitingOfOneMax = 4
const retryAfterSeconds = 2
/** What takes longer is stopped with its thread. */
const printMsMax = 10_000
const memoryMb = 192

/** The thread starts with the first invoice, and again after one that it did not survive. */
export function createPress(program = new URL('./main.ts', import.meta.url)): Press {
  let last: Promise<unknown> = Promise.resolve()
  const waiting = new Map<string, number>()
  const waitFor = (asker: string, by: 1 | -1): void => {
    const count = (waiting.get(asker) ?? 0) + by
    if (count > 0) waiting.set(asker, count)
    else waiting.delete(asker)
  }
  const waitingInAll = (): number => [...waiting.values()].reduce((sum, count) => sum + count, 0)
  let worker: Worker | undefined
  async function printNext(sheet: InvoiceSheet, signal: AbortSignal): Promise<Uint8Array> {
    if (signal.aborted) throw fail('service_unavailable')
    worker ??= startWorker(program)
    try {
      return await printOn(worker, sheet)
    } catch (error) {
      await worker.terminate()
      worker = undefined
      throw error
    }
  }
  return {
    async print(sheet, { asker, signal }) {
      if (waitingInAll() >= waitingMax || (waiting.get(asker) ?? 0) >= waitingOfOneMax) {
        throw fail('service_unavailable', { retry_after_seconds: retryAfterSeconds })
      }
      waitFor(asker, 1)
      const printed = last.then(() => printNext(sheet, signal))
      last = printed.catch(() => {})
      try {
        return await printed
      } finally {
        waitFor(asker, -1)
      }
    },
  }
}

/** It does not keep the process alive, and knows nothing but what it is sent. */
function startWorker(program: URL): Worker {
  const worker = new Worker(program, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.unref()
  return worker
}

function printOn(worker: Worker, sheet: InvoiceSheet): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(new Error('an invoice took too long')), printMsMax)
    const onExit = (): void => end(new Error('the thread that prints invoices ended'))
    function end(result: Uint8Array | Error): void {
      clearTimeout(timer)
      worker.off('message', end).off('error', end).off('exit', onExit)
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
    worker.on('message', end).on('error', end).on('exit', onExit)
    worker.postMessage(sheet)
  })
}
