import { randomInt, randomUUIDv7 } from 'node:crypto'
import { asId, type PortalUserId, type ServiceEnvId, type TransactionId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Money } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { sandboxNumber } from '#domain/sandbox/numbers.ts'
import { type CollectionContext, requestCollection } from '#use-cases/collections/request.ts'

/** A sandbox payment that somebody requests in the portal, to try it out. */
export interface TestPayment {
  readonly serviceEnvId: ServiceEnvId
  readonly personId: PortalUserId
  readonly price: Money
  readonly operator: Operator
  /** The last digits of the payer's number, which decide the outcome. */
  readonly ending: string
  /** What the payer and the payment are called, in the language of who requests it. */
  readonly customerName: string
  readonly description: string
  /** The same key means the same payment. */
  readonly key: string
  readonly requestId: string
}

/**
 * Requests it from an invented payer, through the same use case as every collection. Refusals: those of
 * `requestCollection`, such as amount_out_of_bounds and sandbox_rate_limited.
 */
export async function requestTestPayment(
  context: CollectionContext,
  payment: TestPayment,
): Promise<TransactionId> {
  const { serviceEnvId, personId: holderId, price, operator, ending } = payment
  const canonical = [route, operator.code, ending, String(price.minor), price.currency]
  const request = {
    idempotency: { serviceEnvId, holderId, route, key: payment.key },
    canonicalRequest: canonical.join('\n'),
    requestId: payment.requestId,
    // The page redirects to the payment, and needs nothing else of the answer.
    respond: () => ({ status: 303, body: '' }),
  }
  const { madeId } = await requestCollection(context, request, orderOf(payment))
  return asId<TransactionId>(madeId)
}

const route = 'POST /portail/outils/paiement'

/** Numbers vary, so that many tests do not exceed the limit per payer. */
function orderOf(payment: TestPayment) {
  const { serviceEnvId, operator, ending, price, customerName, description } = payment
  const anyTwo = String(randomInt(100)).padStart(2, '0')
  const phone = parsePhone(sandboxNumber(operator, ending, anyTwo))
  if (!phone.ok) throw fail(phone.code)
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
    payer: {
      provider: operator.code,
      method: undefined,
      phone: phone.value,
      card: undefined,
      customer: { name: customerName, email: 'client@example.com' },
    },
    reference: undefined,
    description,
    metadata: {},
  } as const
}
