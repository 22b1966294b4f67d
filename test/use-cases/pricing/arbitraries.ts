import * as fc from 'fast-check'
import type { FeeRule } from '#domain/pricing/fee-rule.ts'
import { asId, type ServiceEnvId, type TerminalId } from '#domain/ids.ts'
import { operators } from '#domain/operators/operators.ts'
import type { OfferBasis, OfferScope } from '#use-cases/pricing/offer.ts'
import {
  currencyArbitrary,
  feeRuleArbitrary,
  payerArbitrary,
  percentArbitrary,
  ratesArbitrary,
} from '#test/domain/arbitraries.ts'

const serviceEnvId = asId<ServiceEnvId>('0195a5c4-7a51-7000-8000-00000000000a')
const terminalId = asId<TerminalId>('0195a5c4-7a51-7000-8000-00000000000b')

/** Who asks, by key: a terminal and a cash desk with their terminal, the others without. */
export const scopeArbitrary: fc.Arbitrary<OfferScope> = fc
  .tuple(fc.constantFrom('api', 'widget', 'pos', 'shop'), fc.constantFrom(...operators))
  .map(([channel, operator]) => ({
    serviceEnvId,
    channel,
    terminalId: channel === 'pos' || channel === 'shop' ? terminalId : null,
    operator,
    mayUseAnyCurrency: channel === 'widget',
  }))

const surchargeTerms = fc.record({ percent: percentArbitrary, payer: payerArbitrary })

/** The tariff of the platform, and some of the service, of channels, of operators and of the terminal. */
const feeRulesArbitrary: fc.Arbitrary<FeeRule[]> = fc
  .tuple(feeRuleArbitrary, fc.array(closerRuleArbitrary(), { maxLength: 5 }))
  .map(([platform, closer]) => [...closer, platform])

/** Terms and rates; now and then the currency of the service has no rate. */
export const basisArbitrary: fc.Arbitrary<OfferBasis> = fc
  .record({
    serviceCurrency: currencyArbitrary,
    exchangeFee: surchargeTerms,
    exchangeMargin: surchargeTerms,
    feeRules: feeRulesArbitrary,
    rates: fc.oneof({ weight: 9, arbitrary: ratesArbitrary }, fc.constant([])),
  })
  .map(({ rates, ...terms }) => ({
    rates,
    terms: {
      ...terms,
      mode: 'sandbox',
      isOpen: true,
      serviceId: serviceEnvId,
      serviceName: 'Boutique',
      servicePublicName: 'Boutique',
    },
  }))

function closerRuleArbitrary(): fc.Arbitrary<FeeRule> {
  return fc
    .record({
      rule: feeRuleArbitrary,
      place: fc.constantFrom<Partial<FeeRule>>(
        { level: 'service' },
        { level: 'service', provider: 'mtn-benin' },
        { level: 'channel', channel: 'widget' },
        { level: 'channel', channel: 'pos' },
        { level: 'terminal', terminal: terminalId },
      ),
    })
    .map(({ rule, place }) => ({ ...rule, serviceEnvId, ...place }))
}
