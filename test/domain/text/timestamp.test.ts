import assert from 'node:assert/strict'
import { parseTimestamp } from '#domain/text/timestamp.ts'

describe('a timestamp', () => {
  it('is of a year that has four digits, in UTC too', () => {
    assert.equal(parseTimestamp('9999-12-31T23:59:59-14:00'), null)
    assert.equal(parseTimestamp('0000-01-01T00:00:00+14:00'), null)
    const last = parseTimestamp('9999-12-31T23:59:59+14:00')
    assert.equal(last?.toISOString(), '9999-12-31T09:59:59.000Z')
  })

  it('may be written with small letters and any fraction, as RFC 3339 allows', () => {
    const half = new Date('2026-11-28T15:20:00.500Z')
    for (const text of ['2026-11-28t15:20:00.5z', '2026-11-28T16:20:00.500000000000+01:00']) {
      assert.deepEqual(parseTimestamp(text), half, text)
    }
  })

  it('is none of a day or an hour that does not exist', () => {
    for (const text of [
      '2026-02-30',
      '2026-02-29T00:00:00Z',
      '2026-13-01',
      '2026-W01',
      '275760-09-13',
      '+275760-09-13T00:00:00.000Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01T23:59:60Z',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01T00:00:00',
    ])
      assert.equal(parseTimestamp(text), null, text)
  })
})
