import type { MtnAccount } from '#platform/operator-accounts.ts'
import type { HttpEnd } from '#activities/operators/http.ts'
import {
  callTimeoutMs,
  type MoneyOrder,
  type Operator,
  type OrderKind,
  type OrderState,
  type RequestAnswer,
} from '#activities/operators/operator.ts'
import { createMtnClient, type ProductName } from './client.ts'
import { parseObject } from './json.ts'
import { codeIn, failureCodeOf, orderBody, stateOf } from './messages.ts'

/** The paths for each kind of order. */
const places: Readonly<
  Record<OrderKind, { readonly product: ProductName; readonly path: string }>
> = {
  collection: { product: 'collection', path: '/collection/v1_0/requesttopay' },
  payout: { product: 'disbursement', path: '/disbursement/v1_0/transfer' },
  refund: { product: 'disbursement', path: '/disbursement/v1_0/refund' },
}

const marginMs = 500

/**
 * MTN Mobile Money through the MoMo Open API. One `X-Reference-Id` is one order to MTN, so repeating a request cannot
 * debit twice. Callbacks are unsigned, so the status is always read.
 */
export function createMtnOperator(
  account: MtnAccount,
  budgetMs: number = callTimeoutMs - marginMs,
): Operator {
  const client = createMtnClient(account, budgetMs)
  return {
    isIdempotent: true,
    async request(order) {
      const end = await client({
        ...places[order.kind],
        method: 'POST',
        body: orderBody(order, account),
        headers: {
          'Content-Type': 'application/json',
          'X-Reference-Id': order.requestId,
          ...(account.callbackUrl !== null && {
            'X-Callback-Url': `${account.callbackUrl}/${order.requestId}`,
          }),
        },
      })
      return answerOf(end, order)
    },
    async read(order) {
      const { product, path } = places[order.kind]
      const end = await client({ product, method: 'GET', path: `${path}/${order.requestId}` })
      return stateIn(end, order, account)
    },
  }
}

/** Refused before the order was looked at: no permission, unknown path, too many requests. */
const closedDoors: ReadonlySet<number> = new Set([401, 403, 404, 405, 429])
const takenBefore = 'RESOURCE_ALREADY_EXIST'

function answerOf(end: HttpEnd, order: MoneyOrder): RequestAnswer {
  if (end.kind === 'not_sent') return { state: 'unavailable' }
  if (end.kind === 'no_answer') return { state: 'unknown' }
  if (end.status === 202) return { state: 'taken' }
  // A firewall's page says nothing about the order, whatever its status.
  const fields = end.text === '' ? {} : parseObject(end.text)
  return fields === undefined ? { state: 'unknown' } : refusalOf(end.status, codeIn(fields), order)
}

function refusalOf(status: number, code: string | undefined, order: MoneyOrder): RequestAnswer {
  if (closedDoors.has(status)) return { state: 'unavailable' }
  if (status === 409 && code === takenBefore) return { state: 'taken' }
  if (status === 400 && code !== undefined) {
    return { state: 'refused', failureCode: failureCodeOf(code, order) }
  }
  return { state: 'unknown' }
}

function stateIn(end: HttpEnd, order: MoneyOrder, account: MtnAccount): OrderState {
  if (end.kind !== 'answer') return { state: 'unreachable' }
  if (end.status === 200) return stateOf(end.text, order, account)
  // A 404 that MTN itself did not send means a wrong address, which says nothing about the order.
  const isItsWord = end.status === 404 && codeIn(parseObject(end.text)) === 'RESOURCE_NOT_FOUND'
  return { state: isItsWord ? 'not_found' : 'unreachable' }
}
