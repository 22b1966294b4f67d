import assert from 'node:assert/strict'
import { comesNext, dueNow, needsSecondPerson } from '#domain/standing-orders/order.ts'
import { lastDue, nextDue, type Timetable } from '#domain/standing-orders/timetable.ts'

// Porto-Novo is an hour ahead of UTC.
const at = (text: string): Date => new Date(`${text}:00Z`)
const daily: Timetable = { rhythm: 'daily', day: null, hour: 8 }
const mondays: Timetable = { rhythm: 'weekly', day: 1, hour: 0 }
const ultimo: Timetable = { rhythm: 'monthly', day: 31, hour: 23 }

describe('the times of a standing order', () => {
  it('are those of the main market', () => {
    assert.deepEqual(lastDue(daily, at('2026-03-02T07:00')), {
      day: '2026-03-02',
      at: at('2026-03-02T07:00'),
    })
    assert.equal(lastDue(daily, at('2026-03-02T06:59')).day, '2026-03-01')
    // Midnight of Monday is still Sunday in UTC.
    assert.equal(lastDue(mondays, at('2026-03-01T23:00')).day, '2026-03-02')
    assert.equal(nextDue(mondays, at('2026-03-01T23:00')).day, '2026-03-09')
    assert.equal(
      nextDue(daily, at('2026-03-02T06:59')).at.toISOString(),
      '2026-03-02T07:00:00.000Z',
    )
  })

  it('are the last day of a month that has no such day, and no other', () => {
    const days = []
    let time = at('2027-12-31T22:00')
    for (let month = 0; month < 5; month += 1) {
      const due = nextDue(ultimo, time)
      days.push(due.day)
      time = due.at
    }
    assert.deepEqual(days, ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
    const fifteenth: Timetable = { rhythm: 'monthly', day: 15, hour: 8 }
    assert.equal(lastDue(fifteenth, at('2026-03-14T12:00')).day, '2026-02-15')
  })

  it('come next after the day for which something was sent, though its hour was put later', () => {
    const now = at('2026-03-09T09:00')
    const today = { ...daily, hour: 23 }
    const says = (sentDay: string | null) => comesNext(today, { now, sentDay }).toISOString()
    assert.equal(says(null), '2026-03-09T22:00:00.000Z')
    assert.equal(says('2026-03-08'), '2026-03-09T22:00:00.000Z')
    assert.equal(says('2026-03-09'), '2026-03-10T22:00:00.000Z')
  })

  it('follow each other without gap or double, whatever the moment', () => {
    for (const timetable of [daily, mondays, ultimo]) {
      for (let hour = 0; hour < 24 * 70; hour += 7) {
        const now = new Date(at('2026-01-01T00:30').getTime() + hour * 3_600_000)
        const last = lastDue(timetable, now)
        const next = nextDue(timetable, now)
        assert.ok(last.at <= now && now < next.at)
        assert.deepEqual(nextDue(timetable, last.at), next)
        assert.deepEqual(lastDue(timetable, next.at), next)
      }
    }
  })

  it('are paid neither from before the order nor once they are long gone', () => {
    const now = at('2026-03-05T12:00')
    const since = (text: string) => dueNow(mondays, { activeSince: at(text), now })?.day
    assert.equal(dueNow(daily, { activeSince: at('2026-03-05T07:00'), now })?.day, '2026-03-05')
    assert.equal(dueNow(daily, { activeSince: at('2026-03-05T07:01'), now }), undefined)
    assert.equal(since('2026-02-01T00:00'), undefined, 'three and a half days ago')
    const wednesday = { activeSince: at('2026-02-01T00:00'), now: at('2026-03-04T12:00') }
    assert.equal(dueNow(mondays, wednesday)?.day, '2026-03-02')
  })

  it('need a second person by what they may come to in a month, or where nothing bounds it', () => {
    assert.equal(needsSecondPerson({ month: null, unseen: 0n }, 10n ** 12n), true)
    assert.equal(needsSecondPerson({ month: 100n, unseen: 0n }, 100n), false)
    assert.equal(needsSecondPerson({ month: 100n, unseen: 1n }, 100n), true)
  })
})
