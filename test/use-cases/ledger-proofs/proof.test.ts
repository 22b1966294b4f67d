import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { beginProof, proveNext } from '#use-cases/ledger-proofs/prove.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { type LedgerProof, readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { givenEach } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('a proof of the books', () => {
  const books = givenEach(() => openBooks())
  const merchant = givenEach(() => createMerchant(books, { mode: 'live' }))
  beforeEach(async () => {
    const transactionId = await paidCollection(books, merchant)
    await refundOf(books, merchant, { transactionId, amount: 100n })
    await foldFigures(books.database)
    await openBalance(books.database, merchant, money(50_000n, 'XOF'))
    await acceptOne(books, merchant)
    const payout = await acceptPayoutOne(books, merchant)
    await settleTransaction(books.database, books.outbox, {
      transactionId: payout,
      outcome: success,
    })
  })

  it('holds for books that only commands have written, and says how much it looked at', async () => {
    const proof = await prove()
    assert.equal(proof.state, 'holds')
    assert.deepEqual(proof.checked, {
      ledger_movement: 5,
      ledger_account: 5,
      transaction: 3,
      refund: 1,
      day_figure: 4,
    })
    assert.equal(await notices(proof.id), 0)
  })

  it('finds a balance that is not the sum of its entries, says both, and tells the staff once', async () => {
    await breakBooks(`update ledger_account set balance = balance + 7 where kind = 'available'`)
    const proof = await prove()
    assert.equal(proof.state, 'differs')
    const [difference, ...others] = proof.firstDifferences
    assert.deepEqual(others, [])
    const { rule, expected, found } = difference ?? assert.fail()
    assert.equal(rule, 'balance_differs')
    assert.equal((found?.minor ?? 0n) - (expected?.minor ?? 0n), 7n)
    assert.equal(await notices(proof.id), 1)
    await finish(proof.id)
    assert.equal(await notices(proof.id), 1)
  })

  it('finds what no trigger would let happen, each by its own rule', async () => {
    await breakBooks(
      `update ledger_entry set amount = amount - 1 where id = (select min(id) from ledger_entry)`,
      `update transaction set amount_charged = amount_charged + 5, fee_amount = fee_amount + 5
       where type = 'payout' and status = 'succeeded'`,
      `update transaction set refunded_amount = 3 where type = 'collection' and status = 'succeeded'`,
      `update refund set amount = amount + 1`,
      `update day_figure set charged = charged + 1 where dimension = 'provider'`,
      `delete from figure_due`,
    )
    const { firstDifferences } = await prove()
    const rules = firstDifferences.map(({ rule }) => rule)
    for (const rule of [
      'movement_unbalanced',
      'payout_differs',
      'refunded_differs',
      'refund_holds_differ',
      'reserved_differs',
      'figure_differs',
      'figure_missing',
    ] as const)
      assert.ok(rules.includes(rule), `${rule} in ${rules.join()}`)
    const broken = (await checkInvariants(books.database)).length
    assert.ok(firstDifferences.length <= broken)
  })

  it('of books that are broken throughout ends with the thousandth difference', async () => {
    await breakBooks(`insert into ledger_movement (service_env_id, transaction_id, kind)
      select service_env_id, id, 'imagined ' || i from transaction, generate_series(1, 1500) i`)
    const proof = await prove()
    assert.equal(proof.differences, 1000)
    assert.equal(proof.firstDifferences.length, 100)
  })

  it('made by two workers at once looks at each row once', async () => {
    const id = await begun()
    await Promise.all([finish(id), finish(id)])
    const proof = await readLedgerProof(books.database, id)
    assert.deepEqual(proof.checked, (await prove()).checked)
  })

  it('is ordered once of many that ask at once, and again when it has ended', async () => {
    const member = await createStaffMember(books.database)
    const order = () => orderProof(books.database, books.outbox, { member, cause: cause() })
    const ordered = await Promise.all(Array.from({ length: 4 }, order))
    assert.equal(new Set(ordered.map(({ id }) => id)).size, 1)
    assert.equal(ordered.filter(({ isNew }) => isNew).length, 1)
    await finish(ordered[0]?.id ?? assert.fail())
    assert.equal((await order()).isNew, true)
  })

  it('stays what it found', async () => {
    const { id } = await prove()
    for (const change of [
      'update ledger_proof set differences = 0',
      'delete from ledger_proof',
      'truncate ledger_proof_difference',
    ])
      await assert.rejects(books.rows(change), /stays/, change)
    assert.equal((await readLedgerProof(books.database, id)).state, 'holds')
  })

  async function begun(): Promise<LedgerProofId> {
    const id = asId<LedgerProofId>(randomUUID())
    await beginProof(books.database, id)
    return id
  }

  async function finish(id: LedgerProofId): Promise<void> {
    while ((await proveNext(books.database, id)).state === 'running');
  }

  async function prove(): Promise<LedgerProof> {
    const id = await begun()
    await finish(id)
    return readLedgerProof(books.database, id)
  }

  /** As somebody with all rights over the database could, past triggers and keys. */
  async function breakBooks(...statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      await books.database.pool.query(
        `begin; set local session_replication_role = replica; ${statement}; commit`,
      )
    }
  }

  async function notices(id: LedgerProofId): Promise<number> {
    const [row] = await books.rows<{ count: number }>(
      `select count(*)::int from staff_notice where proof_id = $1 and kind = 'books_differ'`,
      id,
    )
    return row?.count ?? 0
  }
})
