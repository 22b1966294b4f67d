import assert from 'node:assert/strict'
import { logAct, logged } from '#use-cases/audit/log.ts'
import { type Anchor, verifyChain } from '#use-cases/audit/verify-chain.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { givenEach } from '#test/support/given.ts'
import { openBooks } from '#test/support/books.ts'
import { cause, createMerchant, createPortalUser, createStaffMember } from '#test/support/people.ts'
import { runCommand } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'

describe('the logs of people', function () {
  this.timeout(60_000)
  const books = givenEach(() => openBooks())
  const actor = givenEach(() => createStaffMember(books.database))

  const write = (count = 1) =>
    Promise.all(
      Array.from({ length: count }, () =>
        logged(
          books.database,
          { actor, act: { act: 'payout.reject', cause: cause('pourquoi') } },
          () => Promise.resolve(),
        ),
      ),
    )
  const verify = (anchor?: Anchor) => verifyChain(books.database, 'staff_audit', anchor)
  const found = async (anchor?: Anchor) =>
    (await verify(anchor)).found.map(({ kind, line }) => [kind, line])

  /** As somebody does who may do anything in the database: without its triggers. */
  async function tamper(text: string): Promise<void> {
    await inTransaction(books.database.pool, async (tx) => {
      await tx.rows('set local session_replication_role = replica')
      await tx.rows(text)
    })
  }

  it('hold together however many write at once, and whoever fails', async () => {
    const user = await createPortalUser(books.database, {
      merchantId: await createMerchant(books.database),
    })
    const failing = inTransaction(books.database.pool, async (tx) => {
      await logAct(tx, actor, { act: 'never.done', cause: cause() })
      throw new Error('rolled back')
    })
    await Promise.allSettled([
      write(40),
      failing,
      ...Array.from({ length: 20 }, () =>
        inTransaction(books.database.pool, (tx) =>
          logAct(tx, user, { act: 'session.log_in', cause: cause() }),
        ),
      ),
    ])
    const { end, found: wrong } = await verify()
    assert.deepEqual([end.number, wrong], [80n, []])
    const activity = await verifyChain(books.database, 'activity_log')
    assert.deepEqual([activity.end.number, activity.found], [40n, []])
  })

  it('tell which line was changed, removed or added', async () => {
    await write(6)
    const ids = await onPool(books.database.pool).rows<{ id: string }>(
      'select id::text from staff_audit order by id',
    )
    const [, second, third, fourth] = ids.map(({ id }) => id)
    await tamper(`update staff_audit set reason = 'autre' where id = ${second}`)
    await tamper(`delete from staff_audit where id = ${third}`)
    await tamper(`update staff_audit set outcome = 'not_found' where id = ${fourth}`)
    await tamper(`insert into staff_audit (staff_member_id, act, request_id, outcome, ended_at)
      values ('${actor.id}', 'payout.approve', gen_random_uuid(), 'done', now())`)
    const { id: added } = await onPool(books.database.pool).one<{ id: string }>(
      'select max(id)::text as id from staff_audit',
    )
    assert.deepEqual(
      sorted(await found()),
      sorted([
        ['added', added],
        ['changed', second],
        ['changed', fourth],
        ['removed', third],
      ]),
    )
  })

  it('tell of an end that was cut off, and of a chain that was made anew', async () => {
    for (let line = 0; line < 3; line += 1) await write()
    const { end } = await verify()
    await tamper(`delete from log_chain where number > 4`)
    await tamper('delete from staff_audit where id = (select max(id) from staff_audit)')
    assert.deepEqual(await found(), [['unlinked', null]])
    await tamper(`update log_chain_head h set number = 4,
      hash = (select hash from log_chain c where c.log = h.log and c.number = 4) where h.log = 'staff_audit'`)
    assert.deepEqual(await found(), [], 'nothing in the database tells of it')
    await write()
    assert.deepEqual(
      await found(end),
      [['rewritten', null]],
      'what was written down elsewhere does',
    )
  })

  it('agree with what was written down while there was no line yet', async () => {
    const { end } = await verify()
    assert.equal(end.number, 0n)
    await write()
    assert.deepEqual(await found(end), [])
    assert.deepEqual(await found({ ...end, hash: '0'.repeat(64) }), [['rewritten', null]])
  })

  it('refuse any change of what vouches for them', async () => {
    await write()
    const rows = (text: string) => books.rows(text)
    await assert.rejects(rows(`update log_chain set hash = sha256('')`))
    await assert.rejects(rows('delete from log_chain'))
    await assert.rejects(rows('truncate log_chain'))
  })

  it('are verified by a command, which names what it finds and ends with 1', async () => {
    await write(2)
    const places = { databaseUrl: books.url, temporalAddress: 'nobody:1', namespace: 'none' }
    const command = (...words: string[]) =>
      runCommand({ main: 'server/cli/verify-audit-main.ts', words }, testEnvironment(places))
    const well = await command()
    const [, anchor = ''] = /ends with (staff_audit=4:[0-9a-f]{64})$/m.exec(well.output) ?? []
    assert.equal(well.code, 0)
    assert.equal((await command(anchor)).code, 0)
    assert.equal(
      (await command(anchor.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).code,
      1,
    )
    await tamper(
      `update staff_audit set reason = 'autre' where id = (select min(id) from staff_audit)`,
    )
    const hurt = await command()
    assert.equal(hurt.code, 1)
    assert.match(hurt.output, /^staff_audit line \d+ changed: it is not what was written$/m)
    assert.equal((await command('staff_audit=1')).code, 1)
  })
})

const sorted = (found: readonly unknown[]) =>
  found.map((one) => JSON.stringify(one)).toSorted((a, b) => a.localeCompare(b))
