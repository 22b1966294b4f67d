import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/connect.ts'
import type { TransactionId } from '#domain/ids.ts'
import {
  claimReleased,
  claimRequest,
  maySendAgain,
  releaseRequest,
} from '#use-cases/transactions/request-sent.ts'
import { judgeFailure } from '#use-cases/runs/failure-classes.ts'
import { mortal } from '#test/states/crashes.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'

describe('a request that is about to leave for its operator', () => {
  const books = givenBooks()
  const merchant = given(() => createMerchant(books))

  /** The database, whose answers come late. */
  const answeringLate = (): Database => {
    const late = new Proxy(books.database.pool, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name)
        if (name !== 'query') return own
        const send = own as (query: never) => Promise<unknown>
        return async (query: never) => pause(1050, await send.call(target, query))
      },
    })
    return { ...books.database, pool: late }
  }
  const stateOf = async (id: TransactionId) => {
    const [row] = await books.rows<{ state: string }>(
      'select operator_state as state from transaction where id = $1',
      id,
    )
    return row?.state
  }

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
    assert.equal(await stateOf(id), 'unsent')
  })

  it('waits for seconds, not for staff, while the database answers each claim late', async function () {
    this.timeout(20_000)
    const id = await acceptOne(books, merchant)
    const failure: unknown = await claimRequest(answeringLate(), id).then(
      ({ state }) => assert.fail(state),
      (error: unknown) => error,
    )
    assert.equal(judgeFailure(failure).class, 'soon', String(failure))
    assert.equal(await stateOf(id), 'unsent')
  })

  it('does not leave again either if the database answered late: its time was compared before', async () => {
    const given = await acceptOne(books, merchant)
    const claim = await claimRequest(books.database, given)
    assert.ok(claim.state === 'claimed')
    await releaseRequest(books.database, given, claim.sentAt)
    assert.equal(await claimReleased(answeringLate(), given), undefined)
    assert.equal(await stateOf(given), 'unsent')
    assert.ok(await claimReleased(books.database, given))

    const missing = await acceptOne(books, merchant)
    await claimRequest(books.database, missing)
    assert.equal(await maySendAgain(answeringLate(), missing), false)
    assert.equal(await stateOf(missing), 'sent')
    assert.ok(await maySendAgain(books.database, missing))
  })
})
