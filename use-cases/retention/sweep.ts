import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { purgeResponses } from '#db/idempotency.ts'
import { purgeCounters } from '#db/rate-limit.ts'
import { onPool } from '#db/sql.ts'
import { db, prepared, type Params, sql } from '#db/statements.ts'
import { keepApiCallDays } from '#use-cases/api-calls/keep.ts'
import { purgeMails } from '#use-cases/mail/send.ts'
import { purgeNotifications } from '#use-cases/notifications/read.ts'
import { purgeAnswers } from '#use-cases/passkeys/challenges.ts'
import { forgetUnsentFiles } from '#use-cases/payouts/find-file.ts'
import { purgePasswordCodes } from '#use-cases/people/forget-password.ts'
import { purgeQuotes } from '#use-cases/quotes/keep.ts'
import { purgeRateEntries } from '#use-cases/rates/enter.ts'
import { purgeFindings } from '#use-cases/runs/findings.ts'
import { purgeAttempts } from '#use-cases/sessions/attempts.ts'
import { purgeSessions } from '#use-cases/sessions/sessions.ts'
import { purgeSignUps } from '#use-cases/sign-ups/ask.ts'
import { purgeListeners } from '#use-cases/webhooks/announce-listener.ts'
import { purgeListenerResults } from '#use-cases/webhooks/record-listener-results.ts'
import { takeOverSecrets } from '#use-cases/webhooks/renew-secret.ts'
import { erasePayersByAge } from './erase-payers-by-age.ts'
import type { Forget, Retention } from './term.ts'

/** Rows that one statement deletes. */
const rowsAtOnce = 1000

/** Deletes events with their deliveries, attempts and retries, unless a delivery is still to be sent. */
const forgetEvents: Forget = async (books, { eventDays: days }) =>
  (await books.only(events({ days }))).count

const events = prepared((p: Params<{ days: number }>) =>
  db.selectNoFrom(sql<number>`forget_events(${p.days}, ${sql.lit(rowsAtOnce)})`.as('count')),
)

/** Late answers of an operator no longer matter after this. */
const tokenDays = 90

/** Deletes the payment tokens of cards and accounts, for payments that ended. */
const forgetPaymentTokens: Forget = async (books) => (await books.only(tokens({}))).count

const tokens = prepared(() =>
  db.selectNoFrom(
    sql<number>`forget_payment_tokens(${sql.lit(tokenDays)}, ${sql.lit(rowsAtOnce)})`.as('count'),
  ),
)

/** Everything with a retention period, with the function that deletes a bounded batch of it (docs/data.md). */
const terms: Readonly<Record<string, Forget>> = {
  idempotency_record: purgeResponses,
  request_limit: purgeCounters,
  secret_attempt: purgeAttempts,
  person_session: purgeSessions,
  // Before mails: a sign-up names its own.
  sign_up: purgeSignUps,
  mail: purgeMails,
  notification: purgeNotifications,
  quote: purgeQuotes,
  passkey_answer: purgeAnswers,
  password_reset: purgePasswordCodes,
  payout_file: forgetUnsentFiles,
  run_finding: purgeFindings,
  exchange_rate_entry: purgeRateEntries,
  webhook_listener_result: purgeListenerResults,
  // After its results.
  webhook_listener: purgeListeners,
  waiting: (books) => books.run(forgetWaits({})),
  event: forgetEvents,
  payment_token: forgetPaymentTokens,
  payer: erasePayersByAge,
}

/** How long a sweep deletes of one kind, before it leaves the rest to the next one: all kinds fit into its two minutes. */
const kindMs = 5000
/** The smallest full batch of what grows with payments: after a smaller one nothing worth another statement is left. */
const fullBatch = 500

/**
 * Puts due secrets into force, rotates daily partitions, and deletes expired data in batches. Returns what was
 * deleted, by name, without zeros.
 */
export async function sweep(
  database: Pick<Database, 'pool' | 'keyring'>,
  retention: Retention,
): Promise<Readonly<Record<string, number>>> {
  const books = onPool(database.pool)
  const forgotten: Record<string, number> = {}
  // First, because others count on these: a deletion that fails must not keep them waiting.
  await takeOverSecrets(books)
  await keepApiCallDays(books)
  for (const [name, forget] of Object.entries(terms)) {
    const until = performance.now() + kindMs
    let all = 0
    let count: number
    do {
      count = await forget(books, { ...retention, database })
      all += count
    } while (count >= fullBatch && performance.now() < until)
    if (all > 0) forgotten[name] = all
  }
  return forgotten
}

const forgetWaits = prepared(() => db.deleteFrom('waiting').where('until', '<', now))
