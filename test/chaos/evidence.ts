import type { Memory } from '#dev/emulators/memory.ts'
import type { Mailbox } from '#test/faults/mailbox.ts'
import type { Open } from './quiet.ts'
import type { World } from './world.ts'

/** What the checks look at, once all has come to rest: nothing of it is told by the processes that are judged. */
export interface Evidence extends Pick<World, 'rows' | 'database' | 'journal' | 'counter'> {
  readonly temporal: Pick<World['temporal'], 'call'>
  /** By provider: the operators' own books. */
  readonly memories: Readonly<Record<string, Memory>>
  readonly mailboxes: readonly Pick<Mailbox, 'letters'>[]
  /** Of every merchant: what to ask its balance with. */
  readonly secretKeys: readonly string[]
  /** What was not over when the time was up. */
  readonly open: readonly Open[]
  /** The ends of payments as they were seen at any time before, by id. */
  readonly ends: ReadonlyMap<string, string>
}

/** Of a world, with what it came to. */
export function evidenceOf(world: World, found: Pick<Evidence, 'open' | 'ends'>): Evidence {
  const { operators, shops } = world.parts
  return {
    ...world,
    ...found,
    memories: Object.fromEntries(operators.map(({ provider, memory }) => [provider, memory])),
    mailboxes: shops.map(({ mailbox }) => mailbox),
    secretKeys: Object.values(world.merchants).map(({ keys }) => keys.secret),
  }
}
