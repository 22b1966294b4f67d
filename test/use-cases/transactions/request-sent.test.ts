import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { claimRequest, releaseRequest } from '#use-cases/transactions/request-sent.ts'
import { judgeFailure } from '#use-cases/runs/failure-classes.ts'
import { mortal } from '#test/states/crashes.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'

describe('a request that is about to leave for its operator', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))

  it('is never too late because its first sender gives it back while a second one asks for it', async () => {
    const process = mortal(books.database)
    for (const moment of [0, 1, 2]) {
      const id = await acceptOne(books, merchant)
      const first = await claimRequest(books.database, id)
      assert.ok(first.state === 'claimed')
      let claim: string | undefined
      await process.overtake(
        async () => {
          claim = (await claimRequest(process.database, id)).state
        },
        moment,
        () => releaseRequest(process.database, id, first.sentAt),
      )
      assert.notEqual(claim, 'too_late', `given back before statement ${moment}`)
    }
  })
  it('does not leave if the payer’s time was over when the database answered', async () => {
    const id = await acceptOne(books, merchant)
    // A quarter of the whole time, 3 s, must be left.
    await books.rows(
      `update transaction set created_at = now() - interval '8 s', expires_at = now() + interval '4.2 s' where id = $1`,
      id,
    )
    const holder = await books.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from transaction where id = $1 for update', [id])
      const claimed = claimRequest(books.database, id)
      await pause(1300)
      await holder.query('commit')
      assert.equal((await claimed).state, 'too_late')
    } finally {
      holder.release()
    }
    const [row] = await books.rows<{ state: string }>(
      'select operator_state as state from transaction where id = $1',
      id,
    )
    assert.equal(row?.state, 'unsent')
  })

  it('waits for seconds, not for staff, while the database answers each claim late', async function () {
    this.timeout(20_000)
    const id = await acceptOne(books, merchant)
    const { pool } = books.database
    const late = new Proxy(pool, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name)
        if (name !== 'query') return own
        const send = own as (query: never) => Promise<unknown>
        return async (query: never) => pause(1050, await send.call(target, query))
      },
    })
    const failure: unknown = await claimRequest({ ...books.database, pool: late }, id).then(
      ({ state }) => assert.fail(state),
      (error: unknown) => error,
    )
    assert.equal(judgeFailure(failure).class, 'soon', String(failure))
    const [row] = await books.rows<{ state: string }>(
      'select operator_state as state from transaction where id = $1',
      id,
    )
    assert.equal(row?.state, 'unsent')
  })
})
