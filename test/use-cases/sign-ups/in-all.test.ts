import assert from 'node:assert/strict'
import { askSignUp } from '#use-cases/sign-ups/ask.ts'
import { onPool } from '#db/sql.ts'
import { givenDatabase } from '#test/support/service.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { createMerchant, createPortalUser } from '#test/support/people.ts'
import { applicant } from '#test/support/sign-ups.ts'

describe('sign-ups from all networks', () => {
  const database = givenDatabase()
  const ask = (asked: ReturnType<typeof applicant>) => outcomeOf(askSignUp(database, asked))

  it('come five hundred times an hour at most, known addresses counted as well', async () => {
    const books = onPool(database.pool)
    const room = 3
    await books.rows(
      `insert into sign_up (id, email, origin_digest, expires_at)
       select gen_random_uuid(), n || '@example.com', sha256(n::text::bytea), now() + interval '1 day'
       from generate_series(1, 500 - $1 - (select count(*) from sign_up where created_at > now() - interval '1 hour')) n`,
      [room],
    )
    const { email } = await createPortalUser(database, {
      merchantId: await createMerchant(database),
    })
    const known = () => ({ ...applicant(), email })
    const asked = [known(), ...Array.from({ length: 99 }, () => applicant())]
    const answers = await Promise.all(asked.map((one) => ask(one)))
    assert.equal(answers.filter((answer) => answer === 'fine').length, room)
    assert.equal(answers.filter((answer) => answer === 'too_many_attempts').length, 97)
    assert.equal(await ask(known()), 'too_many_attempts', 'whoever has an account too')
    await books.rows(
      `update sign_up set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`,
    )
    assert.equal(await ask(applicant()), 'fine')
  })
})
