import assert from 'node:assert/strict'
import { asId, type TerminalId } from '#domain/ids.ts'
import { readSearch } from '#domain/search/reading.ts'
import { localDay, plusDays } from '#domain/text/local-day.ts'
import { periodOf } from '#domain/dashboard/period.ts'
import { readFirstSteps } from '#use-cases/dashboard/first-steps.ts'
import { readOverview } from '#use-cases/dashboard/overview.ts'
import { readSelection } from '#use-cases/transactions/selection.ts'
import { siftTransactions } from '#use-cases/transactions/sift.ts'
import { readDayFigures } from '#use-cases/dashboard/figures.ts'
import { listTransactions, type TransactionFilter } from '#use-cases/transactions/list.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import { searchDesk } from '#use-cases/search/at-desk.ts'
import { searchService } from '#use-cases/search/at-service.ts'
import { fillTo } from '#test/bench/growth-books.ts'
import { given } from '#test/support/given.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'

/** So many that each hour of each day has some. */
const few = 4000
const many = 20_000
/** An index is one level higher, and pages of a table are fuller or emptier. */
const mayGrowBy = 1.5
/** The planner takes another way here and there, which costs so many blocks more at most; what reads all grows by hundreds. */
const otherWays = 60

/** Services beside the one that has the payments, and the most blocks that a search of the desk reads for each. */
const otherServices = 500
const blocksPerService = 12

/** Texts of which there is one payment, and such as all payments have in common. */
const searches = {
  reference: 'bulk-77',
  'reference of the operator': 'op-77',
  'whole number': '0196000077',
  'end of a number': '0077',
  'name of few': 'client 3999',
  'name of all': 'Client',
  'name of nobody': 'Zinsou',
  'amount of all': '1000',
  'amount of none': '4321',
  receipt: '20261121-7B3C8E28942A',
  id: '00000000-0000-4000-8000-000000000000',
}

describe('what is read of many payments', () => {
  const books = given(() => openBooks())
  const merchant = given(() => createMerchant(books))

  it('is as little as of few: each filter of a list, a search, and the figures of a month', async () => {
    const template = await acceptOne(books, merchant)
    const settlement = { transactionId: template, outcome: success }
    await settleTransaction(books.database, books.outbox, settlement)
    await fillTo(books.url, { template, total: few })
    const before = await blocksOfAll()
    await fillTo(books.url, { template, total: many })
    const after = await blocksOfAll()
    for (const [name, blocks] of after) {
      const allowed = (before.get(name) ?? 0) * mayGrowBy + otherWays
      assert.ok(blocks <= allowed, `${name}: ${before.get(name)} blocks, then ${blocks}`)
    }
  })

  it('grows at the desk with the services alone, by few blocks for each', async () => {
    const before = await blocksOfSearches()
    const { pool } = books.database
    const serviceId = merchant.serviceId
    await pool.query(
      `with added as (insert into service (id, merchant_id, name, public_name)
         select gen_random_uuid(), merchant_id, 'S' || n, 'S' || n
         from service, generate_series(1, $2::int) n where id = $1 returning id)
       insert into service_env (id, service_id, mode) select gen_random_uuid(), id, 'live' from added`,
      [serviceId, otherServices],
    )
    await pool.query('vacuum analyze service, service_env')
    for (const [name, blocks] of await blocksOfSearches()) {
      const allowed = (before.get(name) ?? 0) + otherServices * blocksPerService
      assert.ok(blocks <= allowed, `${name}: ${before.get(name)} blocks, then ${blocks}`)
    }
  })

  async function blocksOfSearches(): Promise<ReadonlyMap<string, number>> {
    const seen = new Map<string, number>()
    for (const [name, text] of Object.entries(searches))
      seen.set(name, await blocksOf((database) => searchDesk(database, text)))
    return seen
  }

  /** Blocks of 8 kB that each reads, by its name. All payments are paid collections by the API, so most find nothing. */
  async function blocksOfAll(): Promise<ReadonlyMap<string, number>> {
    const { serviceEnvId, terminalId } = merchant
    const filters: Readonly<Record<string, Partial<TransactionFilter>>> = {
      all: {},
      'status failed': { statuses: ['failed'] },
      'status succeeded': { statuses: ['succeeded'] },
      'several states': { statuses: ['failed', 'expired', 'pending'] },
      payouts: { type: 'payout' },
      'payouts that failed': { type: 'payout', statuses: ['failed'] },
      'channel pos': { channel: 'pos' },
      terminal: { terminalId },
      'no terminal': { terminalId: asId<TerminalId>('00000000-0000-4000-8000-000000000000') },
      reference: { reference: 'bulk-77' },
    }
    const seen = new Map<string, number>()
    for (const [name, filter] of Object.entries(filters)) {
      const page = { filter: { createdAfter: new Date(0), ...filter }, limit: 26 }
      const blocks = await blocksOf((database) =>
        listTransactions(database, { serviceEnvId }, page),
      )
      seen.set(name, blocks)
    }
    const to = localDay(new Date())
    const from = plusDays(to, -29)
    seen.set(
      'figures',
      await blocksOf((database) => readDayFigures(database, serviceEnvId, { from, to })),
    )
    for (const [name, text] of Object.entries(searches)) {
      seen.set(`desk: ${name}`, await blocksOf((database) => searchDesk(database, text)))
      const read = (database: Database) => searchService(database, serviceEnvId, text)
      seen.set(`search: ${name}`, await blocksOf(read))
      const search = readSearch(text)
      assert.ok(typeof search !== 'string')
      const filter = { createdAfter: new Date(0), search }
      const sifted = (database: Database) =>
        siftTransactions(database, { serviceEnvId }, { filter, sieve: {}, limit: 26 })
      const { lookedUpTo } = await sifted(books.database)
      seen.set(`list of what is searched: ${name}`, await blocksOf(sifted))
      if (lookedUpTo === null) continue
      const further = {
        filter,
        sieve: { channel: 'pos' },
        limit: 26,
        position: lookedUpTo,
      } as const
      const next = (database: Database) => siftTransactions(database, { serviceEnvId }, further)
      seen.set(`its next page: ${name}`, await blocksOf(next))
    }
    const now = new Date()
    const period = periodOf('thirty', now)
    for (const [name, read] of Object.entries({
      'first page': (database: Database) => readOverview(database, serviceEnvId, { period, now }),
      'first steps': (database: Database) => readFirstSteps(database, merchant.serviceId),
      'what a list comes to': (database: Database) =>
        readSelection(database, serviceEnvId, {
          days: period.days,
          filter: { createdAfter: new Date(0) },
        }),
      'an operator that nobody pays by': (database: Database) => {
        const sieve = { provider: 'moov-benin' }
        const filter = { createdAfter: new Date(0) }
        return siftTransactions(
          database,
          { serviceEnvId },
          { filter, sieve, limit: 26, most: few / 2 },
        )
      },
    }))
      seen.set(name, await blocksOf(read))
    return seen
  }

  /** What the statements of this read, by the database's own account. */
  async function blocksOf(read: (database: Database) => Promise<unknown>): Promise<number> {
    let blocks = 0
    const query = async (config: { text: string; values: unknown[] }) => {
      const { text, values } = config
      const explained = await books.database.pool.query<{ 'QUERY PLAN': [Explained] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      )
      const { Plan: plan } = explained.rows[0]?.['QUERY PLAN'][0] ?? assert.fail()
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      return books.database.pool.query(config)
    }
    await read({ ...books.database, pool: { query } as unknown as Database['pool'] })
    return blocks
  }
})

interface Explained {
  readonly Plan: {
    readonly 'Shared Hit Blocks': number
    readonly 'Shared Read Blocks': number
  }
}
