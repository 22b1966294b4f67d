import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkInvariants } from '#test/support/invariants.ts'
import { startTestService } from '#test/support/service.ts'
import { describedAnswers } from './answers.ts'
import { parserTargets } from './parsers.ts'
import { readOptions } from './options.ts'
import { fuzz, type FuzzOutcome, type FuzzTarget } from './run.ts'
import { deskScene, merchantScene } from './scenes.ts'
import { print } from '#platform/print.ts'

// `npm run fuzz -- --minutes N [--seed S] [--cases M]`: feeds every reader and every route (docs/testing.md#fuzzing).

const { minutes, seed, casesMax } = readOptions(process.argv.slice(2))

/** Megabytes in use once what nobody holds is gone. */
function memory(): { heap: number; rss: number } {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: Math.round(heapUsed / 2 ** 20), rss: Math.round(rss / 2 ** 20) }
}

/** More than this is no noise: something holds on to what it was fed. */
const growthMbMax = 150

const service = await startTestService()
const targets: FuzzTarget[] = [
  ...parserTargets.map((target) => ({ ...target, casesARound: 400 })),
  {
    name: 'routes of merchants',
    property: (await describedAnswers(await merchantScene(service))).property,
    casesARound: 500,
  },
  {
    name: 'routes of the desk',
    property: (await describedAnswers(await deskScene(service))).property,
    casesARound: 300,
  },
] as FuzzTarget[]
print(`seed ${seed}`)
await fuzz(targets, { seed: seed - 1, isOver: (cases) => cases >= 1 })
const start = memory()
const until = Date.now() + minutes * 60_000
const outcome = await fuzz(targets, {
  seed,
  isOver: (cases) => Date.now() >= until || cases >= casesMax,
})
const differences = await checkInvariants(service.database)
const end = memory()
process.exit(report(outcome) ? 0 : 1)

/** True where nothing is wrong. */
function report({ cases, violations }: FuzzOutcome): boolean {
  for (const [name, count] of Object.entries(cases)) print(`${String(count).padStart(8)}  ${name}`)
  const all = Object.values(cases).reduce((sum, count) => sum + count, 0)
  const of = (kind: string): number => violations.filter((one) => one.kind === kind).length
  print(`${String(all).padStart(8)}  cases, ${of('crash')} crashes, ${of('5xx')} answers of 5xx`)
  print(
    `heap ${start.heap} MB at the start, ${end.heap} MB at the end; ${start.rss} and ${end.rss} MB in all`,
  )
  for (const { target, seed: found, path, shrunk, error } of violations) {
    print(`\n${target}: seed ${found}, path ${path}\n${shrunk}\n${error}`)
  }
  for (const difference of differences) print(`the books: ${JSON.stringify(difference)}`)
  const isFlat = end.heap - start.heap <= growthMbMax
  if (!isFlat) print(`memory has grown by more than ${growthMbMax} MB`)
  return violations.length === 0 && differences.length === 0 && isFlat
}
