import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { given } from '#test/support/given.ts'
import { type Books, openBooks } from '#test/support/books.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { brokenRules, countMoves, logMoves } from './move-log.ts'
import { layGrounds, type Staff, threeOfStaff } from './places.ts'
import { histories, type History, play } from './play.ts'

const runs = Number(process.env['STATE_HISTORIES'] ?? 2000)
/** The same ones each time, unless others are asked for. */
const seed = Number(process.env['STATE_SEED'] ?? 78)
const batchSize = 100
const atOnce = 8
/** A step that is slow, one that overtakes it, and a look at which waits for which. */
const connectionsEach = 3

interface Failed {
  readonly at: number
  readonly why: unknown
}

describe('random histories', () => {
  const books = given(() => openUnhurried())
  let staff: Staff

  before(async () => {
    staff = await threeOfStaff(books)
    await logMoves(books)
  })

  it(`${runs} of them leave everything where the tables of moves and a model have it`, async function () {
    this.timeout(60_000 + runs * 200)
    const all = fc.sample(histories, { seed, numRuns: runs })
    for (let at = 0; at < all.length; at += batchSize) {
      const failed = await firstFailed(all.slice(at, at + batchSize))
      if (failed !== undefined) await tellShortest(at + failed.at, failed.why)
      // As an installation does by itself: without it, statements over all merchants read ever more for each history.
      await books.rows('analyze')
    }
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('every move of every table is made in them', async function () {
    if (runs < 1000) this.skip()
    const made = await countMoves(books)
    const missing = await books.rows(
      `select machine, was, is_now as to from known_move where was is distinct from is_now
       except select machine, was, is_now from move_log`,
    )
    assert.deepEqual(missing, [], JSON.stringify(made))
  })

  /** Plays a batch side by side and judges it by one statement; the place of the first that failed. */
  async function firstFailed(batch: readonly History[]): Promise<Failed | undefined> {
    const grounds = await layGrounds(books, batch)
    const failed: Failed[] = []
    const waiting = batch.keys()
    const playOn = async (): Promise<void> => {
      for (const at of waiting) {
        const [history, ground] = [batch[at], grounds[at]]
        if (history === undefined || ground === undefined) continue
        await play(history, { books, ground, staff }).catch((why: unknown) =>
          failed.push({ at, why }),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, playOn))
    const envs = grounds.map(({ merchant }) => merchant.serviceEnvId as string)
    for (const broken of await brokenRules(books, envs)) {
      failed.push({ at: envs.indexOf(broken.env), why: `${broken.rule}: ${broken.subject}` })
    }
    return failed.toSorted((one, other) => one.at - other.at)[0]
  }

  /** Plays the history at this place again, alone, and then ever simpler ones that fail as well. */
  async function tellShortest(at: number, cause: unknown): Promise<never> {
    const property = fc.asyncProperty(histories, async (history) => {
      const [ground] = await layGrounds(books, [history])
      assert.ok(ground)
      await play(history, { books, ground, staff })
      assert.deepEqual(await brokenRules(books, [ground.merchant.serviceEnvId]), [])
    })
    await fc.assert(property, { seed, path: String(at), numRuns: 1 })
    const [history] = fc.sample(histories, { seed, path: String(at), numRuns: 1 })
    const told = `history ${at} of seed ${seed} failed, and not a second time`
    throw new Error(`${told}: ${String(cause)}\n${fc.stringify(history)}`, { cause })
  }
})

/** Books on which nothing fails by its time: how quick the machine is, is no part of a history. */
async function openUnhurried(): Promise<Books> {
  const books = await openBooks(atOnce * connectionsEach + 2)
  const { pool } = books.database
  pool.options.connectionTimeoutMillis = 0
  // The last of several settings counts.
  pool.options.options +=
    ' -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'
  return books
}
