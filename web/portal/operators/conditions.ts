import { conditionOf, type OperatorCondition } from '#domain/operators/health.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { WebContext } from '#web/context.ts'
import {
  type OperatorFigures,
  type OperatorHealth,
  readOperatorHealth,
} from '#use-cases/operators/read-health.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'

/** How an operator does, and since when it is closed where it is. */
export interface ShownOperator {
  readonly provider: string
  readonly name: string
  readonly condition: OperatorCondition
  readonly closedAt: Date | null
  readonly hour: OperatorFigures
  readonly day: OperatorFigures
}

export type OperatorConditions = (mode: Mode) => Promise<readonly ShownOperator[]>

/** Whoever looks, the payments of the day are counted once a minute. */
const freshMs = 60_000

/** The operators of a mode as they do now: open or closed of this very moment, figures of the last minute. */
export function createOperatorConditions(database: WebContext['database']): OperatorConditions {
  const known = new Map<Mode, { readonly at: number; readonly health: Promise<OperatorHealth[]> }>()

  function healthOf(mode: Mode): Promise<OperatorHealth[]> {
    const last = known.get(mode)
    if (last && Date.now() - last.at < freshMs) return last.health
    const health = readOperatorHealth(database, mode)
    known.set(mode, { at: Date.now(), health })
    // What failed is not kept.
    health.catch(() => known.delete(mode))
    return health
  }

  return async (mode) => {
    const [states, health] = await Promise.all([readOperatorStates(database), healthOf(mode)])
    return states
      .filter((state) => state.mode === mode)
      .map(({ provider, name, isOpen, change }) => {
        const { hour, day } = health.find((each) => each.provider === provider) ?? quiet
        const condition = conditionOf({ isOpen, ...hour })
        return {
          provider,
          name,
          condition,
          closedAt: isOpen ? null : (change?.at ?? null),
          hour,
          day,
        }
      })
  }
}

const nothing: OperatorFigures = { ended: 0, succeeded: 0, faults: 0, medianSeconds: null }
const quiet = { hour: nothing, day: nothing }
