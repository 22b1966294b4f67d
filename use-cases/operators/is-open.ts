import type { ServiceEnvId } from '#domain/ids.ts'
import type { Mode, TransactionType } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { findCapabilities } from './find-account.ts'
import { capabilitiesOf, type OperatorAccounts } from '#platform/operator-accounts.ts'

/** The service that wants to use an operator, and for what. */
export interface OperatorScope {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly type: TransactionType
}

/**
 * True if there is an account to use. Sandbox always has one; live uses the service's own account, or else the
 * platform's, and only for what that account can do.
 */
export async function isOpen(
  { database, accounts }: { readonly database: Database; readonly accounts: OperatorAccounts },
  provider: string,
  { serviceEnvId, mode, type }: OperatorScope,
): Promise<boolean> {
  if (mode === 'sandbox') return true
  const own = await findCapabilities(database, serviceEnvId, provider)
  if (own !== undefined) return own.includes(type)
  const account = accounts.find((candidate) => candidate.provider === provider)
  return account !== undefined && capabilitiesOf(account).includes(type)
}
