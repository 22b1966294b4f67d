import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { createStaffMember } from '#test/support/people.ts'
import { act, actsOf, atDesk, type AtDesk, freshEmail, look } from '#test/support/staff.ts'

describe('members of the staff, at the desk', () => {
  let api: ApiAlone
  let administrator: AtDesk
  before(async () => {
    api = await startApiAlone()
    administrator = await atDesk(api.database, 'administrator')
  })
  after(() => api?.stop())

  it('are invited, listed, read, disabled, enabled and helped in by administrators, and each act is in the log', async () => {
    const desk = await atDesk(api.database, 'administrator')
    const body = { name: 'Yao Koffi', email: freshEmail(), role: 'agent', reason: 'nouvel agent' }
    const { json, headers } = await act(api, desk, { path: '/members', body })
    const { id } = json.data.member
    assert.equal(headers.get('Location'), `/staff/api/members/${id}`)
    const list = await look(api, desk, '/members')
    assert.ok(list.json.data.some((member: { id: string }) => member.id === id))
    assert.equal((await look(api, desk, `/members/${id}`)).json.data.status, 'invited')
    for (const [path, status] of [
      ['disable', 'disabled'],
      ['enable', 'invited'],
      ['one-time-codes/reset', 'invited'],
    ] as const) {
      const answer = await act(api, desk, { path: `/members/${id}/${path}` })
      assert.equal(answer.json.data.status, status, path)
    }
    const renewed = await act(api, desk, { path: `/members/${id}/invitation` })
    assert.notEqual(renewed.json.data.invitation_code, json.data.invitation_code)
    const lines = await actsOf(api.database, desk)
    assert.deepEqual(
      lines.map(({ act: what, outcome, subject }) => [what, outcome, subject?.id]),
      [
        'person.renew_invitation',
        'person.reset_one_time_codes',
        'person.enable',
        'person.disable',
        'person.invite',
      ].map((what) => [what, 'done', id]),
    )
  })

  it('are told what is wrong with each field, all at once', async () => {
    const body = { name: ' ', email: 'nobody', role: 'owner', reason: '', extra: 1 }
    assert.deepEqual(refusedFields(await act(api, administrator, { path: '/members', body })), {
      name: 'invalid_field',
      email: 'invalid_email',
      role: 'invalid_field',
      reason: 'invalid_field',
      extra: 'unknown_field',
    })
  })

  it('have one account an address, whoever asks at once', async () => {
    const body = { name: 'Yao Koffi', email: freshEmail(), role: 'agent' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => act(api, administrator, { path: '/members', body })),
    )
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), [
      '201',
      '409',
      '409',
      '409',
    ])
    const refused = answers.find(({ status }) => status === 409)
    assert.ok(refused)
    assert.equal(refusalOf(refused).code, 'email_taken')
  })

  it('never manage themselves, and nobody who is not there', async () => {
    for (const path of ['disable', 'invitation', 'one-time-codes/reset']) {
      const own = `/members/${administrator.member.id}/${path}`
      assert.equal(refusalOf(await act(api, administrator, { path: own })).status, 403)
      for (const id of [randomUUID(), 'nobody']) {
        const answer = await act(api, administrator, { path: `/members/${id}/${path}` })
        assert.deepEqual(refusalOf(answer), { status: 404, code: 'user_not_found' })
      }
    }
    const log = (await actsOf(api.database, administrator)).map(
      ({ act: what, outcome }) => `${what} ${outcome}`,
    )
    for (const refused of ['operation_not_allowed', 'user_not_found']) {
      assert.ok(log.includes(`person.disable ${refused}`), 'what was refused is in the log')
    }
  })

  it('are left an administrator: two who disable each other at once do not both succeed', async () => {
    const alone = await startApiAlone()
    try {
      const [first, second] = [
        await atDesk(alone.database, 'administrator'),
        await atDesk(alone.database, 'administrator'),
      ]
      await createStaffMember(alone.database, 'supervisor')
      const answers = await Promise.all([
        act(alone, first, { path: `/members/${second.member.id}/disable` }),
        act(alone, second, { path: `/members/${first.member.id}/disable` }),
      ])
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
    } finally {
      await alone.stop()
    }
  })
})
