import assert from 'node:assert/strict'
import { claimRequest, releaseRequest } from '#use-cases/transactions/request-sent.ts'
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
      assert.equal(await claimRequest(books.database, id), 'claimed')
      let claim: string | undefined
      await process.overtake(
        async () => {
          claim = await claimRequest(process.database, id)
        },
        moment,
        () => releaseRequest(process.database, id),
      )
      assert.notEqual(claim, 'too_late', `given back before statement ${moment}`)
    }
  })
})
