import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { ageSession, givenDesk } from './desk.ts'

const hourMs = 3_600_000

describe('a terminal key at an API whose clock is off by more than a day', () => {
  const api = given(() => sharedApiAlone())
  const { tenant, opened } = givenDesk(api)

  for (const [name, offMs] of [
    ['ahead', 25 * hourMs],
    ['behind', -25 * hourMs],
  ] as const)
    it(`sees the sales and sessions of the last 24 hours: ${name}`, async () => {
      const key = tenant.keys.terminal
      const pay = async () => (await call(api, collectionCall(key))).json.data.id
      const [old, recent] = [await pay(), await pay()]
      const age = `update transaction set created_at = now() - interval '24 hours 1 minute' where id = $1`
      await onPool(api.database.pool).rows(age, [old])
      const closed = await opened()
      await ageSession(api, closed.id, 24.1)
      const open = await opened()
      const seen = async (path: string) => {
        const { json, text } = await call(api, { path, key })
        assert.ok(json.data, text)
        return json.data.map(({ id }: { id: string }) => id)
      }
      mock.timers.enable({ apis: ['Date'], now: Date.now() + offMs })
      try {
        assert.deepEqual(await seen('/v2/transactions'), [recent])
        assert.deepEqual(await seen('/v2/transactions?channel=api'), [])
        assert.deepEqual(await seen('/v2/transactions?status=pending'), [recent])
        assert.deepEqual(await seen(`/v2/terminals/${tenant.terminalId}/sessions`), [open.id])
      } finally {
        mock.timers.reset()
      }
    })
})
