import type { Database } from '#db/connect.ts'
import { type OperatorState, operatorStatesSubject, readOperatorStates } from './read-states.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** Which operators the staff has closed, as this process knows it. */
export interface OperatorStates {
  isOpen(provider: string, mode: Mode): Promise<boolean>
}

/** What was read holds this long at most, less where somebody changes it: then every process is woken. */
const freshMs = 1000

/** States read once a second at most, however many payments ask. */
export function createOperatorStates(database: Pick<Database, 'pool' | 'wake'>): OperatorStates {
  let known: Promise<readonly OperatorState[]> | undefined
  const read = (): Promise<readonly OperatorState[]> => (known = readOperatorStates(database))

  /** Forgets at the change or after `freshMs`; where waiting fails, at once. */
  async function watch(): Promise<void> {
    const { signal } = new AbortController()
    const isOver = async (): Promise<boolean> => {
      // Read once more now that a change would wake us.
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
