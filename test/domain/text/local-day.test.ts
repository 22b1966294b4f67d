import assert from 'node:assert/strict'
import { eachDay, localClock, localDay, startOfLocalDay } from '#domain/text/local-day.ts'

describe('days of the main market', () => {
  it('begin an hour before those of UTC', () => {
    assert.equal(localDay(new Date('2026-02-28T22:59:59Z')), '2026-02-28')
    assert.equal(localDay(new Date('2026-02-28T23:00:00Z')), '2026-03-01')
    assert.equal(localClock(new Date('2026-02-28T23:07:00Z')), '00:07')
    assert.equal(startOfLocalDay('2026-03-01')?.toISOString(), '2026-02-28T23:00:00.000Z')
  })

  it('are those of the calendar', () => {
    for (const day of ['2026-02-30', '2026-13-01', '1/3/2026', '', '2026-3-1'])
      assert.equal(startOfLocalDay(day), undefined, day)
    const days = { from: '2024-02-28', to: '2024-03-01' }
    assert.deepEqual(eachDay(days), ['2024-02-28', '2024-02-29', '2024-03-01'])
  })
})
