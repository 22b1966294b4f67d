import type { Raised } from '#test/deploy/prometheus.ts'
import type { AlertTest, End } from './alert-test.ts'
import type { WatchedService } from './service.ts'

/** By alert: fulfilled once it was raised, its entry followed, and it has ended. */
export type Outcomes = ReadonlyMap<string, Promise<void>>

/**
 * One group after the other. Those of a group are broken together, and repaired one after the other, in its order. Until an
 * alert has ended takes a while in which there is nothing to do: the next group does not wait for it.
 */
export function playThrough(
  service: WatchedService,
  groups: readonly (readonly AlertTest[])[],
): Outcomes {
  const outcomes = new Map<string, Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()
  for (const tests of groups) {
    const group = turn.then(() => play(service, tests))
    for (const { alert } of tests) {
      outcomes.set(alert, toldLater(group.then((ended) => ended.get(alert))))
    }
    turn = group.catch(() => {})
  }
  return outcomes
}

async function play(service: WatchedService, tests: readonly AlertTest[]): Promise<Outcomes> {
  // What is raised from now on is raised by these faults.
  await Promise.all(
    tests.map(({ alert, labels }) => service.prometheus.ends(alert, labels, endedWithinMs)),
  )
  const raised = await raiseAll(service, tests)
  const outcomes = new Map<string, Promise<void>>()
  for (const { alert, labels, follow, check } of tests) {
    const followed = Promise.resolve(raised.get(alert)).then(async (found) => {
      if (found === undefined) throw new Error(`${alert} was not waited for`)
      await follow(service, found)
    })
    // Others are repaired even so; whoever asks for the outcome is told of the error.
    await Promise.allSettled([followed])
    const over = followed.then(async () => {
      await service.prometheus.ends(alert, labels, endedWithinMs)
      await check?.(service)
    })
    outcomes.set(alert, toldLater(over))
  }
  return outcomes
}

/** Breaks what they break; once each was raised, nothing more is done. */
async function raiseAll(
  service: WatchedService,
  tests: readonly AlertTest[],
): Promise<ReadonlyMap<string, Promise<Raised>>> {
  const raised = new Map<string, Promise<Raised>>()
  const ends: End[] = []
  for (const { alert, labels, fault } of tests) {
    const broken = fault(service)
    const isRaised = broken.then(() => service.prometheus.raises(alert, labels, raisedWithinMs))
    raised.set(alert, toldLater(isRaised))
    // The others are broken even so; whoever asks for this one is told of the error.
    await broken.then((end) => ends.push(end)).catch(() => {})
  }
  await Promise.allSettled(raised.values())
  await Promise.all(ends.map((end) => end()))
  return raised
}

/** Whoever awaits it is told of its error, however late. */
function toldLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

const raisedWithinMs = 90_000
/** Long enough for the group that is played meanwhile. */
export const endedWithinMs = 120_000
