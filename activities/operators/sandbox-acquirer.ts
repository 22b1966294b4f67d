import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readPaymentToken } from '#use-cases/collections/payment-tokens.ts'
import { scenarioOfToken } from '#use-cases/sandbox/authorisations.ts'
import type { Operator } from './operator.ts'
import { createSandboxOperator, type SandboxSettings } from './sandbox.ts'

/** The sandbox's operator, acquirer and bank: the payment method decides which of them serves a transaction. */
export function createSandbox(
  settings: SandboxSettings,
): (transaction: Pick<TransactionRecord, 'paymentMethod'>) => Operator {
  const operator = createSandboxOperator(settings)
  const acquirer = createSandboxAcquirer(settings)
  return ({ paymentMethod }) => {
    const { type } = paymentMethod
    return type === 'card' || type === 'direct_debit' ? acquirer : operator
  }
}

/**
 * The card acquirer and the bank for direct debits: it charges the token of a card or mandate, and what the token was
 * issued for decides the outcome.
 */
function createSandboxAcquirer(settings: SandboxSettings): Operator {
  const { database } = settings
  return createSandboxOperator({
    ...settings,
    async scenarioOf({ requestId }) {
      const token = await readPaymentToken(database, requestId)
      return token === undefined ? undefined : scenarioOfToken(database, token, requestId)
    },
  })
}
