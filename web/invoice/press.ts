import { Worker } from 'node:worker_threads'
import { fail } from '#domain/errors/errors.ts'
import type { InvoiceSheet } from './sheet.ts'

/** Prints invoices one at a time on a separate thread, so that many of them do not block requests. */
export interface Press {
  /**
   * The PDF. Error: service_unavailable if too many are waiting, in total or for `asker`, or if `signal` has aborted.
   */
  print(sheet: InvoiceSheet, of: PrintOrder): Promise<Uint8Array>
}

/** Who asks for an invoice (the address of the network), and until when it is worth printing. */
export interface PrintOrder {
  readonly asker: string
  readonly signal: AbortSignal
}

/** At most about a second of work; later requests are asked to retry. */
const waitingMax = 16
/** The part of these that one address may take, so that others always find room. */
const waitingOfOneMax = 4
const retryAfterSeconds = 2
/** A print that takes longer is stopped with its thread. */
const printMsMax = 10_000
const memoryMb = 192

/** The thread starts with the first invoice, and again after an invoice that ended it. */
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
    const thread = (worker ??= begin())
    try {
      return await printOn(thread, sheet)
    } catch (error) {
      await thread.terminate()
      throw error
    }
  }
  function begin(): Worker {
    // An error between two invoices ends the thread, and nothing else.
    return startWorker(program)
      .on('error', () => {})
      .once('exit', () => (worker = undefined))
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

/** It does not keep the process alive, and sees nothing but what it is sent. */
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
