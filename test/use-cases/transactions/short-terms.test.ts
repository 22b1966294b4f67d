import assert from 'node:assert/strict'
import fc from 'fast-check'
import { money } from '#domain/money/money.ts'
import { displayOf } from '#domain/pricing/display.ts'
import { priceCollection } from '#domain/pricing/pricing.ts'
import { channels } from '#domain/transactions/transaction.ts'
import type { Frozen } from '#db/types/frozen.ts'
import {
  shortDisplay,
  shortRule,
  wholeDisplay,
  wholeRule,
} from '#use-cases/transactions/short-terms.ts'
import { currencyArbitrary, termsArbitrary } from '#test/domain/arbitraries.ts'

const amounts = {
  price: money(1002n, 'XOF'),
  amountCharged: money(1025n, 'XOF'),
  net: money(1000n, 'XOF'),
}

/** As a column gives it. */
function kept<Value>(json: string): Frozen<Value> {
  return JSON.parse(json) as Frozen<Value>
}

describe('what a payment keeps of its terms', () => {
  it('is read by its amounts where nothing else is kept, today as ever', () => {
    assert.deepEqual(wholeDisplay(kept('{}'), amounts), {
      currency: 'XOF',
      amount: money(1002n, 'XOF'),
      fees: money(23n, 'XOF'),
      amountCharged: money(1025n, 'XOF'),
      net: money(1000n, 'XOF'),
      exchangeFee: money(0n, 'XOF'),
      feesUnderMinimum: false,
      rate: { value: '1', perUnit: '1', at: null, source: 'origin' },
    })
    assert.deepEqual(wholeRule(kept('{"kind":"percentage","value":"2.0000","level":"platform"}')), {
      kind: 'percentage',
      value: '2.0000',
      level: 'platform',
      channel: null,
      terminal: null,
    })
  })

  it('is read as it is where all of it was kept', () => {
    const display =
      '{"currency":"EUR","amount":{"minor":{"n":"153"},"currency":"EUR"},"fees":{"minor":{"n":"3"},"currency":"EUR"},' +
      '"amountCharged":{"minor":{"n":"156"},"currency":"EUR"},"net":{"minor":{"n":"152"},"currency":"EUR"},' +
      '"exchangeFee":{"minor":{"n":"1"},"currency":"EUR"},"feesUnderMinimum":true,' +
      '"rate":{"value":"0.00152449","perUnit":"655.957","at":{"t":"2026-11-20T00:00:00.000Z"},"source":"fixed"}}'
    assert.deepEqual(wholeDisplay(kept(display), amounts), {
      currency: 'EUR',
      amount: money(153n, 'EUR'),
      fees: money(3n, 'EUR'),
      amountCharged: money(156n, 'EUR'),
      net: money(152n, 'EUR'),
      exchangeFee: money(1n, 'EUR'),
      feesUnderMinimum: true,
      rate: {
        value: '0.00152449',
        perUnit: '655.957',
        at: new Date('2026-11-20T00:00:00.000Z'),
        source: 'fixed',
      },
    })
    const rule = '{"kind":"fixed","value":"100","level":"channel","channel":"pos","terminal":null}'
    assert.deepEqual(wholeRule(kept(rule)), JSON.parse(rule))
  })

  it('comes back as it was, for every price, tariff and pair of currencies', () => {
    let plain = 0
    let priced = 0
    fc.assert(
      fc.property(
        termsArbitrary,
        fc.option(currencyArbitrary, { nil: undefined, freq: 2 }),
        ({ price, ...others }, other) => {
          // Half of the prices are in francs, of services that reckon in francs, as most are.
          const terms = { ...others, price: money(price.minor, other ? price.currency : 'XOF') }
          const outcome = priceCollection(terms)
          if (!outcome.ok) return
          priced += 1
          const serviceCurrency = other ?? 'XOF'
          const display = displayOf(outcome.value, { serviceCurrency, rates: terms.rates })
          const short = shortDisplay(display, outcome.value)
          // Arbitrary values have another prototype than ours.
          const back = structuredClone(wholeDisplay(kept(short), outcome.value))
          assert.deepEqual(back, structuredClone(display))
          if (short === '{}') plain += 1
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(plain > 50 && priced - plain > 400, `${plain} of ${priced}`)
  })

  it('is short where the payer pays in the currency of the price', () => {
    const whole = wholeDisplay(kept('{}'), amounts)
    assert.equal(shortDisplay(whole, amounts), '{}')
    const others = { ...whole, feesUnderMinimum: true }
    assert.equal(shortDisplay(others, amounts), '{"feesUnderMinimum":true}')
  })

  it('says of a tariff what it is for, and of a general one nothing', () => {
    const rule = { kind: 'percentage', value: '1.9', level: 'platform' } as const
    for (const channel of [null, ...channels])
      for (const terminal of [null, '01a214d5-c38e-76f5-9713-e141f7a22371']) {
        const given = { ...rule, channel, terminal }
        assert.deepEqual(wholeRule(kept(shortRule(given))), given)
      }
    assert.equal(shortRule({ ...rule, channel: null, terminal: null }), JSON.stringify(rule))
  })
})
