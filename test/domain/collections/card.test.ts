import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import {
  type Card,
  cardFaults,
  isCardNumber,
  networkName,
  networkOf,
} from '#domain/collections/card.ts'
import { asksOnPage, sandboxCards, sandboxMandateScenario } from '#domain/sandbox/acquirer.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: Card = { number: '4242424242424242', expMonth: 11, expYear: 2026, cvc: '123' }
const faultsOf = (changes: Partial<Card>) =>
  cardFaults({ ...good, ...changes }, now).map(({ part, code }) => `${part} ${code}`)

describe('a card number', () => {
  it('has 12 to 19 digits, the last of which its others ask for', () => {
    const good = ['4242424242424242', '378282246310005', '5555555555554444', '4000000000000002']
    for (const number of good) assert.ok(isCardNumber(number), number)
    const bad = ['4242424242424241', '42424242424', '', '4242 4242 4242 4242', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢']
    for (const number of bad) assert.ok(!isCardNumber(number), number)
  })

  it('is refused when any one digit is another, or two different neighbours but 0 and 9 change places', () => {
    const digits = fc.stringMatching(/^\d{15}$/)
    fc.assert(
      fc.property(digits, fc.nat(15), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const number = withCheckDigit(body)
        const changed = replaceAt(number, at, String((Number(number[at]) + by) % 10))
        assert.ok(isCardNumber(number) && !isCardNumber(changed))
        const [one = '', two = ''] = number.slice(at)
        if (one === two || two === '' || one + two === '09' || one + two === '90') return
        assert.ok(!isCardNumber(replaceAt(replaceAt(number, at, two), at + 1, one)))
      }),
    )
  })

  it('tells its network by its start', () => {
    const rows = [
      ['4', 'visa'],
      ['51', 'mastercard'],
      ['55', 'mastercard'],
      ['2221', 'mastercard'],
      ['2720', 'mastercard'],
      ['34', 'amex'],
      ['37', 'amex'],
      ['50', undefined],
      ['56', undefined],
      ['2220', undefined],
      ['2721', undefined],
      ['36', undefined],
      ['62', undefined],
    ] as const
    for (const [start, network] of rows) assert.equal(networkOf(start.padEnd(16, '0')), network)
    assert.deepEqual([networkName('visa'), networkName('amex')], ['Visa', 'American Express'])
  })
})

describe('a card', () => {
  it('is good to the end of its month', () => {
    assert.deepEqual(faultsOf({}), [])
    assert.deepEqual(faultsOf({ expMonth: 10 }), ['exp_month expired_card'])
    assert.deepEqual(faultsOf({ expMonth: 12, expYear: 2025 }), ['exp_year expired_card'])
    const lastMoment = new Date('2026-11-30T23:59:59.999Z')
    const over = new Date('2026-12-01T00:00:00Z')
    assert.deepEqual(cardFaults(good, lastMoment), [])
    assert.equal(cardFaults(good, over).length, 1)
    assert.deepEqual(cardFaults({ ...good, expMonth: 12 }, over), [])
  })

  it('has the length and the code of its network, and all its faults are told', () => {
    assert.deepEqual(faultsOf({ number: '42424242424242' }), ['number invalid_card_number'])
    assert.deepEqual(faultsOf({ number: '6011111111111117' }), ['number unsupported_card_network'])
    assert.deepEqual(faultsOf({ cvc: '1234' }), ['cvc invalid_card_cvc'])
    const amex = '378282246310005'
    assert.deepEqual(faultsOf({ number: amex, cvc: '1234' }), [])
    assert.deepEqual(faultsOf({ number: amex, expYear: 2020 }), [
      'exp_year expired_card',
      'cvc invalid_card_cvc',
    ])
  })
})

describe('the cards of the sandbox', () => {
  it('pass every check, and each is listed once', () => {
    for (const { number } of sandboxCards) {
      const cvc = networkOf(number) === 'amex' ? '1234' : '123'
      assert.ok(isCardNumber(number), number)
      assert.deepEqual(cardFaults({ ...good, number, cvc }, now), [])
    }
    assert.equal(new Set(sandboxCards.map(({ number }) => number)).size, sandboxCards.length)
  })

  it('and numbers: 0012 asks for a mandate on a page, the others do as they do elsewhere', () => {
    assert.equal(sandboxMandateScenario('2290197000012'), 'payer_confirms_mandate')
    assert.equal(sandboxMandateScenario('2290197000001'), 'insufficient_funds')
    assert.equal(sandboxMandateScenario('2290197001234'), 'succeeds')
    assert.deepEqual(
      sandboxCards.filter(({ scenario }) => asksOnPage(scenario)).map(({ number }) => number),
      ['4000000000003220'],
    )
  })
})

function withCheckDigit(body: string): string {
  const check = Array.from('0123456789').find((digit) => isCardNumber(body + digit))
  return body + check
}

function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1)
}
