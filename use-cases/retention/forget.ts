import { db, type Params, prepared, sql } from '#db/statements.ts'
import type { Forget } from './term.ts'

const batch = 1000

/** Forgets events with their deliveries, attempts and retries; none with a delivery that is still to be sent. */
export const forgetEvents: Forget = async (books, { eventDays: days }) =>
  (await books.only(events({ days }))).count

const events = prepared((p: Params<{ days: number }>) =>
  db.selectNoFrom(sql<number>`forget_events(${p.days}, ${sql.lit(batch)})`.as('count')),
)

/** What a card or an account was charged by: an operator that answers late is long past. */
const tokenDays = 90

/** Forgets what stands for cards and accounts, of payments that ended. */
export const forgetPaymentTokens: Forget = async (books) => (await books.only(tokens({}))).count

const tokens = prepared(() =>
  db.selectNoFrom(
    sql<number>`forget_payment_tokens(${sql.lit(tokenDays)}, ${sql.lit(batch)})`.as('count'),
  ),
)
