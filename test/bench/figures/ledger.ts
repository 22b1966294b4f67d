import { randomUUIDv7 } from 'node:crypto'
import { Pool } from 'pg'
import type { TransactionId } from '#domain/ids.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { acceptOne, createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { alternate, perSecondRow } from '#test/bench/alternate.ts'
import type { Figure } from '#test/bench/figure.ts'
import { load } from '#test/bench/load.ts'

const merchants = 100
const rounds = 5
const clients = 16
const count = 160
/** A round of the baseline lasts as long: processor time is counted in hundredths of a second. */
const bareCount = 1600

/** Ends with their postings, event and outbox, beside transactions of four statements; from this process. */
export const ledger: Figure = {
  name: 'ledger',
  about: 'settles committed a second, 16 clients and 100 merchants, beside four bare statements',
  async measure(lab) {
    const books = await openBooks(clients)
    const pool = new Pool({ connectionString: await lab.createEmptyDatabase(), max: clients })
    // The server may stop before it has seen that they leave.
    pool.on('error', () => {})
    try {
      await pool.query('create table line (id uuid primary key, kind text, amount bigint)')
      const owners: Merchant[] = []
      for (let at = 0; at < merchants; at += 1) owners.push(await createMerchant(books))
      const waiting: TransactionId[] = []
      await load({ clients, count: count * (rounds + 1) }, async (number) => {
        const owner = owners[number % merchants]
        if (owner !== undefined) waiting.push(await acceptOne(books, owner))
      })
      const processes = { postgres: lab.postgresPid, process: process.pid }
      const sides = await alternate(
        {
          ours: {
            processes,
            run: () =>
              load({ clients, count }, async () => {
                const transactionId = waiting.pop()
                if (transactionId === undefined) throw new Error('nothing is left to settle')
                const before = await readTransaction(books.database, transactionId)
                const settlement = { transactionId, outcome: success, before }
                await settleTransaction(books.database, books.outbox, settlement)
              }),
          },
          bare: {
            processes,
            run: () => load({ clients, count: bareCount }, () => fourStatements(pool)),
          },
        },
        rounds,
      )
      return [perSecondRow('ledger', sides, { atLeast: 0.6 })]
    } finally {
      await pool.end()
      await books.close()
    }
  },
}

async function fourStatements(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let at = 0; at < 4; at += 1) {
      const values = [randomUUIDv7(), 'collection', 1000]
      await client.query({ name: 'line', text: 'insert into line values ($1, $2, $3)', values })
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}
