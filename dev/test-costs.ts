import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileCost } from '#test/support/costs.ts'
import { say } from './say.ts'

const slowestCount = 10

/**
 * Prints where the time of a whole run went, by folder, by file and by what was started; `folder` is where tests
 * recorded it.
 */
export async function sayCosts(
  folder: string,
  servers: Readonly<Record<string, number>>,
): Promise<void> {
  const costs = await readCosts(folder)
  if (costs.length === 0) return
  say()
  say(`  ${row('Folder', 'files', ['seconds', 'processor', 'others', 'Temporal'])}`)
  for (const [name, group] of byFolder(costs)) sayGroup(name, group)
  sayGroup('all', costs)
  say(`\n  The slowest files`)
  const slowest = costs.toSorted((one, other) => other.ms - one.ms).slice(0, slowestCount)
  for (const cost of slowest) sayGroup(cost.file, [cost])
  say(`\n  Started: ${startsOf(costs)}`)
  const used = Object.entries(servers).map(([name, seconds]) => `${name} ${Math.round(seconds)}`)
  say(`  Processor seconds of the servers that all share: ${used.join(', ')}`)
  say()
}

async function readCosts(folder: string): Promise<readonly FileCost[]> {
  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as FileCost)
}

/** `test/api`, `test/web` and so on, longest first. */
function byFolder(costs: readonly FileCost[]): readonly (readonly [string, readonly FileCost[]])[] {
  const groups = Map.groupBy(costs, ({ file }) => file.split('/').slice(0, 2).join('/'))
  return [...groups].toSorted(([, one], [, other]) => msOf(other) - msOf(one))
}

function msOf(costs: readonly FileCost[]): number {
  return costs.reduce((sum, { ms }) => sum + ms, 0)
}

function sayGroup(name: string, costs: readonly FileCost[]): void {
  const sum = (kind: 'processorMs' | 'othersMs' | 'temporalMs'): number =>
    costs.reduce((total, { [kind]: ms }) => total + ms, 0)
  const times = [msOf(costs), sum('processorMs'), sum('othersMs'), sum('temporalMs')]
  const seconds = times.map((ms) => (ms / 1000).toFixed(1))
  say(`  ${row(name, String(costs.length), seconds)}`)
}

const nameWidth = 52

function row(name: string, count: string, seconds: readonly string[]): string {
  return [name.padEnd(nameWidth), count.padStart(5), ...seconds.map((each) => each.padStart(10))]
    .join(' ')
    .trimEnd()
}

function startsOf(costs: readonly FileCost[]): string {
  const sums = new Map<string, number>()
  for (const { starts } of costs) {
    for (const [kind, count] of Object.entries(starts)) {
      sums.set(kind, (sums.get(kind) ?? 0) + count)
    }
  }
  const most = [...sums].toSorted(([, one], [, other]) => other - one)
  return most.map(([kind, count]) => `${kind} ${count}`).join(', ')
}
