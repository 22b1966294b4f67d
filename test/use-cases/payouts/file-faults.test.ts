import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, givenBooks, openAgain } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { authorizeAll, check, csv, numbersOf, sentFile } from './files.ts'

const [one = '', two = ''] = numbersOf(2)

describe('a file of payouts with several kinds of wrong lines', () => {
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)

  it('tells of all at once: those that cannot be read or paid, and those that were sent before', async () => {
    const merchant = await createMerchant(books)
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    await authorizeAll(books.database, merchant, [one, two])
    await sentFile(books, merchant, { text: csv(`${one};1000;A-1`, `${two};1000;`) })
    const lines = [`${one};1000;A-1`, '2290197999999;500;B-1', `${two};1000;`, `${two};;C-1`]
    const checked = await check(books.database, merchant, {
      text: csv(...lines, `${two};700;D-1`),
    })
    assert.ok('faults' in checked)
    assert.deepEqual(
      checked.faults.map(({ line, code }) => `${line} ${code}`),
      ['2 reference_used', '3 phone_unknown', '4 line_repeated', '5 amount_missing'],
    )
    assert.equal(checked.right.lines, 1)
    assert.equal(checked.right.amount, 700n)
  })

  it('is sent as patiently as it is checked: comparing its lines may take longer than a usual statement', async () => {
    const merchant = await createMerchant(books)
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    await authorizeAll(books.database, merchant, [one])
    await books.rows(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return new; end $$`,
    )
    await books.rows(
      'create trigger slow before update on payout_file for each row execute function slow()',
    )
    const url = new URL(books.url)
    url.searchParams.set('options', '-c timezone=UTC -c statement_timeout=1000')
    const database = await openAgain(url.href)
    try {
      await sentFile({ ...books, database }, merchant, { text: csv(`${one};1000;A-1`) })
    } finally {
      await database.close()
      await books.rows('drop trigger slow on payout_file')
    }
  })
})
