import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Person, PortalUser } from '#domain/people/person.ts'
import { replaceOwner } from '#use-cases/merchants/owner.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { renewInvitation } from '#use-cases/people/manage.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import {
  cause,
  codeMailed,
  createMerchant,
  createOwner,
  createStaffMember,
  password,
  tryLogIn,
} from '#test/support/people.ts'
import { givenDatabase } from '#test/support/service.ts'

describe('somebody whom several merchants invite', () => {
  const database = givenDatabase()

  const freshEmail = () => `wanted.${randomUUID()}@example.com`
  const invite = (inviter: PortalUser, email: string) =>
    invitePerson(
      database,
      { realm: 'portal', inviter },
      { name: 'Sena', email, role: 'developer', cause: cause() },
    )
  const accept = async (person: Pick<Person, 'id' | 'email'>) => {
    const code = await codeMailed(database, person)
    const taken = { email: person.email, code, password, address: randomUUID(), cause: cause() }
    return () => outcomeOf(acceptInvitation(database, 'portal', taken))
  }
  const standing = ({ id }: Pick<Person, 'id'>) =>
    onPool(database.pool).one<{ email: string; status: string; acts: string[] }>(
      `select email, status, array(select act from activity_log l where l.subject_id = p.id::text and act like
         'invitation.%' order by l.id) as acts from person p where id = $1`,
      [id],
    )

  it('chooses one of them, which ends the other invitations and says so to whoever sent them', async () => {
    const email = freshEmail()
    const first = await invite(await createOwner(database), email)
    const second = await invite(await createOwner(database), email)
    const [one, other] = [await accept(first), await accept(second)]
    assert.equal(await other(), 'fine')
    assert.equal(await one(), 'invalid_invitation')
    assert.deepEqual(await standing(first), {
      email: `${first.id}@void.invalid`,
      status: 'disabled',
      acts: ['invitation.void'],
    })
    assert.equal((await standing(second)).status, 'active')
    assert.equal((await tryLogIn(database, 'portal', second)).step, 'open')
    const late = await createOwner(database)
    assert.equal(await outcomeOf(invite(late, email)), 'email_taken')
  })

  it('logs in with the account they have, whatever else waits for them', async () => {
    const email = freshEmail()
    const first = await invite(await createOwner(database), email)
    const later = await accept(await invite(await createOwner(database), email))
    assert.equal(await later(), 'fine')
    assert.equal((await tryLogIn(database, 'portal', first)).step, 'open')
  })

  it('answers several at once, and ends up with one account', async () => {
    const email = freshEmail()
    const invited = []
    for (let sent = 0; sent < 4; sent += 1)
      invited.push(await invite(await createOwner(database), email))
    const answers = await Promise.all(invited.map(accept))
    const ends = await Promise.all(answers.map((answer) => answer()))
    assert.deepEqual(ends.toSorted(), [
      'fine',
      'invalid_invitation',
      'invalid_invitation',
      'invalid_invitation',
    ])
  })

  it('is not invited twice by one merchant, nor beside an owner whom the staff invited', async () => {
    const [owner, email] = [await createOwner(database), freshEmail()]
    await invite(owner, email)
    assert.equal(await outcomeOf(invite(owner, email)), 'email_taken')
    const merchantId = await createMerchant(database)
    const { id: invitedBy } = await createStaffMember(database, 'supervisor')
    const awaited = { merchantId, name: 'Awa', email, invitedBy }
    const earlier = await accept(await invite(await createOwner(database), email))
    await inTransaction(database.pool, (tx) => replaceOwner(tx, database, awaited))
    assert.equal(await outcomeOf(invite(await createOwner(database), email)), 'email_taken')
    assert.equal(await earlier(), 'invalid_invitation')
  })

  it('gets ten codes a day at most from all of them together', async () => {
    const email = freshEmail()
    const ends: string[] = []
    for (let shop = 0; shop < 3; shop += 1) {
      const owner = await createOwner(database)
      const sent = await invite(owner, email).catch(() => undefined)
      ends.push(sent === undefined ? 'rate_limited' : 'fine')
      const managed = {
        realm: 'portal',
        manager: owner,
        id: sent?.id ?? '',
        cause: cause(),
      } as const
      for (let again = 0; sent && again < 4; again += 1)
        ends.push(await outcomeOf(renewInvitation(database, managed)))
    }
    assert.deepEqual(ends, [...Array.from({ length: 10 }, () => 'fine'), 'rate_limited'])
  })
})
