import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { EnvError, runCommand } from '#platform/env-error.ts'
import { measuredCosts } from './costs.ts'
import { type Installation, simulateDay, usual } from './day.ts'
import { dayPlot, dayText } from './report.ts'

const names: Readonly<Record<keyof Installation, string>> = {
  rate: 'rate',
  swing: 'swing',
  apis: 'apis',
  workers: 'workers',
  databaseCores: 'database-cores',
  temporalCores: 'temporal-cores',
  shards: 'shards',
  networkMs: 'network-ms',
  storeMs: 'store-ms',
}

const usage = `Usage: npm run simulate -- [${Object.values(names)
  .map((name) => `--${name} N`)
  .join('] [')}] [--svg FILE]`

/**
 * `npm run simulate`: the load that an installation would sustain over a day, as a table, and as a picture with
 * `--svg`.
 */
async function main(): Promise<number> {
  const options = Object.values(names).map((name) => [name, { type: 'string' }] as const)
  let given: Readonly<Record<string, string | undefined>>
  try {
    given = parseArgs({ options: { ...Object.fromEntries(options), svg: { type: 'string' } } })
      .values as typeof given
  } catch {
    throw new EnvError([usage])
  }
  const place = placeOf(given)
  const hours = simulateDay(place, measuredCosts)
  process.stdout.write(dayText(place, measuredCosts, hours))
  if (given['svg'] !== undefined) writeFileSync(given['svg'], dayPlot(hours))
  return 0
}

function placeOf(given: Readonly<Record<string, string | undefined>>): Installation {
  const read = (name: keyof Installation): number => {
    const text = given[names[name]]
    const value = text === undefined ? usual[name] : Number(text)
    if (!(value > 0 || (value === 0 && name === 'swing')) || value > valueMax)
      throw new EnvError([usage])
    return value
  }
  const keys = Object.keys(names) as (keyof Installation)[]
  return Object.fromEntries(keys.map((name) => [name, read(name)])) as unknown as Installation
}

const valueMax = 1_000_000

runCommand(main)
