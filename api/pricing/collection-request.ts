import type { CurrencyCode } from '#domain/currency.ts'
import { fail } from '#domain/errors.ts'
import type { Phone } from '#domain/phone.ts'
import type { PaymentMethodType } from '#domain/transaction.ts'
import type { ApiContext } from '#api/context.ts'
import type { Caller } from '#api/http/caller.ts'
import { chooseOperator, exactAmount, type OfferRequest } from './offer.ts'

/** What a caller wants to collect, its fields checked. `phone` may be missing where a provider is named. */
export interface CollectionWish {
  readonly caller: Caller
  readonly body: { readonly currency: CurrencyCode; readonly provider: string }
  readonly phone: Phone | undefined
  readonly numberText: (field: string) => string | undefined
}

/**
 * The request that a quote and a collection price alike, so that what was quoted is what is charged. Refusals:
 * provider_not_detected, provider_unavailable, invalid_amount.
 */
export function collectionRequest(
  context: Pick<ApiContext, 'isOpen'>,
  { caller, body, phone, numberText }: CollectionWish,
): OfferRequest {
  return {
    serviceEnvId: caller.serviceEnvId,
    channel: caller.channel,
    terminalId: caller.terminalId,
    operator: chooseOperator(context, caller.mode, { provider: body.provider, phone }),
    price: exactAmount(numberText('amount'), body.currency),
    mayUseAnyCurrency: mayUseAnyCurrency(caller),
  }
}

/** Only mobile money is open. Refusal: payment_method_unavailable. */
export function refuseClosedMethod(method: PaymentMethodType | undefined): void {
  if (method === undefined || method === 'mobile_money') return
  throw fail('payment_method_unavailable', { field: 'payment_method' })
}

/** The operator's and the service's currency are for all; any active one only for the merchant's pages. */
export function mayUseAnyCurrency({ kind }: Pick<Caller, 'kind'>): boolean {
  return kind === 'public'
}
