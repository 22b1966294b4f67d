import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import {
  changePersonRole,
  disablePerson,
  enablePerson,
  renewInvitation,
} from '#use-cases/people/manage.ts'
import { onPool } from '#db/sql.ts'
import { givenDatabase } from '#test/support/service.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { cause, codeMailed, createOwner, password } from '#test/support/people.ts'

describe('people whom a merchant has invited', () => {
  const database = givenDatabase()

  it('get five codes a day at most, and nothing else before they have answered one', async () => {
    const owner = await createOwner(database)
    const person = await invitePerson(
      database,
      { realm: 'portal', inviter: owner },
      { name: 'Sena', email: `new.${randomUUID()}@example.com`, role: 'developer', cause: cause() },
    )
    const managed = { realm: 'portal', manager: owner, id: person.id, cause: cause() } as const
    for (const role of ['collaborator', 'developer', 'collaborator'] as const)
      await changePersonRole(database, managed, { role })
    await disablePerson(database, managed)
    await enablePerson(database, managed)
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(renewInvitation(database, managed))),
    )
    assert.equal(ends.filter((end) => end === 'fine').length, 4)
    assert.equal(ends.filter((end) => end === 'rate_limited').length, 4)
    const mails = () =>
      onPool(database.pool).rows<{ kind: string }>('select kind from mail where person_id = $1', [
        person.id,
      ])
    assert.deepEqual(
      (await mails()).map(({ kind }) => kind),
      Array.from({ length: 5 }, () => 'invitation'),
    )
    await acceptInvitation(database, 'portal', {
      email: person.email,
      code: await codeMailed(database, person),
      password,
      address: randomUUID(),
      cause: cause(),
    })
    await changePersonRole(database, managed, { role: 'developer' })
    assert.equal((await mails()).at(-1)?.kind, 'people_act', 'told like everybody from then on')
  })
})
