import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { chooseFeeRule, type FeeScope } from '#domain/pricing/fee-rule.ts'
import { feeRule } from '#test/domain/arbitraries.ts'

const scope: FeeScope = {
  type: 'collection',
  provider: 'mtn-benin',
  serviceEnvId: 'service-1',
  channel: 'pos',
  terminalId: 'terminal-1',
}
const platform = feeRule({ value: '1' })
const service = feeRule({ level: 'service', serviceEnvId: 'service-1', value: '2' })
const channel = feeRule({ level: 'channel', channel: 'pos', value: '3' })
const terminal = feeRule({ level: 'terminal', terminal: 'terminal-1', value: '4' })

describe('the choice of a fee rule', () => {
  it('prefers the terminal, then the channel, the service and the platform, in any order of rules', () => {
    const ordered = [terminal, channel, service, platform]
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered), (rules) => {
        const expected = ordered.find((rule) => rules.includes(rule))
        assert.equal(chooseFeeRule(rules, scope), expected)
      }),
    )
  })

  it('prefers, at one level, the rule of the service, then that of the operator', () => {
    const general = feeRule({ level: 'channel', channel: 'pos' })
    const ofOperator = feeRule({ level: 'channel', channel: 'pos', provider: 'mtn-benin' })
    const ofService = feeRule({ level: 'channel', channel: 'pos', serviceEnvId: 'service-1' })
    const ofBoth = { ...ofService, provider: 'mtn-benin' }
    assert.equal(chooseFeeRule([general, ofOperator], scope), ofOperator)
    assert.equal(chooseFeeRule([ofOperator, ofService], scope), ofService)
    assert.equal(chooseFeeRule([ofService, ofBoth, general], scope), ofBoth)
  })

  it('passes over rules of another operation, operator, service, channel or terminal', () => {
    const others = [
      { ...terminal, type: 'payout' as const },
      { ...terminal, terminal: 'terminal-2' },
      { ...channel, channel: 'api' as const },
      { ...service, serviceEnvId: 'service-2' },
      { ...platform, provider: 'moov-benin' },
    ]
    assert.equal(chooseFeeRule(others, scope), undefined)
    assert.equal(chooseFeeRule([...others, platform], scope), platform)
    assert.equal(chooseFeeRule([terminal, platform], { ...scope, terminalId: null }), platform)
  })

  it('never lets a rule without the terminal, channel or service of its level hold everywhere', () => {
    const loose = [
      feeRule({ level: 'terminal' }),
      feeRule({ level: 'channel' }),
      feeRule({ level: 'service' }),
    ]
    assert.equal(chooseFeeRule([...loose, platform], scope), platform)
    assert.equal(chooseFeeRule(loose, { ...scope, terminalId: null }), undefined)
  })
})
