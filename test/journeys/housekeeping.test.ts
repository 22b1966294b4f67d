import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { eventually } from '#test/support/call.ts'
import { sharedService } from '#test/support/service.ts'
import { housekeeping } from '#workflows/contract/schedules.ts'

describe('the housekeeping', () => {
  it('forgets what has had its time, and nothing else, when its schedule says so', async () => {
    const { database, temporal } = await sharedService()
    const sql = onPool(database.pool)
    const [old, young] = [randomUUID(), randomUUID()]
    await sql.rows(
      `insert into waiting (subject_id, process_id, until)
       values ($1, $1, now() - interval '1 s'), ($2, $2, now() + interval '1 hour')`,
      [old, young],
    )
    const left = async () => {
      const rows = await sql.rows<{ id: string }>(
        'select subject_id as id from waiting where subject_id = any($1::uuid[])',
        [[old, young]],
      )
      return rows.map(({ id }) => id)
    }
    const schedule = temporal.schedule.getHandle(housekeeping.scheduleId)
    await eventually(
      () =>
        schedule.trigger().then(
          () => true,
          () => false,
        ),
      30_000,
    )
    await eventually(async () => !(await left()).includes(old), 60_000)
    assert.deepEqual(await left(), [young])
    await sql.rows('delete from waiting where subject_id = $1', [young])
  }).timeout(240_000)
})
