import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { acceptPayout } from '#use-cases/payouts/accept.ts'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { moveTransfer } from '#use-cases/transfers/move.ts'
import { recordTransferAct } from '#use-cases/transfers/orders.ts'
import {
  revokeAuthorizedAccount,
  verifyAuthorizedAccount,
} from '#use-cases/authorized-accounts/decide.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { ConstraintViolation } from '#db/sql.ts'
import { transferActKinds, type TransferState } from '#domain/transfers/transfer.ts'
import { asId, type AuthorizedAccountId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { eventually } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { accountsOf } from '#test/support/payouts.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { createMerchant, openBooks } from '#test/support/books.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { endOf, failed, success } from '#test/support/ends.ts'
import { cause, createStaffMember, newStaff } from '#test/support/people.ts'
import { acceptPayoutOne, act, bankTexts, payoutAcceptanceOf } from './payouts.ts'

describe('payouts in the books', () => {
  const books = given(() => openBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
  })
  booksHoldAfterEach(() => books.database)

  const settle = (transactionId: TransactionId, outcome: Outcome) =>
    settleTransaction(books.database, books.outbox, { transactionId, outcome })
  const accounts = () => accountsOf(books.database, merchant)

  it('an opening balance is booked once, however often and at once', async () => {
    const again = () => openBalance(books.database, merchant, money(100_000n, 'XOF'))
    await Promise.all([again(), again(), again()])
    assert.deepEqual(await accounts(), { available: 100_000 })
  })

  it('a success spends what was reserved: the operator paid it, the fee is ours; once, whoever says so again', async () => {
    const id = await acceptPayoutOne(books, merchant)
    assert.deepEqual(await accounts(), { available: 98_980, reserved: 1020 })
    await Promise.all([settle(id, success), settle(id, success), settle(id, failed)])
    const { status, money: moved, events } = await endOf(books, id)
    const reserved = 'payout_reserved:available:-1020 payout_reserved:reserved:1020 '
    if (status === 'succeeded') {
      assert.equal(
        moved,
        `${reserved}payout_settled:fees:20 payout_settled:operator_clearing:1000 payout_settled:reserved:-1020`,
      )
      assert.deepEqual(events, ['withdrawal.success'])
    } else {
      assert.equal(
        moved,
        `${reserved}payout_returned:available:1020 payout_returned:reserved:-1020`,
      )
      assert.deepEqual(events, ['withdrawal.failed'])
    }
  })

  it('what failed may be spent again', async () => {
    const id = await acceptPayoutOne(books, merchant, { amount: 90_000n })
    const next = () => acceptPayoutOne(books, merchant, { amount: 90_000n })
    assert.equal(await refusalCode(next()), 'insufficient_balance')
    await settle(id, failed)
    assert.equal(
      (await claimRequest(books.database, id)).state,
      'sent_before',
      'an ended payout is never sent',
    )
    await next()
  })

  it('a payout and the revocation of its account at once: accepted before it, or refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const acceptance = await payoutAcceptanceOf(books, merchant)
      const [account] = await listAuthorizedAccounts(books.database, merchant.serviceEnvId)
      const place = { serviceEnvId: merchant.serviceEnvId, id: account?.id ?? newAccountId() }
      const [accepted] = await Promise.allSettled([
        acceptPayout(books.database, books.outbox, acceptance),
        revokeAuthorizedAccount(books.database, place),
      ])
      const rows = await books.rows(
        'select id from transaction where id = $1',
        acceptance.draft.record.id,
      )
      assert.equal(rows.length, accepted.status === 'fulfilled' ? 1 : 0)
    }
  })

  it('a suspension is in force once what was being accepted is accepted, and not before', async () => {
    const { database } = books
    const member = await createStaffMember(database, 'supervisor')
    const { serviceEnvId } = merchant
    const suspension = {
      mode: 'live',
      serviceEnvId,
      provider: null,
      cause: cause('panne'),
    } as const
    const order: string[] = []
    const holder = await database.pool.connect()
    const waiting = async (number: number): Promise<boolean> => {
      const [row] = await books.rows<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return (row?.waiting ?? 0) >= number
    }
    try {
      await holder.query('begin')
      await holder.query('select from ledger_account where service_env_id = $1 for update', [
        serviceEnvId,
      ])
      const accepted = acceptPayoutOne(books, merchant).then(() => order.push('accepted'))
      await eventually(() => waiting(1))
      const suspended = suspendPayouts(database, member, suspension).then(() =>
        order.push('suspended'),
      )
      await eventually(async () => order.length > 0 || (await waiting(2)))
      await holder.query('commit')
      await Promise.all([accepted, suspended])
    } finally {
      holder.release()
    }
    assert.deepEqual(order, ['accepted', 'suspended'])
  })

  it('an account is known once by its number while it is not revoked, and is paid only once it is verified', async () => {
    const phone = parsePhone(freshPhone(), {})
    assert.ok(phone.ok)
    const { database } = books
    const { serviceEnvId } = merchant
    const account = { type: 'mobile_money', provider: 'mtn-benin', holderName: 'Awa' } as const
    const add = () =>
      addAuthorizedAccount(database, serviceEnvId, { ...account, phone: phone.value })
    const tried = await Promise.allSettled([add(), add(), add()])
    const [id] = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    assert.ok(id)
    assert.equal(await refusalCode(add()), 'authorized_account_exists')
    const stranger = await createMerchant(books)
    const theirs = { serviceEnvId: stranger.serviceEnvId, id }
    const notFound = 'authorized_account_not_found'
    assert.equal(await refusalCode(verifyAuthorizedAccount(database, theirs)), notFound)
    assert.equal(await refusalCode(revokeAuthorizedAccount(database, theirs)), notFound)
    await verifyAuthorizedAccount(database, { serviceEnvId, id })
    await verifyAuthorizedAccount(database, { serviceEnvId, id })
    await revokeAuthorizedAccount(database, { serviceEnvId, id })
    assert.equal(
      await refusalCode(verifyAuthorizedAccount(database, { serviceEnvId, id })),
      'action_not_allowed',
    )
    await add()
  })

  it('the database refuses every move of a transfer but those of the table, whoever writes', async () => {
    const states: readonly TransferState[] = [
      'to_process',
      'in_progress',
      'transferred',
      'rejected',
      'cancelled',
    ]
    const id = await acceptPayoutOne(books, merchant, { isTransfer: true })
    for (const from of ['to_process', 'in_progress'] as const) {
      for (const to of states.filter((state) => state !== from)) {
        await assert.rejects(
          books.rows(byHand(to), id),
          /does not go from|bank_transfer|is not where/,
        )
      }
      if (from === 'to_process') {
        await act(books, {
          transactionId: id,
          kind: 'take',
          staffId: await newStaff(books.database),
        })
      }
    }
    await act(books, {
      transactionId: id,
      kind: 'reject',
      staffId: await newStaff(books.database),
      reason: 'Non',
    })
    for (const to of states) await assert.rejects(books.rows(byHand(to), id), /for good/)
  })

  it('the database lets nobody send a large transfer alone', async () => {
    const id = await acceptPayoutOne(books, merchant, { isTransfer: true, needsApproval: true })
    const staffId = await newStaff(books.database)
    await act(books, { transactionId: id, kind: 'take', staffId })
    const approve = 'update bank_transfer set approved_by = $2 where transaction_id = $1'
    await assert.rejects(books.rows(approve, id, staffId), isViolation)
    await assert.rejects(books.rows(byHand('transferred'), id), isViolation)
    const { refusal } = await act(books, {
      transactionId: id,
      kind: 'mark_transferred',
      staffId,
      ...bankTexts,
    })
    assert.equal(refusal, 'approval_required')
  })

  it('an act that was done is not done again, and every act at once leaves one story', async () => {
    const id = await acceptPayoutOne(books, merchant, { isTransfer: true })
    const staffId = await newStaff(books.database)
    const actId = await recordTransferAct(books.database, {
      transactionId: id,
      kind: 'take',
      staffId,
    })
    const take = () =>
      moveTransfer(books.database, books.outbox, {
        transactionId: id,
        actId,
        approvalAbove: 1_000_000n,
      })
    for (const moved of await Promise.all([take(), take(), take()])) {
      assert.deepEqual([moved.refusal, moved.standing.takenBy], [undefined, staffId])
    }
    const texts = { mark_transferred: bankTexts, reject: { reason: 'Non' } }
    const acts = transferActKinds.flatMap((kind) => [kind, kind, kind])
    const moved = await Promise.all(
      acts.map(async (kind) =>
        act(books, {
          transactionId: id,
          kind,
          staffId: kind === 'cancel' ? null : await newStaff(books.database),
          ...texts[kind as keyof typeof texts],
        }),
      ),
    )
    assert.equal(moved.filter(({ refusal }) => refusal === undefined).length, 1)
    const { events } = await endOf(books, id)
    assert.equal(events.length, 2)
  })

  it('staff is told a thing once for each time it is due', async () => {
    const transactionId = await acceptPayoutOne(books, merchant, { isTransfer: true })
    const tell = (number: number) =>
      tellStaff(books.database, { transactionId, kind: 'transfer_waiting', number })
    const told = await Promise.all([tell(1), tell(1), tell(2)])
    assert.equal(told.filter(Boolean).length, 2)
  })

  const byHand = (state: TransferState): string =>
    `update bank_transfer set state = '${state}' where transaction_id = $1`
  const isViolation = (error: unknown): boolean => error instanceof ConstraintViolation
  const newAccountId = () => asId<AuthorizedAccountId>(randomUUID())
})
