import type { CurrencyCode } from '#domain/currency.ts'
import { isConvertible } from '#domain/exchange.ts'
import { chooseFeeRule, type FeeRule } from '#domain/fee-rule.ts'
import type { Money } from '#domain/money.ts'
import type { Operator } from '#domain/operators.ts'
import type { ApiContext } from '#api/context.ts'
import type { AnySeller } from '#api/http/caller.ts'
import { openOperators } from '#api/operators/open-operators.ts'
import type { OpenMethod } from '#api/present/payment-method.ts'
import { mayUseAnyCurrency } from '#api/pricing/collection-request.ts'
import { limitsOf, shownCurrency, takes } from '#api/pricing/limits.ts'
import type { OfferBasis, OfferScope } from '#api/pricing/offer.ts'

/** Whose methods, on which terms, and which of them: an undefined filter holds for all. */
export interface MethodsSearch {
  readonly seller: AnySeller
  readonly basis: OfferBasis
  readonly filter: {
    readonly country: string | undefined
    readonly currency: CurrencyCode | undefined
    readonly price: Money | undefined
  }
}

/** The operators through which the seller can collect in its mode and channel (spec: GET /v2/payment-methods). */
export async function openMethods(
  context: Pick<ApiContext, 'isOpen' | 'assetUrl'>,
  search: MethodsSearch,
): Promise<OpenMethod[]> {
  const { seller, basis } = search
  const { serviceEnvId, mode } = seller
  const open = await openOperators(context, { serviceEnvId, mode, type: 'collection' })
  return open.flatMap((operator) => {
    const scope = scopeOf(seller, operator)
    const limits = limitsOf(scope, basis)
    if (limits === undefined || !isWanted(scope, search)) return []
    const logoUrl = context.assetUrl(`${operator.code}.svg`)
    return [{ operator, limits, generalFee: generalFee(scope, basis), logoUrl }]
  })
}

function scopeOf(seller: AnySeller, operator: Operator): OfferScope {
  return {
    serviceEnvId: seller.serviceEnvId,
    channel: seller.channel,
    terminalId: seller.terminalId,
    operator,
    mayUseAnyCurrency: mayUseAnyCurrency(seller),
  }
}

function isWanted(scope: OfferScope, { basis, filter }: MethodsSearch): boolean {
  const { country, currency, price } = filter
  if (country !== undefined && country !== scope.operator.country) return false
  if (price !== undefined) return takes({ ...scope, price }, basis)
  return currency === undefined || takesCurrency(scope, basis, currency)
}

function takesCurrency(scope: OfferScope, basis: OfferBasis, currency: CurrencyCode): boolean {
  if (scope.mayUseAnyCurrency) return isConvertible(currency, basis.rates)
  return currency === scope.operator.currency || currency === shownCurrency(basis)
}

/** The commission whatever the channel or terminal; a quote tells theirs (spec: fees_preview). */
function generalFee({ operator, ...scope }: OfferScope, { terms }: OfferBasis): FeeRule {
  const rules = terms.feeRules.filter(({ level }) => level === 'service' || level === 'platform')
  const rule = chooseFeeRule(rules, { ...scope, type: 'collection', provider: operator.code })
  if (rule === undefined) throw new Error('the platform has no tariff for collections')
  return rule
}
