import assert from 'node:assert/strict'
import { periodNames, periodOf, rangeOf } from '#domain/dashboard/period.ts'

describe('periods of figures', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  const range = (from: string, to: string) => {
    const read = rangeOf({ from, to }, now)
    return read.ok ? Object.values({ ...read.value.days, ...named(read.value.before) }) : read.code
  }

  it('have the same days before them', () => {
    const said = Object.fromEntries(
      periodNames.map((name) => {
        const { days, before } = periodOf(name, now)
        return [name, [days.from, days.to, before.from, before.to]]
      }),
    )
    assert.deepEqual(said, {
      today: ['2026-03-31', '2026-03-31', '2026-03-30', '2026-03-30'],
      yesterday: ['2026-03-30', '2026-03-30', '2026-03-29', '2026-03-29'],
      week: ['2026-03-25', '2026-03-31', '2026-03-18', '2026-03-24'],
      thirty: ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
      // February ends before its 31st day.
      month: ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
      last_month: ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    })
  })

  it('begin at midnight of the main market', () => {
    const night = new Date('2026-03-31T23:00:00Z')
    assert.equal(periodOf('today', night).days.from, '2026-04-01')
    assert.deepEqual(periodOf('month', night).before, { from: '2026-03-01', to: '2026-03-01' })
    // The month that has just ended, from the first minute of the next one.
    const { days } = periodOf('last_month', night)
    assert.deepEqual(days, { from: '2026-03-01', to: '2026-03-31' })
  })

  it('may be any days of a year up to today, and else are refused with a reason', () => {
    assert.deepEqual(range('2026-03-01', '2026-03-10'), [
      '2026-03-01',
      '2026-03-10',
      '2026-02-19',
      '2026-02-28',
    ])
    assert.deepEqual(range('2026-03-30', '2026-04-02').slice(0, 2), ['2026-03-30', '2026-03-31'])
    assert.equal(range('1926-03-31', '2026-03-31'), 'too_long')
    assert.equal(range('2026-03-01', '9999-12-31'), 'too_long')
    assert.equal(range('2025-03-30', '2026-03-31'), 'too_long')
    assert.equal(range('2025-03-31', '2026-03-31').length, 4)
    assert.equal(range('2026-03-10', '2026-03-09'), 'reversed')
    assert.equal(range('2026-04-01', '2026-04-02'), 'not_yet')
    for (const day of ['2026-02-30', '31/12', '', '2026-03-01T00:00', '+012026-03-01'])
      assert.equal(range(day, '2026-03-31'), 'no_day', day)
  })

  function named({ from, to }: { from: string; to: string }) {
    return { beforeFrom: from, beforeTo: to }
  }
})
