import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import {
  cancelPayoutFile,
  pausePayoutFile,
  resumePayoutFile,
} from '#use-cases/payouts/move-file.ts'
import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, givenBooks, type Merchant } from '#test/support/books.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf } from '#test/support/payouts.ts'
import { authorizeAll, check, csv, memberOf, numbersOf, payingContext, sentFile } from './files.ts'

const [one = '', two = ''] = numbersOf(2)

describe('a line of a file of payouts', function () {
  this.timeout(60_000)
  const books = givenBooks()
  booksHoldAfterEach(() => books.database)

  async function merchantWith(xof: bigint): Promise<Merchant> {
    const merchant = await createMerchant(books)
    await openBalance(books.database, merchant, money(xof, 'XOF'))
    await authorizeAll(books.database, merchant, [one, two])
    return merchant
  }
  const pay = (id: PayoutFileId) => payNextLine(payingContext(books), id)
  const codesOf = async (merchant: Merchant, text: string) => {
    const checked = await check(books.database, merchant, { text })
    return 'faults' in checked ? checked.faults.map(({ line, code }) => `${line} ${code}`) : []
  }

  it('is written together with its payout: one that a death or a stop cuts off was not sent', async () => {
    const merchant = await merchantWith(100_000n)
    const member = await memberOf(books.database, merchant)
    const text = csv(`${one};1000;`)
    const id = await sentFile(books, merchant, { text })
    // The worker dies as it writes the line down.
    await books.rows(
      `create function line_lost() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`,
    )
    await books.rows(
      'create trigger line_lost before update on payout_file_line for each row execute function line_lost()',
    )
    await assert.rejects(pay(id))
    await books.rows('drop function line_lost cascade')
    const { serviceEnvId } = merchant
    await cancelPayoutFile(books, { serviceEnvId, id, member })
    const again = await sentFile(books, merchant, { text })
    while ((await pay(again)).state === 'running');
    assert.deepEqual(await accountsOf(books.database, merchant), {
      available: 99_000,
      reserved: 1000,
    })
  })

  it('does not pay another account that has the number by now', async () => {
    const merchant = await merchantWith(100_000n)
    const { serviceEnvId } = merchant
    const id = await sentFile(books, merchant, { text: csv(`${one};1000;`, `${two};1000;`) })
    await books.rows(
      `update authorized_account set status = 'revoked', revoked_at = now() where service_env_id = $1 and phone = $2`,
      serviceEnvId,
      one,
    )
    await authorizeAll(books.database, merchant, [one])
    while ((await pay(id)).state === 'running');
    const lines = await books.rows(
      'select state, refusal from payout_file_line where file_id = $1 order by number',
      id,
    )
    assert.deepEqual(lines, [
      { state: 'refused', refusal: 'recipient_not_authorized' },
      { state: 'sent', refusal: null },
    ])
  })

  it('is not paid any more once its file is stopped, or another worker has refused it', async () => {
    for (const meanwhile of ['refused', 'stopped'] as const) {
      const merchant = await merchantWith(100_000n)
      const { serviceEnvId } = merchant
      const member = await memberOf(books.database, merchant)
      const id = await sentFile(books, merchant, { text: csv(`${one};1000;`) })
      const acts = {
        stopped: () => cancelPayoutFile(books, { serviceEnvId, id, member }),
        refused: () =>
          books.rows(
            `with refused as (update payout_file_line set state = 'refused', refusal = 'recipient_not_authorized' where file_id = $1)
             update payout_file set lines_refused = 1 where id = $1`,
            id,
          ),
      } as const
      let act: Promise<unknown> | undefined
      // Asked between the look at the line and its payout.
      const isOpen = async (): Promise<boolean> => {
        await (act ??= acts[meanwhile]())
        return true
      }
      const step = await payNextLine({ ...payingContext(books), isOpen }, id)
      assert.equal(step.sent, 0, meanwhile)
      const { available } = await accountsOf(books.database, merchant)
      assert.equal(available, 100_000, meanwhile)
    }
  })

  it('is known again by its payout, and while it waits, whenever its file was sent', async () => {
    const merchant = await merchantWith(100_000n)
    const member = await memberOf(books.database, merchant)
    const { serviceEnvId } = merchant
    const text = csv(`${one};1000;`, `${two};1000;`)
    const id = await sentFile(books, merchant, { text })
    const order = { serviceEnvId, id, member }
    await pausePayoutFile(books, order)
    await books.rows(
      `update payout_file set sent_at = sent_at - interval '7 days' where id = $1`,
      id,
    )
    assert.deepEqual(await codesOf(merchant, text), ['2 line_repeated', '3 line_repeated'])
    await resumePayoutFile(books, order)
    await pay(id)
    await cancelPayoutFile(books, order)
    assert.deepEqual(await codesOf(merchant, text), ['2 line_repeated'])
  })
})
