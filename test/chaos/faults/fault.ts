import type { Load } from '#test/chaos/load/load.ts'
import type { Random } from '#test/support/random.ts'
import type { World } from '#test/chaos/world.ts'

/** Where a fault is done, and the chances that it takes. */
export interface Site {
  readonly world: World
  readonly load: Load
  readonly random: Random
}

/** One way to hurt the system. */
export interface Fault {
  /**
   * Faults of two lanes are done at once, those of one lane one after the other: processes that live and die, and the lines
   * between them with what is at their other ends.
   */
  readonly lane: 'processes' | 'lines'
  /** True for what needs the system for itself meanwhile. */
  readonly isAlone?: true
  /** True for what takes minutes; short runs leave it out. */
  readonly isLong?: true
  /** Does it, and takes it back where it must end; what exactly was done, undefined where there was nothing to hurt. */
  hurt(site: Site): Promise<string | undefined>
}

/** From two seconds to eight: longer than a caller's first patience, shorter than every last one. */
export function spellMs({ random }: Pick<Site, 'random'>): number {
  return 2000 + random.below(6000)
}

/** As people read it. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
