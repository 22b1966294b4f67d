import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { codeMailed, createStaffMember, withEmail } from '#test/support/people.ts'
import { act, actsOf, atDesk, freshEmail, look } from '#test/support/staff.ts'

describe('members of the staff, at the desk', () => {
  const api = given(() => startApiAlone())
  const administrator = given(() => atDesk(api.database, 'administrator'))

  it('are invited, helped in and given roles by two administrators, the second of whom approves; each act is in the log', async () => {
    const desk = await atDesk(api.database, 'administrator')
    const second = await atDesk(api.database, 'administrator')
    const email = freshEmail()
    const body = { name: 'Yao Koffi', email, role: 'agent', reason: 'nouvel agent' }
    const { json, headers, status } = await act(api, desk, { path: '/members', body })
    assert.equal(status, 201)
    const path = `/account-changes/${json.data.id}`
    assert.equal(headers.get('Location'), `/staff/api${path}`)
    assert.deepEqual(
      [json.data.state, json.data.kind, json.data.email],
      ['waiting', 'invite', email],
    )
    const before = await look(api, desk, '/members')
    assert.ok(!before.text.includes(email), 'nobody has an account yet')
    const waiting = await look(api, second, '/account-changes')
    assert.ok(waiting.json.data.some(({ id }: { id: string }) => id === json.data.id))
    const own = await act(api, desk, { path: `${path}/approve` })
    assert.deepEqual(refusalOf(own), { status: 409, code: 'second_person_needed' })
    const done = await act(api, second, { path: `${path}/approve` })
    assert.deepEqual([done.status, done.json.data.state], [200, 'done'], done.text)
    const again = await act(api, second, { path: `${path}/approve` })
    assert.deepEqual(refusalOf(again), { status: 409, code: 'account_change_over' })
    const { id } = await withEmail(api.database, email)
    assert.equal((await look(api, desk, `/members/${id}`)).json.data.status, 'invited')
    const code = await codeMailed(api.database, { id })
    for (const { text } of [done, waiting, await look(api, second, path)])
      assert.ok(!text.includes(code), 'the code is in no answer')

    const disabled = await act(api, desk, { path: `/members/${id}/disable` })
    assert.equal(disabled.json.data.status, 'disabled')
    for (const [verb, given] of [
      ['enable', {}],
      ['role', { role: 'supervisor' }],
      ['invitation', {}],
      ['one-time-codes/reset', {}],
    ] as const) {
      const asked = await act(api, desk, { path: `/members/${id}/${verb}`, body: given })
      assert.equal(asked.status, 201, asked.text)
      const approve = `/account-changes/${asked.json.data.id}/approve`
      assert.equal((await act(api, second, { path: approve })).status, 200, verb)
    }
    assert.notEqual(await codeMailed(api.database, { id }), code)
    const member = (await look(api, desk, `/members/${id}`)).json.data
    assert.deepEqual([member.status, member.role], ['invited', 'supervisor'])
    const lines = await actsOf(api.database, second)
    assert.deepEqual(
      lines
        .filter(({ act: what }) => what.startsWith('person.'))
        .map(({ act: what, outcome, subject }) => [what, outcome, subject?.id]),
      [
        'person.reset_one_time_codes',
        'person.renew_invitation',
        'person.change_role',
        'person.enable',
        'person.invite',
      ].map((what) => [what, 'done', id]),
    )
    assert.deepEqual(
      (await actsOf(api.database, desk)).filter(({ act: what }) => what === 'account_change.ask')
        .length,
      5,
    )
  })

  it('are refused or taken back by their asker, and not without the password of either', async () => {
    const desk = await atDesk(api.database, 'administrator')
    const second = await atDesk(api.database, 'administrator')
    const body = { name: 'Yao Koffi', email: freshEmail(), role: 'agent' }
    const wrong = await act(api, desk, { path: '/members', body: { ...body, password: 'faux' } })
    assert.deepEqual(refusalOf(wrong), { status: 403, code: 'wrong_password' })
    const ends: string[] = []
    for (const decider of [second, desk]) {
      const { id } = (await act(api, desk, { path: '/members', body })).json.data
      const path = `/account-changes/${id}`
      const guess = await act(api, second, { path: `${path}/approve`, body: { password: 'faux' } })
      assert.equal(refusalOf(guess).code, 'wrong_password')
      ends.push((await act(api, decider, { path: `${path}/refuse` })).json.data.state)
      const late = await act(api, second, { path: `${path}/approve` })
      assert.equal(refusalOf(late).code, 'account_change_over')
    }
    assert.deepEqual(ends, ['refused', 'withdrawn'])
    const nobody = '/account-changes/01890000-0000-7000-8000-000000000000'
    const unknown = { status: 404, code: 'account_change_not_found' }
    assert.deepEqual(refusalOf(await look(api, desk, nobody)), unknown)
    assert.deepEqual(refusalOf(await act(api, desk, { path: `${nobody}/refuse` })), unknown)
    for (const role of ['agent', 'supervisor'] as const) {
      const other = await atDesk(api.database, role)
      assert.equal((await look(api, other, '/account-changes')).status, 403)
    }
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
    const asked = await Promise.all(
      Array.from({ length: 4 }, () => act(api, administrator, { path: '/members', body })),
    )
    const second = await atDesk(api.database, 'administrator')
    const answers = await Promise.all(
      asked.map(({ json }) =>
        act(api, second, { path: `/account-changes/${json.data.id}/approve` }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), [
      '200',
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
      assert.ok(log.includes(`account_change.ask ${refused}`), 'what was refused is in the log')
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
