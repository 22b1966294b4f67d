import { readdirSync, readFileSync } from 'node:fs'

/** The CPU time of a process so far, in seconds, as Linux counts it. */
export interface ProcessorSeconds {
  readonly own: number
  /** Of its ended children, with theirs. */
  readonly children: number
}

/** Zeros if the system does not report it. */
export function processorSeconds(pid: number): ProcessorSeconds {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .slice(firstTime, firstTime + 4)
      .map(Number)
    return { own: (user + system) / ticksPerSecond, children: (ofUser + ofSystem) / ticksPerSecond }
  } catch {
    return { own: 0, children: 0 }
  }
}

/** The first of the four times after the program's name. */
const firstTime = 11
const ticksPerSecond = 100

/**
 * The CPU time so far, in seconds, of all that a process has started, running or ended, but for one of its children;
 * zero if the system does not report it.
 */
export function secondsBelow(pid: number, except?: number): number {
  const running = childrenOf(pid).filter((child) => child !== except)
  const below = running.map((child) => processorSeconds(child).own + secondsBelow(child))
  return below.reduce((sum, seconds) => sum + seconds, processorSeconds(pid).children)
}

/** Those that run; each thread lists what it has started, and may end meanwhile. */
function childrenOf(pid: number): readonly number[] {
  const lists = listed(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/children`)
  return lists.flatMap((path) => textOf(path).split(' ').filter(Boolean).map(Number))
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
