import Type from 'typebox'
import type { ActCause } from '#use-cases/audit/log.ts'
import type { RouteInput } from '#http/route.ts'
import { idParameter } from '#http/fields.ts'

export const memberParams = Type.Object({ id: idParameter('user_not_found') })
export const transactionParams = Type.Object({ id: idParameter('transaction_not_found') })
export const refundParams = Type.Object({ id: idParameter('refund_not_found') })
export const accountParams = Type.Object({ id: idParameter('authorized_account_not_found') })
export const merchantParams = Type.Object({ id: idParameter('merchant_not_found') })

/** What the audit log keeps of a request, besides the action. */
export function causeOf({ requestId }: Pick<RouteInput, 'requestId'>, reason?: string): ActCause {
  return { requestId, reason: reason ?? null }
}
