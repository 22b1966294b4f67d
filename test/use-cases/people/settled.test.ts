import assert from 'node:assert/strict'
import { confirmOrder } from '#use-cases/desk/act.ts'
import { approvePayoutFile, sendPayoutFile } from '#use-cases/payouts/move-file.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { openBooks, createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { createStaffMember, password } from '#test/support/people.ts'
import { onShiftedClock } from '#test/support/shifted-clock.ts'
import { authorizeAll, check, csv, memberOf, numbersOf } from '#test/use-cases/payouts/files.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

describe('an account that may not approve yet', () => {
  const books = given(() => openBooks())

  it('releases no money where the clock of the machine is ahead, and waits no longer where it is behind', async () => {
    const member = await createStaffMember(books.database, 'supervisor')
    const confirm = (offMs: number, approvesFrom: Date) =>
      onShiftedClock(offMs, () =>
        outcomeOf(confirmOrder(books.database, { ...member, approvesFrom }, password)),
      )
    const soon = new Date(Date.now() + minuteMs)
    const before = new Date(Date.now() - minuteMs)
    for (const offMs of [0, 10 * minuteMs, dayMs])
      assert.equal(await confirm(offMs, soon), 'account_too_fresh')
    for (const offMs of [0, -10 * minuteMs, -dayMs])
      assert.equal(await confirm(offMs, before), 'fine')
  })

  it('approves no file of payouts where the clock of the machine is a day ahead', async () => {
    const merchant = await createMerchant(books)
    const [phone = ''] = numbersOf(1)
    await openBalance(books.database, merchant, money(10_000n, 'XOF'))
    await authorizeAll(books.database, merchant, [phone])
    const maker = await memberOf(books.database, merchant)
    const file = { text: csv(`${phone};1000;`), member: maker, approvalAbove: 1n }
    const checked = await check(books.database, merchant, file)
    assert.ok('id' in checked)
    const order = { serviceEnvId: merchant.serviceEnvId, id: checked.id }
    await sendPayoutFile(books, { ...order, member: maker })
    const approvesFrom = new Date(Date.now() + minuteMs)
    const fresh = { ...(await memberOf(books.database, merchant)), approvesFrom }
    const approve = () => outcomeOf(approvePayoutFile(books, { ...order, member: fresh }))
    assert.equal(await onShiftedClock(dayMs, approve), 'account_too_fresh')
    assert.equal(await onShiftedClock(-dayMs, approve), 'account_too_fresh')
  })
})
