import type { Raised } from '#test/deploy/prometheus.ts'
import { type AlertTest, type End, madeOnce } from './alert-test.ts'
import type { WatchedService } from './service.ts'

/** By alert: fulfilled once it was raised, its entry followed, and it has ended. */
export type Outcomes = ReadonlyMap<string, Promise<void>>

/** Those of a group are broken together, and repaired one after the other, in this order. */
export interface Group {
  readonly name: string
  readonly tests: readonly AlertTest[]
  /** It takes away what alerts are read from: it begins once all before have ended. */
  readonly isLate?: boolean
}

/**
 * One group after the other. Until an alert has ended takes a while in which there is nothing to do: most groups do not
 * wait for those before.
 */
export function playThrough(service: WatchedService, groups: readonly Group[]): Outcomes {
  const outcomes = new Map<string, Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()
  for (const { tests, isLate = false } of groups) {
    const before = isLate ? [turn, ...outcomes.values()] : [turn]
    const group = Promise.allSettled(before).then(() => play(service, tests))
    for (const { alert } of tests) {
      outcomes.set(alert, toldLater(group.then((ended) => ended.get(alert))))
    }
    turn = group
  }
  return outcomes
}

async function play(service: WatchedService, tests: readonly AlertTest[]): Promise<Outcomes> {
  // What is raised from now on is raised by these faults.
  await Promise.all(
    tests.map(({ alert, labels }) => service.prometheus.ends(alert, labels, endedWithinMs)),
  )
  const outcomes = new Map<string, Promise<void>>()
  for (const broken of await breakAll(service, tests)) {
    const followed = repair(service, broken)
    // Others are repaired even so; whoever asks for the outcome is told of the error.
    await Promise.allSettled([followed])
    outcomes.set(broken.test.alert, toldLater(seeTheEnd(service, broken, followed)))
  }
  return outcomes
}

/** What was broken: the alert that it raises, and the end of what goes on. */
interface Broken {
  readonly test: AlertTest
  readonly raised: Promise<Raised>
  readonly end: End
}

/** Breaks one after the other, and waits until each alert is raised, or was not in time. */
async function breakAll(
  service: WatchedService,
  tests: readonly AlertTest[],
): Promise<readonly Broken[]> {
  const all: Broken[] = []
  for (const test of tests) {
    const breaking = test.fault(service)
    const raised = breaking.then(() =>
      service.prometheus.raises(test.alert, test.labels, raisedWithinMs),
    )
    // One that cannot be broken does not keep the others from it; whoever asks for this one is told of the error.
    const end = await breaking.catch(() => madeOnce)
    all.push({ test, raised: toldLater(raised), end })
  }
  await Promise.allSettled(all.map(({ raised }) => raised))
  return all
}

async function repair(service: WatchedService, { test, raised, end }: Broken): Promise<void> {
  await test.follow(service, await raised, end)
}

/** Only once the alert has ended what went on is ended. */
async function seeTheEnd(
  service: WatchedService,
  { test, end }: Broken,
  followed: Promise<void>,
): Promise<void> {
  try {
    await followed
    await service.prometheus.ends(test.alert, test.labels, endedWithinMs)
  } finally {
    await end()
  }
  await test.check?.(service)
}

/** Whoever awaits it is told of its error, however late. */
function toldLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

// Half a minute where nothing else runs; a machine may be slow.
const raisedWithinMs = 180_000
/** Long enough for the group that is played meanwhile. */
export const endedWithinMs = 240_000
