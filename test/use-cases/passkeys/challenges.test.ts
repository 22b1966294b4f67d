import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { newChallenge, takeChallenge } from '#use-cases/passkeys/challenges.ts'
import { givenDatabase } from '#test/support/service.ts'
import { onShiftedClock } from '#test/support/shifted-clock.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

describe('the challenge of a passkey', () => {
  const database = givenDatabase()
  const newUse = () => ({ purpose: 'log_in', holder: randomUUID() }) as const
  const take = (use: ReturnType<typeof newUse>, challenge: Buffer) =>
    takeChallenge(database, onPool(database.pool), { use, challenge })

  for (const offMs of [-dayMs, -10 * minuteMs, 10 * minuteMs, dayMs]) {
    const off = `${offMs / minuteMs} minutes off`

    it(`is answered at once, where the machine that asks is ${off}, or the one that takes the answer`, async () => {
      const [one, two] = [newUse(), newUse()]
      const asked = await onShiftedClock(offMs, () => newChallenge(database, one))
      assert.equal(await take(one, asked), null)
      const elsewhere = await newChallenge(database, two)
      assert.equal(await onShiftedClock(offMs, () => take(two, elsewhere)), null)
    })
  }
})
