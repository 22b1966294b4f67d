import assert from 'node:assert/strict'
import { mayMoveFunds } from '#domain/funds/funds.ts'
import { mayMoveRefund, type RefundStatus } from '#domain/refunds/refund.ts'
import { fundsStatuses } from '#domain/transactions/transaction.ts'
import { type Books, openBooks } from '#test/support/books.ts'

const refundStatuses: readonly RefundStatus[] = [
  'pending',
  'approved',
  'processing',
  'succeeded',
  'rejected',
  'failed',
  'cancelled',
]

describe('the database has the table of moves that the code has', () => {
  let books: Books

  before(async function () {
    this.timeout(60_000)
    books = await openBooks()
    // Tables with the triggers alone, so that nothing else refuses a move.
    await books.rows('create table any_refund (id int, status text)')
    await books.rows(
      `create trigger moves before update on any_refund for each row execute function refund_moves_as_allowed()`,
    )
    await books.rows(
      'create table any_payment (id int, status text, funds_status text, refunded_amount bigint)',
    )
    await books.rows(
      `create trigger moves before update on any_payment for each row execute function transaction_funds_move_as_allowed()`,
    )
  })
  after(() => books?.close())

  it('for refunds', async () => {
    for (const from of refundStatuses) {
      for (const to of refundStatuses.filter((other) => other !== from)) {
        await books.rows('delete from any_refund')
        await books.rows('insert into any_refund values (1, $1)', from)
        const isTaken = await isAccepted('update any_refund set status = $1', to)
        assert.equal(isTaken, mayMoveRefund(from, to), `${from} to ${to}`)
      }
    }
  })

  it('for funds of a payment that has succeeded', async () => {
    for (const from of fundsStatuses) {
      for (const to of fundsStatuses.filter((other) => other !== from)) {
        await books.rows('delete from any_payment')
        await books.rows(`insert into any_payment values (1, 'succeeded', $1, 0)`, from)
        const isTaken = await isAccepted('update any_payment set funds_status = $1', to)
        assert.equal(isTaken, mayMoveFunds(from, to), `${from} to ${to}`)
      }
    }
  })

  async function isAccepted(statement: string, to: string): Promise<boolean> {
    return books.rows(statement, to).then(
      () => true,
      () => false,
    )
  }
})
