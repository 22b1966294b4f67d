import { randomInt, randomUUIDv7 } from 'node:crypto'
import { asId, type PortalUserId, type ServiceEnvId, type TransactionId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import { sandboxNumber } from '#domain/sandbox/numbers.ts'
import { acceptedAnswer } from '#api/collections/accept.ts'
import type { DraftRequest } from '#api/collections/draft.ts'
import type { ApiContext } from '#http/context.ts'

/** A payment of the sandbox that somebody asks for in the portal, to see what becomes of it. */
export interface TestPayment {
  readonly serviceEnvId: ServiceEnvId
  readonly personId: PortalUserId
  readonly price: Money
  readonly operator: Operator
  /** Of the payer's number: it decides the outcome. */
  readonly ending: string
  /** The same key again is the same payment. */
  readonly key: string
  readonly requestId: string
}

/**
 * Asks an invented payer for it, through the door of all collections. Refusals: those of `acceptedAnswer`, such as
 * amount_out_of_bounds and sandbox_rate_limited.
 */
export async function acceptTestPayment(
  context: ApiContext,
  payment: TestPayment,
): Promise<TransactionId> {
  const { serviceEnvId, personId: holderId, price, operator, ending } = payment
  const canonical = [route, operator.code, ending, String(price.minor), price.currency]
  const { text } = await acceptedAnswer(context, {
    idempotency: { serviceEnvId, holderId, route, key: payment.key },
    canonicalRequest: canonical.join('\n'),
    requestId: payment.requestId,
    ask: () => draftRequest(payment),
    addressOf: (id) => `/v2/transactions/${id}`,
  })
  const { data } = JSON.parse(text) as { data: { id: string } }
  return asId<TransactionId>(data.id)
}

const route = 'POST /portail/outils/paiement'

/** Numbers differ, so that many tests are not too many requests to one payer. */
function draftRequest({ serviceEnvId, operator, ending, price }: TestPayment): DraftRequest {
  const anyTwo = String(randomInt(100)).padStart(2, '0')
  return {
    id: asId<TransactionId>(randomUUIDv7()),
    seller: {
      kind: 'secret',
      mode: 'sandbox',
      serviceEnvId,
      channel: 'dashboard',
      terminalId: null,
      collaboratorId: null,
    },
    apiKeyId: null,
    payable: null,
    price,
    body: {
      provider: operator.code,
      phone: sandboxNumber(operator, ending, anyTwo),
      customer: { name: 'Client de test', email: 'client@example.com' },
    },
    reference: undefined,
    description: 'Paiement de test',
    metadata: {},
  }
}
