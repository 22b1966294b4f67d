import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import {
  changePersonRole,
  renewInvitation,
  resetOneTimeCodes,
  disablePerson,
  enablePerson,
} from '#use-cases/people/manage.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import type { Managed } from '#use-cases/people/change-managed.ts'
import { listPeople } from '#use-cases/people/find.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import { coolingMs, type People, type Realm, requireSettled } from '#domain/people/person.ts'
import { portalRoles } from '#domain/people/portal-roles.ts'
import { openDatabase, givenDatabase } from '#test/support/service.ts'
import { createDatabase } from '#test/support/stack.ts'
import {
  cause,
  codeMailed,
  createMerchant,
  createPortalUser,
  createStaffMember,
  loggedIn,
  password,
  tryLogIn,
  createOwner,
} from '#test/support/people.ts'
import { outcomeOf } from '#test/support/outcome.ts'

describe('accounts', () => {
  const database = givenDatabase()

  const address = () => `new.${randomUUID()}@example.com`
  const invite = <R extends Realm>(
    realm: R,
    inviter: People[R],
    { role, email = address() }: { role: People[R]['role']; email?: string },
  ) => invitePerson(database, { realm, inviter }, { name: 'Sena', email, role, cause: cause() })
  const accept = (
    realm: Realm,
    { email }: { email: string },
    given: { code: string; next?: string },
  ) =>
    acceptInvitation(database, realm, {
      email,
      code: given.code,
      password: given.next ?? password,
      address: randomUUID(),
      cause: cause(),
    })
  const by = <R extends Realm>(
    realm: R,
    manager: People[R],
    { id }: { readonly id: string },
  ): Managed<R> => ({
    realm,
    manager,
    id,
    cause: cause('essai'),
  })

  it('are given twenty times an hour at one merchant, so that nobody writes to strangers in our name', async () => {
    const merchantId = await createMerchant(database)
    const owner = await createPortalUser(database, { merchantId })
    const ends = await Promise.all(
      Array.from({ length: 25 }, () => outcomeOf(invite('portal', owner, { role: 'developer' }))),
    )
    assert.equal(ends.filter((end) => end === 'rate_limited').length, 5)
    const other = await createOwner(database)
    await invite('portal', other, { role: 'developer' })
  })

  it('are given by an invitation, whose code chooses a password once', async () => {
    const merchantId = await createMerchant(database)
    const owner = await createPortalUser(database, { merchantId })
    const person = await invite('portal', owner, { role: 'developer' })
    const invitationCode = await codeMailed(database, person)
    assert.equal(person.status, 'invited')
    assert.equal(person.merchantId, merchantId)
    assert.equal(await outcomeOf(tryLogIn(database, 'portal', person)), 'invalid_credentials')
    assert.equal(
      await outcomeOf(accept('staff', person, { code: invitationCode })),
      'invalid_invitation',
    )
    assert.equal(
      await outcomeOf(accept('portal', owner, { code: invitationCode })),
      'invalid_invitation',
    )
    assert.equal(
      await outcomeOf(accept('portal', person, { code: invitationCode, next: 'court' })),
      'invalid_password',
    )
    const codes = await Promise.all(
      [1, 2, 3].map(() =>
        outcomeOf(accept('portal', person, { code: invitationCode.toLowerCase() })),
      ),
    )
    assert.deepEqual(codes.toSorted(), ['fine', 'invalid_invitation', 'invalid_invitation'])
    const { session } = await loggedIn(database, 'portal', person)
    assert.equal(session.person.role, 'developer')
  })

  it('are invited for three days; a new code ends the one before, and gives a new password to who forgot theirs', async () => {
    const admin = await createStaffMember(database, 'administrator')
    const person = await invite('staff', admin, { role: 'agent' })
    const invitationCode = await codeMailed(database, person)
    await onPool(database.pool).rows(
      `update person set invitation_expires_at = now() - interval '1 ms' where id = $1`,
      [person.id],
    )
    assert.equal(
      await outcomeOf(accept('staff', person, { code: invitationCode })),
      'invalid_invitation',
    )
    const renewed = async () => {
      await renewInvitation(database, by('staff', admin, person))
      return codeMailed(database, person)
    }
    const second = await renewed()
    const third = await renewed()
    assert.equal(await outcomeOf(accept('staff', person, { code: second })), 'invalid_invitation')
    await accept('staff', person, { code: third })
    const { token } = await loggedIn(database, 'staff', person)
    const code = await renewed()
    assert.ok(await readSession(database, 'staff', token), 'until it is used, nothing changes')
    await accept('staff', person, { code: code, next: 'une autre phrase longue' })
    assert.equal(await readSession(database, 'staff', token), null)
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', person)), 'invalid_credentials')
  })

  it('have one address each, in any case; staff is a population of its own', async () => {
    const owner = await createOwner(database)
    const email = address()
    const codes = await Promise.all([
      outcomeOf(invite('portal', owner, { role: 'developer', email: email.toUpperCase() })),
      outcomeOf(invite('portal', owner, { role: 'collaborator', email })),
    ])
    assert.deepEqual(codes.toSorted(), ['email_taken', 'fine'])
    const admin = await createStaffMember(database, 'administrator')
    assert.equal(await outcomeOf(invite('staff', admin, { role: 'agent', email })), 'fine')
  })

  it('are managed by who may: nobody the owner, administrators neither each other nor themselves', async () => {
    const merchantId = await createMerchant(database)
    const people = new Map<string, People['portal']>()
    for (const role of portalRoles)
      people.set(role, await createPortalUser(database, { merchantId, role }))
    const second = await createPortalUser(database, { merchantId, role: 'administrator' })
    const allowed = new Set<string>()
    for (const [role, manager] of people) {
      for (const [target, person] of [...people, ['other administrator', second] as const]) {
        const code = await outcomeOf(
          changePersonRole(database, by('portal', manager, person), person),
        )
        if (code === 'fine') allowed.add(`${role} > ${target}`)
        else assert.equal(code, 'operation_not_allowed')
      }
    }
    assert.deepEqual([...allowed].toSorted(), [
      'administrator > cashier',
      'administrator > collaborator',
      'administrator > developer',
      'owner > administrator',
      'owner > cashier',
      'owner > collaborator',
      'owner > developer',
      'owner > other administrator',
    ])
    const administrator = await createPortalUser(database, { merchantId, role: 'administrator' })
    const developer = await createPortalUser(database, { merchantId, role: 'developer' })
    const managed = by('portal', administrator, developer)
    for (const role of ['owner', 'administrator'] as const) {
      const code = await outcomeOf(changePersonRole(database, managed, { role }))
      assert.equal(code, 'operation_not_allowed')
      assert.equal(
        await outcomeOf(invite('portal', administrator, { role: role })),
        'operation_not_allowed',
      )
    }
    for (const role of ['agent', 'supervisor'] as const) {
      const member = await createStaffMember(database, role)
      assert.equal(
        await outcomeOf(invite('staff', member, { role: 'agent' })),
        'operation_not_allowed',
      )
    }
  })

  it('of another merchant, or of nobody, are not found', async () => {
    const owner = await createOwner(database)
    const other = await createPortalUser(database, {
      merchantId: await createMerchant(database),
      role: 'developer',
    })
    const member = await createStaffMember(database)
    for (const id of [other.id, member.id, randomUUID(), 'nobody']) {
      const codes = await Promise.all(
        [disablePerson, enablePerson, renewInvitation, resetOneTimeCodes].map((work) =>
          outcomeOf(work(database, by('portal', owner, { id }))),
        ),
      )
      assert.deepEqual(new Set(codes), new Set(['user_not_found']))
    }
    const listed = await listPeople(database, { realm: 'portal', merchantId: owner.merchantId })
    assert.deepEqual(
      listed.map(({ id }) => id),
      [owner.id],
    )
  })

  it('that are disabled open nothing at once, until they are enabled', async () => {
    const admin = await createStaffMember(database, 'administrator')
    const agent = await createStaffMember(database)
    const { token } = await loggedIn(database, 'staff', agent)
    await disablePerson(database, by('staff', admin, agent))
    assert.equal(await readSession(database, 'staff', token), null)
    assert.equal(await outcomeOf(tryLogIn(database, 'staff', agent)), 'invalid_credentials')
    assert.equal(
      await outcomeOf(renewInvitation(database, by('staff', admin, agent))),
      'action_not_allowed',
    )
    await enablePerson(database, by('staff', admin, agent))
    assert.equal(
      await outcomeOf(enablePerson(database, by('staff', admin, agent))),
      'action_not_allowed',
    )
    assert.equal(await readSession(database, 'staff', token), null, 'what ended stays ended')
    await loggedIn(database, 'staff', agent)
  })

  it('of a merchant approve nothing for a day after another role or a reopening: the others are told by mail', async () => {
    const owner = await createOwner(database)
    const colleague = await createPortalUser(database, { ...owner, role: 'collaborator' })
    const managed = by('portal', owner, colleague)
    const settled = (person: People['portal'], at = new Date()) =>
      outcomeOf(Promise.resolve().then(() => requireSettled(person, at)))
    const same = await changePersonRole(database, managed, { role: 'collaborator' })
    assert.equal(await settled(same), 'fine', 'nothing has changed')
    const promoted = await changePersonRole(database, managed, { role: 'administrator' })
    assert.equal(await settled(promoted), 'account_too_fresh')
    assert.equal(await settled(promoted, new Date(Date.now() + coolingMs + 60_000)), 'fine')
    await onPool(database.pool).rows('update person set approves_from = null where id = $1', [
      colleague.id,
    ])
    await disablePerson(database, managed)
    assert.equal(await settled(await enablePerson(database, managed)), 'account_too_fresh')
  })

  it('are never opened by a log-in that comes at the same time as their end', async () => {
    const admin = await createStaffMember(database, 'administrator')
    for (let round = 0; round < 5; round += 1) {
      const agent = await createStaffMember(database)
      await Promise.all([
        ...[1, 2, 3].map(() => outcomeOf(tryLogIn(database, 'staff', agent))),
        disablePerson(database, by('staff', admin, agent)),
      ])
      const { open } = await onPool(database.pool).one<{ open: number }>(
        'select count(*)::int as open from person_session where person_id = $1 and ended_at is null',
        [agent.id],
      )
      assert.equal(open, 0)
    }
  })

  it('of the staff keep one administrator, also of two who disable each other at once', async () => {
    const alone = await openDatabase(await createDatabase())
    try {
      const first = await createStaffMember(alone, 'administrator')
      const second = await createStaffMember(alone, 'administrator')
      const codes = await Promise.all([
        outcomeOf(disablePerson(alone, by('staff', first, second))),
        outcomeOf(changePersonRole(alone, by('staff', second, first), { role: 'agent' })),
      ])
      assert.deepEqual(codes.toSorted(), ['fine', 'last_administrator'])
    } finally {
      await alone.close()
    }
  })
})
