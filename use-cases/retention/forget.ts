import { db, type Params, prepared, sql } from '#db/statements.ts'
import type { Forget } from './term.ts'

const batch = 1000

/** Deletes events with their deliveries, attempts and retries, unless a delivery is still to be sent. */
export const forgetEvents: Forget = async (books, { eventDays: days }) =>
  (await books.only(events({ days }))).count

const events = prepared((p: Params<{ days: number }>) =>
  db.selectNoFrom(sql<number>`forget_events(${p.days}, ${sql.lit(batch)})`.as('count')),
)

/** Late answers of an operator no longer matter after this. */
const tokenDays = 90

/** Deletes the payment tokens of cards and accounts, for payments that ended. */
export const forgetPaymentTokens: Forget = async (books) => (await books.only(tokens({}))).count

const tokens = prepared(() =>
  db.selectNoFrom(
    sql<number>`forget_payment_tokens(${sql.lit(tokenDays)}, ${sql.lit(batch)})`.as('count'),
  ),
)
