import type { ServiceEnvId } from '#domain/ids.ts'
import { now } from '#db/functions.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** What is created for one service and mode takes turns, so that its limits are exact. Its payments do not wait. */
export const lockServiceEnv = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv')
    .select(['mode', 'isOpen', now.as('now')])
    .where('id', '=', p.serviceEnvId)
    .forNoKeyUpdate(),
)
