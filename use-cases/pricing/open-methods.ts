import type { CurrencyCode } from '#domain/money/currency.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { chooseFeeRule, type FeeRule } from '#domain/pricing/fee-rule.ts'
import type { Money } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import { openOperators } from '#use-cases/operators/list-open.ts'
import { mayUseAnyCurrency } from './collection-request.ts'
import { limitsOf, type OfferLimits, shownCurrency, takes } from './limits.ts'
import type { OfferBasis, OfferScope } from './offer.ts'

/** An operator open to one caller, with its general fee. */
export interface OpenMethod {
  readonly operator: Operator
  readonly limits: OfferLimits
  readonly generalFee: FeeRule
  readonly logoUrl: string
}

/** Whose methods, on which terms, and which filter; undefined filters match all. */
export interface MethodsSearch {
  readonly seller: AnySeller
  readonly basis: OfferBasis
  readonly filter: {
    readonly country: string | undefined
    readonly currency: CurrencyCode | undefined
    readonly price: Money | undefined
  }
}

/** The operators through which the seller can collect in its mode and channel (docs/api.md#payment-methods). */
export async function openMethods(
  context: Pick<UseCaseContext, 'isOpen' | 'assetUrl'>,
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

/** The fee without rules for a channel or terminal, which only a quote shows (docs/api.md#payment-methods). */
function generalFee({ operator, ...scope }: OfferScope, { terms }: OfferBasis): FeeRule {
  const rules = terms.feeRules.filter(({ level }) => level === 'service' || level === 'platform')
  const rule = chooseFeeRule(rules, { ...scope, type: 'collection', provider: operator.code })
  if (rule === undefined) throw new Error('the platform has no tariff for collections')
  return rule
}
