import assert from 'node:assert/strict'
import fc from 'fast-check'
import { parseDurationMs, writtenDuration } from '#platform/duration.ts'

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

describe('duration', () => {
  it('is a whole number with its unit', () => {
    const unit = fc.constantFrom(...Object.entries(units))
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), unit, (count, [name, unitMs]) => {
        assert.equal(parseDurationMs(`${count}${name}`), count * unitMs)
        assert.equal(parseDurationMs(writtenDuration(count * unitMs)), count * unitMs)
      }),
    )
    assert.equal(writtenDuration(2_592_000_000), '30d')
    assert.equal(writtenDuration(100), '100ms')
  })

  for (const text of [
    '',
    '5',
    's',
    '1.5s',
    '-1s',
    '1 s',
    '1m30s',
    '1M',
    '1e3ms',
    '٣s',
    '9'.repeat(12) + 'd',
    '9'.repeat(13) + 'ms',
  ]) {
    it(`is not "${text}"`, () => {
      assert.equal(parseDurationMs(text), undefined)
    })
  }
})
