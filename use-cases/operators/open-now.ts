import type { Database } from '#db/connect.ts'
import type { OperatorAccounts } from '#platform/operator-accounts.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { isOpen } from './is-open.ts'
import { createOperatorStates } from './states.ts'

/** Whether an operator is available now: not closed by staff, and with an account to use. */
export function createOpenNow(parts: {
  readonly database: Database
  readonly accounts: OperatorAccounts
}): UseCaseContext['isOpen'] {
  const states = createOperatorStates(parts.database)
  return async (provider, scope) =>
    (await states.isOpen(provider, scope.mode)) && (await isOpen(parts, provider, scope))
}
