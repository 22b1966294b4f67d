import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { purgeResponses } from '#db/idempotency.ts'
import { purgeCounters } from '#db/rate-limit.ts'
import { onPool } from '#db/sql.ts'
import { db, prepared } from '#db/statements.ts'
import { keepApiCallDays } from './api-calls/keep.ts'
import { purgeMails } from './mail/send.ts'
import { purgeAnswers } from './passkeys/challenges.ts'
import { takeOverSecrets } from './webhooks/renew-secret.ts'
import { purgeAttempts } from './sessions/attempts.ts'
import { purgeSessions } from './sessions/sessions.ts'

/** Forgets what has had its time, a bounded batch of each kind a call; secrets whose time has come take over. */
export async function sweep({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const books = onPool(pool)
  await purgeResponses(books)
  await purgeCounters(books)
  await purgeAttempts(books)
  await purgeSessions(books)
  await purgeMails(books)
  await purgeAnswers(books)
  await keepApiCallDays(books)
  await books.run(forgetWaits({}))
  await takeOverSecrets(books)
}

const forgetWaits = prepared(() => db.deleteFrom('waiting').where('until', '<', now))
