import type { OperatorRequestId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { findOperatorAccount } from '#use-cases/operators/find-account.ts'
import type { OperatorAccount, OperatorAccounts } from '#platform/operator-accounts.ts'
import { createMoovOperator } from './moov/moov.ts'
import { createMtnOperator } from './mtn/mtn.ts'
import type { Operator } from './operator.ts'

export interface LiveOperatorsSettings {
  readonly database: UseCaseContext['database']
  /** For services that have no account of their own. */
  readonly accounts: OperatorAccounts
  /** Stores the operator's reference if it arrives without an outcome, or after we have stopped waiting. */
  readonly heardReference: (requestId: OperatorRequestId, reference: string) => Promise<void>
}

type Served = Pick<TransactionRecord, 'serviceEnvId' | 'provider'>

/**
 * The real operators: each transaction uses its service's own account, or else the platform's. Accounts are looked up
 * at each call, so renewed credentials apply at once.
 */
export function createLiveOperators(settings: LiveOperatorsSettings): (of: Served) => Operator {
  const clientOf = rememberClients(settings)
  return (served) => {
    const find = async (): Promise<Operator | undefined> => {
      const account = await accountOf(settings, served).catch(isNotKnown)
      return account && clientOf(account)
    }
    return {
      isIdempotent: isIdempotent(served.provider),
      request: async (order) => (await find())?.request(order) ?? { state: 'unavailable' },
      read: async (order) => (await find())?.read(order) ?? { state: 'unreachable' },
    }
  }
}

/** True if the operator treats one id as one order. */
function isIdempotent(provider: string): boolean {
  return provider === 'mtn-benin'
}

async function accountOf(
  { database, accounts }: LiveOperatorsSettings,
  { serviceEnvId, provider }: Served,
): Promise<OperatorAccount | undefined> {
  const own = await findOperatorAccount(database, serviceEnvId, provider)
  return own ?? accounts.find((account) => account.provider === provider)
}

/**
 * While the database is down, no operator can be asked and nothing was sent: this is neither an operator's answer nor
 * an error.
 */
function isNotKnown(): undefined {}

const clientsMax = 1000

/** A client holds a token: one is kept per account, keyed by everything the account consists of. */
function rememberClients(settings: LiveOperatorsSettings): (account: OperatorAccount) => Operator {
  const clients = new Map<string, Operator>()
  return (account) => {
    const key = JSON.stringify(account)
    const known = clients.get(key)
    if (known !== undefined) return known
    const [oldest] = clients.keys()
    if (clients.size >= clientsMax && oldest !== undefined) clients.delete(oldest)
    const client = createClient(account, settings)
    clients.set(key, client)
    return client
  }
}

function createClient(
  account: OperatorAccount,
  { heardReference }: LiveOperatorsSettings,
): Operator {
  switch (account.provider) {
    case 'mtn-benin':
      return createMtnOperator(account)
    case 'moov-benin':
      return createMoovOperator({ account, heardReference })
  }
}
