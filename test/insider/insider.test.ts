import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { portalRoles } from '#domain/people/portal-roles.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import type { Insider } from './scene.ts'
import { searchAlone } from './search.ts'

/** `INSIDER_ACTS` and `INSIDER_SEED` look longer, or elsewhere. */
const sequences = Math.ceil(Number(process.env['INSIDER_ACTS'] ?? 400) / 40)
const seed = Number(process.env['INSIDER_SEED'] ?? 20_261_122)

const insiders: readonly Insider[] = [
  ...staffRoles.map((role) => ({ realm: 'staff' as const, role })),
  ...portalRoles.map((role) => ({ realm: 'portal' as const, role })),
]

describe('one person alone, with every session they can get', function () {
  this.timeout(600_000)
  let service: TestService
  // Each has a service of their own: what another one has begun, they may rightly end as the second person.
  beforeEach(async () => {
    service = await startTestService({ STAFF_APPROVAL_ABOVE: '0' })
  })
  afterEach(() => service?.stop())

  for (const insider of insiders) {
    it(`lets no money leave and changes nobody’s rights: ${insider.role} of the ${insider.realm}`, async () => {
      const found = await searchAlone(service, insider, { seed, sequences, actsEach: 40 })
      assert.deepEqual(found.wrong, [], found.last.join('\n'))
      assert.deepEqual(
        [...found.untried].filter((name) => !name.startsWith('key ')),
        [],
        'each route of the tables is tried',
      )
      const statuses = Object.fromEntries(found.statuses)
      assert.ok((statuses['200'] ?? 0) > 20, JSON.stringify(statuses))
      assert.deepEqual(await checkInvariants(service.database), [])
    })
  }

  /** What is taken out of the books’ own rules for a while, and who then does alone what takes two. */
  const plants: Readonly<
    Record<string, readonly [who: Insider, near: RegExp, write: string, sets: string]>
  > = {
    'a change that counts as asked by another': [
      { realm: 'staff', role: 'administrator' },
      /account-changes|equipe/,
      'insert on account_change',
      // Not an active one: there may be none left.
      `new.asked_by := (select id from person where realm = 'staff' and role = 'administrator'
         and id <> new.asked_by limit 1)`,
    ],
    'a bank transfer that counts as taken by another': [
      { realm: 'staff', role: 'supervisor' },
      /bank-transfers|virements/,
      'insert on transfer_act',
      `if new.kind = 'take' then
         new.staff_id := (select id from person where realm = 'staff' and role = 'supervisor' and status = 'active'
           and id <> new.staff_id limit 1); end if`,
    ],
    'keys of developers that may send money': [
      { realm: 'portal', role: 'developer' },
      /cles/,
      'insert on api_key',
      `new.scopes := '{payments,payouts}'`,
    ],
  }

  for (const [name, [who, near, write, sets]] of Object.entries(plants)) {
    it(`would be found to: ${name}`, async () => {
      const books = onPool(service.database.pool)
      await books.rows(`create or replace function plant() returns trigger language plpgsql as $$
        begin ${sets}; return new; end $$`)
      await books.rows(`create trigger plant before ${write} for each row execute function plant()`)
      try {
        const found = await searchAlone(service, who, { seed, sequences: 250, actsEach: 20, near })
        const answers = [...found.answers].map(([line, count]) => `${line}: ${count}`).toSorted()
        assert.notDeepEqual(
          found.wrong,
          [],
          `not found in ${found.tried} acts\n${answers.join('\n')}`,
        )
      } finally {
        await books.rows(`drop trigger plant on ${write.split(' ').at(-1)}`)
        await books.rows('drop function plant()')
      }
    })
  }
})
