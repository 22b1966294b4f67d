import assert from 'node:assert/strict'
import { type Load, startLoad, startSteadyLoad } from '#test/faults/clients.ts'
import { p95 } from '#test/faults/rounds.ts'
import type { FaultScene } from '#test/faults/scene.ts'

/**
 * Orders a second that drills run under, whatever becomes of them: DRILL_PER_SECOND in the environment. Without it a
 * few clients send as much as the machine takes beside the rest of the tests.
 */
const perSecond = Number(process.env['DRILL_PER_SECOND'] ?? 0)
/** Under a steady load each part of a drill lasts so long at least. */
const partSeconds = 15
/** Nobody asks for longer until an order is accepted, retries included. */
const refusedForMsMax = 30_000

/** A load of thousands takes a small machine some minutes to end. */
export const endedWithinMs = perSecond > 0 ? 900_000 : 120_000

/** The load of a drill; `clients` send it where no rate is asked for. */
export function startDrillLoad(
  options: Parameters<typeof startLoad>[0],
): Load & { readonly figures: () => Readonly<Record<string, number>> } {
  const load = perSecond > 0 ? startSteadyLoad({ ...options, perSecond }) : startLoad(options)
  const since = performance.now()
  return {
    ...load,
    figures: () => ({
      'asked for a second, at most': perSecond,
      'accepted a second': (load.accepted.size * 1000) / (performance.now() - since),
      'p95 of an answer, ms': p95(load.seen.map(({ tookMs }) => tookMs)),
      'longest until accepted, ms': load.longestMs(),
    }),
  }
}

/** How many are to be accepted in a part of a drill. */
export function acceptedInPart(usually: number): number {
  return Math.max(usually, perSecond * partSeconds)
}

/** Fails where somebody asked for more than half a minute until their order was accepted. */
export function assertNobodyWaited(load: Load): void {
  assert.ok(load.longestMs() < refusedForMsMax, `refused for ${load.longestMs()} ms`)
}

/** Every order that was accepted ends, once, its merchant is told, and the books hold. */
export async function checkNothingLost(scene: FaultScene, load: Load): Promise<void> {
  const ids = [...load.accepted.values()].map(({ id }) => id)
  const states = await scene.untilFinal(ids, endedWithinMs)
  assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
  await scene.settleDown(endedWithinMs)
  const told = new Set(scene.mailbox.letters().map(({ transactionId }) => transactionId))
  assert.deepEqual(
    ids.filter((id) => !told.has(id)),
    [],
  )
}
