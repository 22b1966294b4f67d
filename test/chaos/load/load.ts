import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#test/support/random.ts'
import type { World } from '#test/chaos/world.ts'
import { decideFunds, refundLateDebit, replay, retryOne } from './desk.ts'
import type { Hand, Movement } from './hand.ts'
import {
  checkout,
  linkPayment,
  moovCollection,
  mtnCollection,
  sandboxCollection,
} from './money-in.ts'
import { bankTransfer, moovPayout, mtnPayout, refund, sandboxPayout } from './money-out.ts'

/** Clients that move money in every way there is, one movement after the other, until they are stopped. */
export interface Load {
  /** Comes back when every client has come to the end of what it was doing. */
  rest(): Promise<void>
  resume(): void
  /** Ends it. */
  stop(): Promise<void>
}

/** How often each is done, beside the others. */
const weights: readonly (readonly [Movement, number])[] = [
  [sandboxCollection, 10],
  [mtnCollection, 14],
  [moovCollection, 10],
  [sandboxPayout, 4],
  [mtnPayout, 5],
  [moovPayout, 5],
  [bankTransfer, 5],
  [linkPayment, 5],
  [checkout, 8],
  [refund, 7],
  [decideFunds, 5],
  [refundLateDebit, 2],
  [retryOne, 4],
  [replay, 1],
]
const wheel = weights.flatMap(([movement, weight]) =>
  Array.from({ length: weight }, () => movement),
)

/** Between two movements of one client: steady, and no more than a small machine carries. */
const thinkMs = 1000
const restMs = 100

export function startLoad(world: World, random: Random, clients: number): Load {
  let isOver = false
  let isResting = false
  let atWork = 0
  const client = async (hand: Hand): Promise<void> => {
    while (!isOver) {
      if (isResting) {
        await pause(restMs)
        continue
      }
      atWork += 1
      try {
        await hand.random.pick(wheel)(hand)
      } finally {
        atWork -= 1
      }
      await pause(hand.random.below(2 * thinkMs))
    }
  }
  const hands = Array.from({ length: clients }, () => ({ world, random: random.fork() }))
  const ended = Promise.all(hands.map(client))
  // Whoever stops the load is told.
  ended.catch(() => {})
  return {
    async rest() {
      isResting = true
      while (atWork > 0) await pause(restMs)
    },
    resume() {
      isResting = false
    },
    async stop() {
      isOver = true
      await ended
    },
  }
}
