import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { Memory } from '#dev/emulators/memory.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { given } from '#test/support/given.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { moovSettings, mtnSettings } from '#test/support/operator-settings.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { type FaultScene, givenScene, openScene } from './scene.ts'

export const providers = ['mtn-benin', 'moov-benin'] as const
export type Provider = (typeof providers)[number]
export const numbers = { 'mtn-benin': '2290197001234', 'moov-benin': '2290195001234' }
/** An order that stays undecided at its operator until somebody decides there. */
export const undecided = { 'mtn-benin': '2290197000005', 'moov-benin': '2290195000005' }

/** A scene whose live payments go to emulators of both operators; each holds `float` francs at first. */
export interface LiveOperators {
  readonly scene: FaultScene
  /** What each operator remembers. */
  readonly memories: () => Readonly<Record<Provider, Memory>>
  /** The orders that either has taken. */
  readonly orders: () => Memory['orders']
  /** Fails unless both sides tell the same of each order. */
  readonly assertAgreed: () => Promise<void>
  /** Fails unless each operator's balance is what paid payments moved by our books: `sum` is the SQL of one payment. */
  readonly assertMoved: (sum: string) => Promise<void>
}

interface Choices {
  readonly float?: number
  /** Its own Temporal; without one, the shared. */
  readonly temporal?: Pick<OwnTemporal, 'places'>
  /** Variables of the environment. */
  readonly changes?: Readonly<Record<string, string>>
}

/** For the surrounding tests; ended after them. */
export function givenLiveOperators({
  float = 0,
  temporal,
  changes = {},
}: Choices = {}): LiveOperators {
  const settings = { delayMs: 100, float }
  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'any_id' }))
  const scene = givenScene(() => {
    const operators = { ...mtnSettings(mtn.account), ...moovSettings(moov.account) }
    return openScene({ ...operators, ...changes }, temporal?.places)
  })
  const memories = () => ({ 'mtn-benin': mtn.memory, 'moov-benin': moov.memory })
  return {
    scene,
    memories,
    orders: () => [...mtn.memory.orders, ...moov.memory.orders],
    assertAgreed: async () =>
      assert.deepEqual(await checkOperatorBooks(scene.database, memories()), []),
    assertMoved: async (sum) => {
      for (const provider of providers) {
        const { moved } = await onPool(scene.database.pool).one<{ moved: number }>(
          `select coalesce(sum(${sum}), 0)::int as moved
           from transaction where provider = $1 and status = 'succeeded'`,
          [provider],
        )
        assert.equal(memories()[provider].balance, float + moved, provider)
      }
    },
  }
}

/** The same with a Temporal of its own, whose store may be lost, and money at the operators. */
export function givenRestorable(): LiveOperators & { readonly temporal: OwnTemporal } {
  const temporal = given(() => startOwnTemporal())
  return { ...givenLiveOperators({ float: 1_000_000, temporal }), temporal }
}
