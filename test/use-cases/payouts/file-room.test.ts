import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { cancelPayoutFile, sendPayoutFile } from '#use-cases/payouts/move-file.ts'
import { onPool } from '#db/sql.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { createMerchant, givenBooks, type Merchant } from '#test/support/books.ts'
import { turnsOfOthers } from '#test/support/turns.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { authorizeAll, check, csv, memberOf, numbersOf } from './files.ts'

const [one = ''] = numbersOf(1)

describe('a file of payouts, beside the work of others,', function () {
  this.timeout(60_000)
  const books = givenBooks()

  async function merchantWith(xof: bigint): Promise<Merchant> {
    const merchant = await createMerchant(books)
    if (xof > 0n) await openBalance(books.database, merchant, money(xof, 'XOF'))
    await authorizeAll(books.database, merchant, [one])
    return merchant
  }

  it('of nothing but short rows lets others have their turn while it is read', async () => {
    const merchant = await merchantWith(0n)
    const turns = turnsOfOthers()
    const text = `numero;montant\n${'1\n'.repeat(49_999)}`
    const checked = await check(books.database, merchant, { text })
    const longest = turns.end()
    assert.equal('faults' in checked && checked.faults.length, 2 * 49_999)
    assert.ok(longest < 500, `${longest.toFixed(0)} ms`)
  })

  it('is refused while very many checked lines of the service wait to be sent', async () => {
    const merchant = await merchantWith(100_000n)
    const file = csv(`${one};1000;A-1`)
    assert.ok('id' in (await check(books.database, merchant, { text: file })))
    await onPool(books.database.pool).rows(
      `insert into payout_file (id, service_env_id, name, lines_total, amount, charged, needs_approval, checked_by)
       select gen_random_uuid(), service_env_id, name, 50000, amount, charged, needs_approval, checked_by
       from payout_file cross join generate_series(1, 4) where service_env_id = $1`,
      [merchant.serviceEnvId],
    )
    assert.deepEqual(await check(books.database, merchant, { text: file }), {
      whole: { code: 'too_many_unsent' },
    })
    const other = await merchantWith(100_000n)
    assert.ok('id' in (await check(books.database, other, { text: file })), 'others are not')
    await onPool(books.database.pool).rows(
      `delete from payout_file where service_env_id = $1 and lines_total = 50000`,
      [merchant.serviceEnvId],
    )
    assert.ok('id' in (await check(books.database, merchant, { text: file })))
  })

  it('is not sent while twenty of the service are under way, nor when many are sent at once', async () => {
    const merchant = await merchantWith(1_000_000n)
    const member = await memberOf(books.database, merchant)
    const checked = []
    for (let at = 0; at < 22; at += 1) {
      const text = csv(`${one};1000;A-${at}`)
      const found = await check(books.database, merchant, { text, member })
      assert.ok('id' in found)
      checked.push(found.id)
    }
    const { serviceEnvId } = merchant
    const send = (id: PayoutFileId) => sendPayoutFile(books, { serviceEnvId, id, member })
    const ends = await Promise.all(checked.map((id) => outcomeOf(send(id))))
    assert.deepEqual(ends.toSorted().slice(19), [
      'fine',
      'payout_files_too_many',
      'payout_files_too_many',
    ])
    const [sent, waits] = [ends.indexOf('fine'), ends.indexOf('payout_files_too_many')]
    await cancelPayoutFile(books, { serviceEnvId, id: idAt(checked, sent), member })
    assert.equal(await outcomeOf(send(idAt(checked, waits))), 'fine')
  })
})

function idAt(ids: readonly PayoutFileId[], at: number): PayoutFileId {
  const id = ids[at]
  assert.ok(id)
  return id
}
