import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { Client } from 'pg'
import type { TransactionId } from '#domain/ids.ts'
import type { Entry } from '#domain/ledger/ledger.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { type Movement, post } from '#db/ledger.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { givenEach } from '#test/support/given.ts'
import { acceptOne, createMerchant, type Merchant, givenBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { balanceOf, gift, movementOf } from './movements.ts'

describe('the ledger', () => {
  let transactionId: TransactionId

  const books = givenBooks()
  const merchant = givenEach(() => createMerchant(books))
  beforeEach(async () => {
    transactionId = await acceptOne(books, merchant)
  })

  function book(changes: Partial<Movement> = {}): Promise<boolean> {
    const movement = movementOf({ merchant, transactionId }, changes)
    return inTransaction(books.database.pool, (sql) => post(sql, movement))
  }

  /** Runs statements by hand in one transaction, as someone with a console would, and rolls back what was not refused. */
  async function byHand(...statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: books.url })
    await client.connect()
    try {
      await client.query('begin')
      for (const statement of statements) await client.query(statement)
      await client.query('set constraints all immediate')
      await client.query('rollback')
    } finally {
      await client.end()
    }
  }

  async function accountId(kind: string, owner: Merchant = merchant): Promise<string> {
    const { id } = await onPool(books.database.pool).one<{ id: string }>(
      `select ledger_account_of($1, $2, $3, 'mtn-benin', 'XOF')::text as id`,
      [owner.serviceEnvId, owner.mode, kind],
    )
    return id
  }

  async function movementId(): Promise<string> {
    const { id } = await onPool(books.database.pool).one<{ id: string }>(
      'select id::text from ledger_movement where transaction_id = $1',
      [transactionId],
    )
    return id
  }

  async function settle(): Promise<void> {
    await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
  }

  describe('refuses, whoever writes', () => {
    it('a movement that makes money', async () => {
      const entries: Entry[] = [
        { account: 'operator_clearing', amount: -1000n },
        { account: 'available', amount: 1001n },
      ]
      await assert.rejects(book({ entries }), /does not sum to zero/)
      assert.equal(await balanceOf(books, merchant, 'available'), undefined)
    })

    it('a movement of a single line', async () => {
      await assert.rejects(
        book({ entries: [{ account: 'fees', amount: 1n }] }),
        /does not sum to zero/,
      )
    })

    it('an entry of zero', async () => {
      await assert.rejects(
        book({ entries: [...gift, { account: 'fees', amount: 0n }] }),
        /ledger_entry_amount/,
      )
    })

    it('entries that balance over two currencies, but not in each', async () => {
      await settle()
      const movementOf = await movementId()
      const xof = await accountId('fees')
      await assert.rejects(
        byHand(
          `insert into ledger_account (mode, kind, currency) values ('sandbox', 'fees', 'EUR')`,
          `insert into ledger_entry (movement_id, account_id, amount) values (${movementOf}, ${xof}, 5)`,
          `insert into ledger_entry (movement_id, account_id, amount)
           select ${movementOf}, id, -5 from ledger_account where currency = 'EUR'`,
        ),
        /does not sum to zero in (XOF|EUR)/,
      )
    })

    it('a line added by hand to a movement already booked, at the commit', async () => {
      await settle()
      const client = new Client({ connectionString: books.url })
      await client.connect()
      try {
        await client.query('begin')
        // The line itself is taken: only the whole can be judged, when all of it is there.
        await client.query(
          'insert into ledger_entry (movement_id, account_id, amount) values ($1, $2, 7)',
          [await movementId(), await accountId('available')],
        )
        await assert.rejects(client.query('commit'), /does not sum to zero/)
      } finally {
        await client.end()
      }
      assert.equal(await balanceOf(books, merchant, 'available'), '1000')
    })

    it('an entry in an account of another service, also of the same merchant in the other mode', async () => {
      await settle()
      const id = await movementId()
      const stranger = await createMerchant(books)
      const twin = await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId })
      for (const other of [stranger, twin]) {
        const account = await accountId('available', other)
        await assert.rejects(
          byHand(
            `insert into ledger_entry (movement_id, account_id, amount) values (${id}, ${account}, 1)`,
          ),
          /entry of another service/,
        )
      }
    })

    it('an entry of a sandbox movement in an account of the live platform', async () => {
      await settle()
      const live = await createMerchant(books, { mode: 'live' })
      const [id, fees] = [await movementId(), await accountId('fees', live)]
      await assert.rejects(
        byHand(
          `insert into ledger_entry (movement_id, account_id, amount) values (${id}, ${fees}, 1)`,
        ),
        /entry of another service or mode/,
      )
      await assert.rejects(
        book({ kind: 'late_outcome_booked', mode: 'live' }),
        /another service or mode/,
      )
    })

    it('any change of an entry or a movement', async () => {
      await settle()
      for (const table of ['ledger_entry', 'ledger_movement']) {
        for (const statement of [
          `update ${table} set id = default`,
          `update ${table} set id = default where false`,
          `delete from ${table}`,
          `truncate ${table} cascade`,
        ]) {
          await assert.rejects(byHand(statement), /append-only/, statement)
        }
      }
      await assert.rejects(byHand('truncate ledger_account cascade'), /append-only/)
      await assert.rejects(byHand('truncate transaction cascade'), /append-only|never deleted/)
      await assert.rejects(byHand('truncate service_env cascade'), /append-only|never deleted/)
    })

    it('a balance written by hand, upwards, downwards or to what it is', async () => {
      await settle()
      const account = await accountId('available')
      for (const balance of ['balance + 1', '0', 'balance', 'null']) {
        await assert.rejects(
          byHand(`update ledger_account set balance = ${balance} where id = ${account}`),
          /a balance moves by entries alone/,
          balance,
        )
      }
    })

    it('an account that changes hands, currency, mode or kind', async () => {
      await settle()
      const stranger = await createMerchant(books)
      const account = await accountId('available')
      for (const change of [
        `service_env_id = '${stranger.serviceEnvId}'`,
        `currency = 'EUR'`,
        `mode = 'live'`,
        `kind = 'held'`,
        `provider = 'moov-benin'`,
      ]) {
        await assert.rejects(
          byHand(`update ledger_account set ${change} where id = ${account}`),
          /an account stays what it is/,
          change,
        )
      }
    })

    it('an account that does not start at zero', async () => {
      const start = (kind: string, balance: string) =>
        byHand(
          `insert into ledger_account (service_env_id, mode, kind, currency, balance)
           values ('${merchant.serviceEnvId}', 'sandbox', '${kind}', 'XOF', ${balance})`,
        )
      await assert.rejects(start('available', '1'), /an account starts at zero/)
      await assert.rejects(start('available', 'null'), /violates check constraint/)
      await assert.rejects(start('fees', '0'), /violates check constraint/)
      await start('available', '0')
    })

    it('a merchant account below zero, by one franc', async () => {
      await settle()
      const take = (amount: bigint) =>
        book({
          kind: 'late_outcome_booked',
          entries: [
            { account: 'available', amount: -amount },
            { account: 'reserved', amount },
          ],
        })
      await assert.rejects(take(1001n), { constraint: 'ledger_merchant_account_not_negative' })
      assert.equal(await balanceOf(books, merchant, 'available'), '1000')
      assert.equal(await balanceOf(books, merchant, 'reserved'), undefined)
    })

    it('a merchant account that goes below zero on its way and comes back', async () => {
      const entries: Entry[] = [
        { account: 'available', amount: -1n },
        { account: 'available', amount: 1n },
      ]
      await assert.rejects(book({ entries }), {
        constraint: 'ledger_merchant_account_not_negative',
      })
    })

    it('a movement for a transaction that there is not', async () => {
      await assert.rejects(book({ transactionId: randomUUIDv7() as TransactionId }), {
        constraint: 'ledger_movement_transaction_id_fkey',
      })
    })
  })
})
