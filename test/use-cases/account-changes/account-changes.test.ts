import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { askAccountChange, type WantedChange } from '#use-cases/account-changes/ask.ts'
import { approveAccountChange } from '#use-cases/account-changes/decide.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { findPerson } from '#use-cases/people/find.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { givenDatabase } from '#test/support/service.ts'
import {
  cause,
  codeMailed,
  createStaffMember,
  loggedIn,
  password,
  tryLogIn,
  withEmail,
} from '#test/support/people.ts'
import { freshEmail } from '#test/support/staff.ts'
import { outcomeOf } from '#test/support/outcome.ts'

describe('changes of accounts by two administrators', () => {
  let first: StaffMember
  let second: StaffMember
  const database = givenDatabase()
  before(async () => {
    first = await createStaffMember(database, 'administrator')
    second = await createStaffMember(database, 'administrator')
  })

  const ask = (wanted: WantedChange) =>
    askAccountChange(database, first, { wanted, password, cause: cause() })
  const approve = (by: StaffMember, id: string) =>
    approveAccountChange(database, by, { id, password, cause: cause() })
  const accept = (email: string, code: string, next = password) =>
    acceptInvitation(database, 'staff', {
      email,
      code,
      password: next,
      address: randomUUID(),
      cause: cause(),
    })
  const mailed = async (person: { readonly id: string }) => {
    const rows = await onPool(database.pool).rows<{ act: string }>(
      `select details ->> 'act' as act from mail where person_id = $1 and kind = 'people_act' order by id`,
      [person.id],
    )
    return rows.map(({ act }) => act)
  }
  const fresh = (person: { readonly id: string }) =>
    findPerson(database, { realm: 'staff', merchantId: null }, person.id)

  it('leave password, one-time codes and sessions of an active account alone until its person confirms', async () => {
    const member = await createStaffMember(database, 'supervisor')
    const { token } = await loggedIn(database, 'staff', member)
    await onPool(database.pool).rows('update person set code_secret_sealed = $2 where id = $1', [
      member.id,
      sealCodeSecret(database, member.id, 'JBSWY3DPEHPK3PXP'),
    ])
    const id = await ask({ kind: 'reset_one_time_codes', personId: member.id })
    assert.equal(await outcomeOf(codeMailed(database, member)), undefined)
    await approve(second, id)
    assert.ok(await readSession(database, 'staff', token))
    assert.equal((await tryLogIn(database, 'staff', member)).step, 'awaiting_code')
    const next = 'une autre phrase longue'
    await accept(member.email, await codeMailed(database, member), next)
    assert.equal(await readSession(database, 'staff', token), null)
    const opened = await tryLogIn(database, 'staff', { ...member, password: next })
    assert.equal(opened.step, 'open')
    assert.deepEqual(await mailed(member), [
      'change.asked',
      'person.reset_one_time_codes',
      'invitation.accept',
    ])
    assert.ok((await mailed(first)).includes('person.reset_one_time_codes'), 'and who asked')
  })

  it('make an account that approves nothing for a day, also of another role than before', async () => {
    const email = freshEmail()
    await approve(second, await ask({ kind: 'invite', name: 'Sena', email, role: 'administrator' }))
    const invited = await withEmail(database, email)
    await accept(email, await codeMailed(database, invited))
    const third = await fresh(invited)
    const other = await ask({ kind: 'invite', name: 'Yao', email: freshEmail(), role: 'agent' })
    assert.equal(await outcomeOf(approve(third, other)), 'account_too_fresh')
    await onPool(database.pool).rows(
      `update person set approves_from = approves_from - interval '24 hours' where id = $1`,
      [third.id],
    )
    assert.equal(await outcomeOf(approve(await fresh(third), other)), 'fine')
    const role = { kind: 'change_role', personId: third.id, role: 'supervisor' } as const
    await approve(second, await ask(role))
    const changed = await fresh(third)
    assert.equal(changed.role, 'supervisor')
    assert.ok((changed.approvesFrom?.getTime() ?? 0) > Date.now() + 86_000_000)
  })

  it('are nobody’s own to approve: neither who asked nor whose account it is, and the database refuses it too', async () => {
    const wanted = { kind: 'change_role', personId: second.id, role: 'supervisor' } as const
    const id = await ask(wanted)
    assert.equal(await outcomeOf(approve(first, id)), 'second_person_needed')
    assert.equal(await outcomeOf(approve(second, id)), 'second_person_needed')
    await assert.rejects(
      onPool(database.pool).rows(
        `update account_change set state = 'done', decided_by = asked_by, decided_at = now() where id = $1`,
        [id],
      ),
      /account_change_by_two/,
    )
    await assert.rejects(
      onPool(database.pool).rows('delete from account_change where id = $1', [id]),
    )
  })

  it('are done once, however many approve at once, and not after three days', async () => {
    const email = freshEmail()
    const id = await ask({ kind: 'invite', name: 'Sena', email, role: 'agent' })
    const others = await Promise.all(
      [1, 2, 3].map(() => createStaffMember(database, 'administrator')),
    )
    const codes = await Promise.all(others.map((other) => outcomeOf(approve(other, id))))
    assert.deepEqual(codes.toSorted(), ['account_change_over', 'account_change_over', 'fine'])
    const late = await ask({ kind: 'invite', name: 'Sena', email: freshEmail(), role: 'agent' })
    await onPool(database.pool).rows(
      `update account_change set expires_at = now() - interval '1 ms' where id = $1`,
      [late],
    )
    assert.equal(await outcomeOf(approve(second, late)), 'account_change_over')
  })

  it('are refused at once where they cannot be', async () => {
    const nobody = { kind: 'enable', personId: randomUUID() } as const
    const active = { kind: 'enable', personId: second.id } as const
    const own = { kind: 'renew_invitation', personId: first.id } as const
    const taken = { kind: 'invite', name: 'Sena', email: second.email, role: 'agent' } as const
    const codes = []
    for (const wanted of [nobody, active, own, taken]) codes.push(await outcomeOf(ask(wanted)))
    assert.deepEqual(codes, [
      'user_not_found',
      'action_not_allowed',
      'operation_not_allowed',
      'email_taken',
    ])
    const bare = askAccountChange(database, first, {
      wanted: { kind: 'renew_invitation', personId: second.id },
      password: 'faux',
      cause: cause(),
    })
    assert.equal(await outcomeOf(bare), 'wrong_password')
  })
})
