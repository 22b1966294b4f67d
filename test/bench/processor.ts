import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor milliseconds that a process and its children have used by now, those that have ended too, without the running
 * ones that are counted by themselves. Linux tells.
 */
export function processorMs(pid: number, countedThemselves: readonly number[] = []): number {
  const times = timesOfAll()
  const own = times.get(pid)
  if (own === undefined) return 0
  let ticks = own.ofEndedChildren
  const below = countedThemselves.filter((other) => other !== pid && isWithin(other, pid, times))
  for (const [id, each] of times) {
    const isCounted = below.some((other) => isWithin(id, other, times))
    if (isWithin(id, pid, times) && !isCounted) ticks += each.own
  }
  return (ticks * 1000) / ticksPerSecond
}

/** The same of a process alone, by the names of its threads; one that ends meanwhile is left out. */
export function threadMs(pid: number): ReadonlyMap<string, number> {
  const spent = new Map<string, number>()
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const times = timesOf(`${pid}/task/${id}`)
    if (times === undefined) continue
    spent.set(times.name, (spent.get(times.name) ?? 0) + (times.own * 1000) / ticksPerSecond)
  }
  return spent
}

/** Resident memory of a process alone, in megabytes. */
export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

interface ProcessTimes {
  readonly name: string
  readonly parent: number
  readonly own: number
  readonly ofEndedChildren: number
}

const ticksPerSecond = 100

function timesOfAll(): ReadonlyMap<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const read = timesOf(name)
    if (read !== undefined) times.set(Number(name), read)
  }
  return times
}

function timesOf(pid: string): ProcessTimes | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const at = (index: number): number => Number(fields[index] ?? 0)
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
    return { name, parent: at(1), own: at(11) + at(12), ofEndedChildren: at(13) + at(14) }
  } catch {
    return undefined
  }
}

function isWithin(id: number, ancestor: number, times: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let at: number | undefined = id; at !== undefined && at > 1; at = times.get(at)?.parent) {
    if (at === ancestor) return true
  }
  return false
}
