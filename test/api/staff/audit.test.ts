import assert from 'node:assert/strict'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { act, atDesk, freshEmail, look } from '#test/support/staff.ts'

describe('the audit log, at the desk', () => {
  const api = given(() => startApiAlone())

  it('is read from the latest line on, page by page, by member and by subject', async () => {
    const administrator = await atDesk(api.database, 'administrator')
    const supervisor = await atDesk(api.database, 'supervisor')
    const ids: string[] = []
    for (const name of ['Awa', 'Sena', 'Yao']) {
      const body = { name, email: freshEmail(), role: 'agent' }
      const { json } = await act(api, administrator, { path: '/members', body })
      ids.push(json.data.id)
    }
    const of = `/audit?member_id=${administrator.member.id}`
    const first = await look(api, supervisor, `${of}&limit=2`)
    const rest = await look(api, supervisor, `${of}&limit=2&cursor=${first.json.meta.next_cursor}`)
    const lines = [...first.json.data, ...rest.json.data]
    assert.deepEqual(
      lines.map((line) => [line.act, line.outcome, line.subject?.id]),
      [
        ...ids.toReversed().map((id) => ['account_change.ask', 'done', id]),
        ['session.log_in', 'done', undefined],
      ],
    )
    const one = await look(
      api,
      supervisor,
      `/audit?subject_kind=account_change&subject_id=${ids[0]}`,
    )
    assert.equal(one.json.data.length, 1)
    assert.equal(one.json.data[0].actor.name, administrator.member.name)
    const half = await look(api, supervisor, '/audit?subject_kind=person')
    assert.deepEqual(refusalOf(half), {
      status: 422,
      code: 'missing_parameter',
      field: 'subject_id',
    })
  })
})
