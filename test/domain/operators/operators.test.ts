import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import {
  detectOperator,
  isBankCode,
  isWithinLimits,
  operatorOf,
  operators,
} from '#domain/operators/operators.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { sandboxScenario } from '#domain/sandbox/numbers.ts'

describe('operators', () => {
  it('are found from the range of the number', () => {
    const rows: [string, string | undefined][] = [
      ['2290197000001', 'mtn-benin'],
      ['22997000001', 'mtn-benin'],
      ['2290142000001', 'mtn-benin'],
      ['2290195000001', 'moov-benin'],
      ['2290155000001', 'moov-benin'],
      ['2290140000001', undefined],
      ['2290130000001', undefined],
      ['2250197000001', undefined],
    ]
    for (const [text, expected] of rows) assert.equal(detected(text), expected, text)
  })

  it('share no range, and every range is a prefix of the national number they expect', () => {
    const all = operators.flatMap(({ phone }) => phone?.prefixes ?? [])
    assert.equal(new Set(all).size, all.length)
    assert.equal(all.length, 31)
    for (const { phone } of operators) {
      if (phone === null) continue
      assert.deepEqual([phone.length, phone.countryCode], [10, '229'])
      for (const prefix of phone.prefixes) {
        assert.equal(prefix.length, phone.prefixLength)
        const example: string = phone.countryCode + prefix.padEnd(phone.length, '1')
        assert.equal(parsePhone(example).ok, true)
      }
    }
  })

  it('are found by their exact code, apart from the banks', () => {
    assert.equal(operatorOf('mtn-benin')?.network, 'mtn')
    assert.equal(operatorOf('moov-benin')?.network, 'moov')
    for (const code of ['auto', 'uba-benin', 'MTN-BENIN', '']) {
      assert.equal(operatorOf(code), undefined)
    }
    for (const code of ['uba-benin', 'ecobank-benin', 'boa-benin']) assert.ok(isBankCode(code))
    assert.equal(isBankCode('mtn-benin'), false)
  })

  it('accept a price equal to either limit', () => {
    const limits = { minAmount: money(100n, 'XOF'), maxAmount: money(2_000_000n, 'XOF') }
    const within = [99n, 100n, 2_000_000n, 2_000_001n].map((minor) =>
      isWithinLimits(money(minor, 'XOF'), limits),
    )
    assert.deepEqual(within, [false, true, true, false])
  })
})

describe('sandbox numbers', () => {
  it('decide by their last four digits, for either operator', () => {
    const rows: [string, string, string][] = [
      ['0001', 'insufficient_funds', 'float_empty'],
      ['0002', 'payer_rejected', 'recipient_refused'],
      ['0003', 'never_answers', 'never_answers'],
      ['0004', 'unavailable_then_succeeds', 'unavailable_then_succeeds'],
      ['0005', 'decided_in_portal', 'decided_in_portal'],
      ['0006', 'funds_held', 'succeeds'],
      ['0007', 'funds_to_confirm', 'succeeds'],
      ['0008', 'callback_twice', 'callback_twice'],
      ['0009', 'callback_lost', 'callback_lost'],
      ['0010', 'callback_first', 'callback_first'],
      ['0011', 'timeout_but_taken', 'timeout_but_taken'],
      ['0012', 'succeeds', 'succeeds'],
      ['0000', 'succeeds', 'succeeds'],
      ['1001', 'succeeds', 'succeeds'],
    ]
    for (const [lastFour, collection, payout] of rows) {
      // A refund goes to who has paid: the operator's manners stay, and 0012 alone cannot be paid back.
      const hasManners = collection === payout && !/never|portal/.test(collection)
      const refund =
        lastFour === '0012' ? 'recipient_refused' : hasManners ? collection : 'succeeds'
      for (const start of ['229019700', '229019500']) {
        assert.equal(sandboxScenario(start + lastFour, 'collection'), collection)
        assert.equal(sandboxScenario(start + lastFour, 'payout'), payout)
        assert.equal(sandboxScenario(start + lastFour, 'refund'), refund)
      }
    }
  })
})

function detected(text: string): string | undefined {
  const read = parsePhone(text)
  assert.ok(read.ok)
  return detectOperator(read.value)?.code
}
