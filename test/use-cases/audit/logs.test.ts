import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { logged } from '#use-cases/audit/log.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { listActivity, listStaffAudit } from '#use-cases/audit/list.ts'
import { onPool } from '#db/sql.ts'
import { fail } from '#domain/errors/errors.ts'
import { givenDatabase } from '#test/support/service.ts'
import {
  cause,
  createMerchant,
  createPortalUser,
  createStaffMember,
  loggedIn,
  tryLogIn,
  createOwner,
} from '#test/support/people.ts'

describe('the logs of what people do', () => {
  const database = givenDatabase()

  const audit = (actorId: string) => listStaffAudit(database, { limit: 50, actorId })

  it('have a line for each log-in, log-out and failure of a member of the staff', async () => {
    const member = await createStaffMember(database)
    await assert.rejects(tryLogIn(database, 'staff', { email: member.email, password: 'wrong' }))
    const { session } = await loggedIn(database, 'staff', member)
    await logOut(database, session, cause())
    const lines = (await audit(member.id)).map(({ act, outcome }) => `${act} ${outcome}`)
    assert.deepEqual(lines, [
      'session.log_out done',
      'session.log_in done',
      'session.log_in invalid_credentials',
    ])
  })

  it('say who did what on what, why, and by which request', async () => {
    const admin = await createStaffMember(database, 'administrator')
    const agent = await createStaffMember(database)
    const requestId = randomUUID()
    await disablePerson(database, {
      realm: 'staff',
      manager: admin,
      id: agent.id,
      cause: { requestId, reason: 'a quitté le service' },
    })
    const [line] = await audit(admin.id)
    assert.equal(line?.act, 'person.disable')
    assert.deepEqual(line.subject, { kind: 'person', id: agent.id })
    assert.deepEqual(line.actor, { id: admin.id, name: admin.name })
    assert.equal(line.reason, 'a quitté le service')
    assert.equal(line.requestId, requestId)
    assert.equal(line.outcome, 'done')
  })

  it('say of each act how it went: done, the code it was refused with, or failed', async () => {
    const agent = await createStaffMember(database)
    const outcomes = ['done', 'action_not_allowed', 'failed']
    const works = [
      () => Promise.resolve(),
      () => Promise.reject(fail('action_not_allowed')),
      () => Promise.reject(new Error('gone')),
    ]
    for (const work of works) {
      const act = { act: 'essay.make', cause: cause() }
      await logged(database, { actor: agent, act }, work).catch(() => {})
    }
    const lines = await audit(agent.id)
    assert.deepEqual(lines.map(({ outcome }) => outcome).toReversed(), outcomes)
  })

  it('have a line before the act begins, without outcome where the process ends in it', async () => {
    const agent = await createStaffMember(database)
    const act = { act: 'essay.make', cause: cause() }
    await logged(database, { actor: agent, act }, async () => {
      const [line] = await audit(agent.id)
      assert.equal(line?.outcome, null)
    })
  })

  it('of a merchant show its own people alone', async () => {
    const merchantId = await createMerchant(database)
    const owner = await createPortalUser(database, { merchantId })
    const other = await createOwner(database)
    for (const inviter of [owner, other]) {
      const email = `${randomUUID()}@example.com`
      const given = { name: 'Sena', email, role: 'developer' as const, cause: cause() }
      await invitePerson(database, { realm: 'portal', inviter }, given)
    }
    const lines = await listActivity(database, merchantId, { limit: 10 })
    assert.deepEqual(
      lines.map(({ act, actor }) => [act, actor.id]),
      [['person.invite', owner.id]],
    )
    assert.ok(!JSON.stringify(lines).includes('@'), 'and no address')
  })

  it('are append-only: no line is changed, deleted or emptied; an outcome is added once', async () => {
    const agent = await createStaffMember(database)
    const user = await createOwner(database)
    await loggedIn(database, 'staff', agent)
    await loggedIn(database, 'portal', user)
    const sql = onPool(database.pool)
    for (const table of ['staff_audit', 'activity_log']) {
      for (const change of [
        `update ${table} set act = 'other'`,
        `update ${table} set outcome = 'other', ended_at = now()`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await assert.rejects(sql.rows(change), /append-only/, change)
      }
    }
    for (const change of [
      'delete from person',
      'truncate person cascade',
      `update person set realm = 'staff'`,
    ]) {
      await assert.rejects(sql.rows(change), change)
    }
  })

  it('take nobody of the other population, nor of another merchant', async () => {
    const agent = await createStaffMember(database)
    const merchantId = await createMerchant(database)
    const user = await createPortalUser(database, { merchantId })
    const elsewhere = await createMerchant(database)
    const sql = onPool(database.pool)
    const values = [user.id, randomUUID()]
    await assert.rejects(
      sql.rows(
        `insert into staff_audit (staff_member_id, act, request_id) values ($1, 'essay', $2)`,
        values,
      ),
      /staff_audit_of_staff/,
    )
    for (const [person, merchant] of [
      [user.id, elsewhere],
      [agent.id, merchantId],
    ]) {
      await assert.rejects(
        sql.rows(
          `insert into activity_log (portal_user_id, merchant_id, act, request_id) values ($1, $2, 'essay', $3)`,
          [person, merchant, randomUUID()],
        ),
        /activity_log_of_merchant/,
      )
    }
  })
})
