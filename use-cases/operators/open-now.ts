import type { Database } from '#db/connect.ts'
import type { OperatorAccounts } from '#platform/operator-accounts.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { isOpen } from './is-open.ts'
import { type OperatorState, operatorStatesSubject, readOperatorStates } from './read-states.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** Whether an operator is available now: not closed by staff, and with an account to use. */
export function createOpenNow(parts: {
  readonly database: Database
  readonly accounts: OperatorAccounts
}): UseCaseContext['isOpen'] {
  const states = createOperatorStates(parts.database)
  return async (provider, scope) =>
    (await states.isOpen(provider, scope.mode)) && (await isOpen(parts, provider, scope))
}

/** The operators that staff has closed, cached in this process. */
interface OperatorStates {
  isOpen(provider: string, mode: Mode): Promise<boolean>
}

/** Maximum age of the cache; a change wakes every process sooner. */
const freshMs = 1000

/** Reads states at most once a second, however many payments ask. */
function createOperatorStates(database: Pick<Database, 'pool' | 'wake'>): OperatorStates {
  let known: Promise<readonly OperatorState[]> | undefined
  const read = (): Promise<readonly OperatorState[]> => (known = readOperatorStates(database))

  /** Invalidates at a change or after `freshMs`; at once if waiting fails. */
  async function watch(): Promise<void> {
    const { signal } = new AbortController()
    const isOver = async (): Promise<boolean> => {
      // Reads once more, now that a change would wake us.
      await read()
      return false
    }
    const options = { timeoutMs: freshMs, signal, isOver }
    await database.wake.wait(operatorStatesSubject, options).catch(() => undefined)
    known = undefined
  }

  return {
    async isOpen(provider, mode) {
      if (known === undefined) {
        void read()
        void watch()
      }
      const states = await (known ?? read())
      return states.find((each) => each.provider === provider && each.mode === mode)?.isOpen ?? true
    },
  }
}
