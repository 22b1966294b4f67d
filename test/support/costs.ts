import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { processorSeconds, secondsBelow } from '#dev/processor-seconds.ts'

/** Slow things that tests start. */
export type Start =
  | 'database'
  | 'service'
  | 'API alone'
  | 'PostgreSQL'
  | 'Temporal'
  | 'time-skipping Temporal'
  | 'process'
  | 'Chromium'

/** The cost of a test file; one line of a file in `TEST_COSTS_FOLDER`. */
export interface FileCost {
  readonly file: string
  readonly ms: number
  /** CPU time of the process it ran in. */
  readonly processorMs: number
  /** CPU time of the processes it started, and of those it shares: parts of the service, own servers, the browser. */
  readonly othersMs: number
  /** CPU time of the Temporal that files of its process share. */
  readonly temporalMs: number
  readonly starts: Partial<Readonly<Record<Start, number>>>
}

let starts: Partial<Record<Start, number>> = {}
let since = performance.now() - process.uptime() * 1000
let usedBefore = 0
let othersBefore = 0
let temporalPid: number | undefined
let temporalBefore = 0

/** Counts a start, for the table at the end of `npm test`. */
export function noteStart(kind: Start): void {
  starts[kind] = (starts[kind] ?? 0) + 1
}

/** The Temporal whose CPU time is counted for each file from now on. */
export function watchTemporal(pid: number): void {
  temporalPid = pid
  temporalBefore = 0
}

/** It has ended: what it used has been counted. */
export function forgetTemporal(): void {
  temporalPid = undefined
  temporalBefore = 0
  othersBefore = othersMs()
}

/** Records the time since the previous file of this process ended, including imports. */
export function noteFile(path: string): void {
  const folder = process.env['TEST_COSTS_FOLDER']
  const now = performance.now()
  const { user, system } = process.cpuUsage()
  const used = (user + system) / 1000
  const others = othersMs()
  const temporal = temporalPid === undefined ? 0 : processorSeconds(temporalPid).own * 1000
  if (folder !== undefined) {
    const file = relative(process.cwd(), path)
    const cost: FileCost = {
      file,
      ms: now - since,
      processorMs: used - usedBefore,
      othersMs: others - othersBefore,
      temporalMs: temporal - temporalBefore,
      starts,
    }
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(cost)}\n`)
  }
  starts = {}
  since = now
  usedBefore = used
  othersBefore = others
  temporalBefore = temporal
}

/** CPU time of what this process has started, but for its Temporal, which has a column of its own. */
function othersMs(): number {
  return secondsBelow(process.pid, temporalPid) * 1000
}
