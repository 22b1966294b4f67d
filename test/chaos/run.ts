import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { judge, promises } from './checks/all.ts'
import { judgeOutputs } from './checks/outputs.ts'
import { evidenceOf } from './evidence.ts'
import { openJournal } from './journal.ts'
import { type Load, startLoad } from './load/load.ts'
import type { ChaosOptions } from './options.ts'
import { startParts } from './parts.ts'
import { plants } from './plants.ts'
import { comeToRest, heal, leftToStaff } from './quiet.ts'
import { type Random, seeded } from '#test/support/random.ts'
import { type Outcome, tellOf } from './report.ts'
import { runSchedule } from './schedule.ts'
import type { Life } from './slot.ts'
import { storyOf } from './story.ts'
import { startWatcher } from './watcher.ts'
import { openWorld, type World } from './world.ts'

/** After the last fault, and after the last thing that has moved since. */
const restMs = 180_000
const storiesMax = 10

/**
 * Starts a service of its own, moves money in every way while faults of every kind are done to it, lets it come to rest,
 * and judges it from outside. `say` gets a line for each thing that happens.
 */
export async function runChaos(
  options: ChaosOptions,
  say: (line: string) => void,
): Promise<Outcome> {
  const journal = openJournal()
  const since = Date.now()
  const tell = (line: string): void => say(`${minutesOf(Date.now() - since)}  ${line}`)
  tell(`seed ${options.seed}: starting a service of its own`)
  const parts = await startParts(journal)
  try {
    const world = await openWorld(parts, journal)
    const found = await hurtAndJudge(world, options, tell)
    await world.close()
    const lives = await parts.close()
    const violations = [...found.violations, ...judgeOutputs(lives)]
    if (violations.length > 0) tell(`what the processes printed: ${keep(lives, options.seed)}`)
    return { ...found, options, journal, promises, violations }
  } finally {
    await parts.close()
  }
}

async function hurtAndJudge(
  world: World,
  options: ChaosOptions,
  tell: (line: string) => void,
): Promise<Pick<Outcome, 'looks' | 'leftToStaff' | 'violations'>> {
  const random = seeded(options.seed)
  const watcher = startWatcher(world)
  const load = startLoad(world, random.fork(), options.clients)
  const plant = options.plant && plants[options.plant]
  const soil = evidenceOf(world, { open: [], ends: new Map() })
  await plant?.sow(soil)
  await hurt({ world, load, random }, options, tell)
  await load.stop()
  await heal(world)
  tell(`quiet: ${world.journal.promised.length} accepted, all is to come to its end`)
  const hand = { world, random: random.fork() }
  const open = await comeToRest(hand, options.plant === undefined ? restMs : plantedRestMs, tell)
  await watcher.stop()
  await plant?.ripen?.(soil)
  tell('at rest: judging')
  const evidence = evidenceOf(world, { open, ends: watcher.ends })
  const violations = await judge(evidence)
  for (const violation of violations.slice(0, storiesMax)) {
    tell(tellOf(violation, options.seed))
    const story = await storyOf(evidence, violation).catch((error: unknown) => [
      `  its story cannot be told: ${String(error)}`,
    ])
    story.forEach(tell)
  }
  for (const violation of violations.slice(storiesMax)) tell(tellOf(violation, options.seed))
  return { looks: watcher.looks(), leftToStaff: (await leftToStaff(world)).length, violations }
}

/** What was planted may never come to its end, and need not be waited for as long. */
const plantedRestMs = 90_000

async function hurt(
  site: { readonly world: World; readonly load: Load; readonly random: Random },
  { seed, kinds, minutes }: ChaosOptions,
  tell: (line: string) => void,
): Promise<void> {
  const { journal } = site.world
  const until = Date.now() + minutes * 60_000
  await runSchedule(site, {
    seed,
    kinds,
    until,
    said(kind, what) {
      tell(`${journal.promised.length} accepted; ${kind}: ${what}`)
    },
  })
  await pause(Math.max(0, until - Date.now()))
}

function minutesOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The folder where they lie, in the end. */
function keep(lives: readonly Life[], seed: number): string {
  const folder = join('test-results', `chaos-${seed}`)
  mkdirSync(folder, { recursive: true })
  for (const { name, output } of lives) {
    writeFileSync(join(folder, `${name.replace(' ', '-')}.log`), output)
  }
  return folder
}
