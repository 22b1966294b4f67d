import fc from 'fast-check'
import { ServerFault } from './answers.ts'

/** Something that is fed cases, and the promise that it keeps. */
export interface FuzzTarget {
  readonly name: string
  readonly property: fc.IAsyncProperty<unknown>
  /** In one round; a request takes longer than a text. */
  readonly casesARound: number
}

/** A case that breaks a promise, as small as it could be made. */
export interface Violation {
  readonly target: string
  readonly kind: '5xx' | 'crash'
  /** Finds it again: of the generator, and the way to the case. */
  readonly seed: number
  readonly path: string | null
  readonly shrunk: string
  readonly error: string
}

export interface FuzzOutcome {
  readonly cases: Readonly<Record<string, number>>
  readonly violations: readonly Violation[]
}

/** Feeds all targets in turn, round by round, until `isOver` says so; a target that broke its promise rests from then on. */
export async function fuzz(
  targets: readonly FuzzTarget[],
  { seed, isOver }: { readonly seed: number; readonly isOver: (cases: number) => boolean },
): Promise<FuzzOutcome> {
  const cases: Record<string, number> = {}
  const violations: Violation[] = []
  let [round, all] = [0, 0]
  while (!isOver(all) && violations.length < targets.length) {
    for (const { name, property, casesARound } of targets) {
      if (violations.some(({ target }) => target === name)) continue
      const details = await fc.check(property, { seed: seed + round, numRuns: casesARound })
      cases[name] = (cases[name] ?? 0) + details.numRuns
      all += details.numRuns
      if (details.failed) violations.push(violationOf(name, details))
      if (isOver(all)) break
    }
    round += 1
  }
  return { cases, violations }
}

function violationOf(target: string, details: fc.RunDetails<unknown>): Violation {
  const { seed, counterexamplePath: path, counterexample, errorInstance } = details
  const error = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance))
  return {
    target,
    kind: error instanceof ServerFault ? '5xx' : 'crash',
    seed,
    path,
    shrunk: fc.stringify(counterexample),
    error: error.stack ?? error.message,
  }
}
