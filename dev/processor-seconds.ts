import { readFileSync } from 'node:fs'

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
