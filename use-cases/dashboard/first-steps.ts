import type { ServiceEnvId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** The first steps of a new service, and which of them are done. */
export interface FirstSteps {
  readonly logo: boolean
  readonly paymentLink: boolean
  /** A collection was paid in test mode. */
  readonly testPayment: boolean
  /** There is a live payout account, verified or not. */
  readonly payoutAccount: boolean
  /** Null if live mode was open from the beginning: there is nothing to do. */
  readonly liveMode: boolean | null
  /** A collection was paid in live mode. */
  readonly livePayment: boolean
}

/** The first steps of a service; null if all are done or somebody has hidden the list. */
export async function readFirstSteps(
  { pool }: Pick<Database, 'pool'>,
  serviceId: string,
): Promise<FirstSteps | null> {
  const row = await onPool(pool).first(steps({ serviceId }))
  return row === undefined || Object.values(row).every((done) => done !== false) ? null : row
}

const steps = prepared((p: Params<{ serviceId: string }>) => {
  const env = (mode: Mode) =>
    db
      .selectFrom('serviceEnv')
      .select('id')
      .where('serviceId', '=', p.serviceId)
      .where('mode', '=', mode)
  // Ordered, which `exists` would ignore: else the planner expects an early hit and reads every payment of a service without one.
  const paid = (mode: Mode) =>
    db
      .selectFrom('transaction')
      .select('id')
      .where('serviceEnvId', '=', env(mode))
      .where('type', '=', 'collection')
      .where('status', '=', 'succeeded')
      .orderBy('channel')
      .limit(1)
  const logo = db.selectFrom('serviceLogo').select('type').where('serviceId', '=', p.serviceId)
  const link = db
    .selectFrom('paymentLink')
    .select('paymentLink.id')
    .innerJoin('serviceEnv', 'serviceEnv.id', 'paymentLink.serviceEnvId')
    .where('serviceEnv.serviceId', '=', p.serviceId)
  const isOpen = db
    .selectFrom('serviceEnv')
    .select('isOpen')
    .where('serviceId', '=', p.serviceId)
    .where('mode', '=', 'live')
  const asked = db.selectFrom('liveOpening').select('id').where('serviceEnvId', '=', env('live'))
  const account = db
    .selectFrom('authorizedAccount')
    .select('id')
    .where('serviceEnvId', '=', env('live'))
    .where('status', '<>', 'revoked')
  return db
    .selectFrom('service')
    .select([
      sql<boolean>`exists ${logo}`.as('logo'),
      sql<boolean>`exists ${link}`.as('paymentLink'),
      sql<boolean>`${paid('sandbox')} is not null`.as('testPayment'),
      sql<boolean>`exists ${account}`.as('payoutAccount'),
      sql<
        boolean | null
      >`case when ${isOpen} then (select true where exists ${asked}) else false end`.as('liveMode'),
      sql<boolean>`${paid('live')} is not null`.as('livePayment'),
    ])
    .where('id', '=', p.serviceId)
    .where('firstStepsPutAwayAt', 'is', null)
})

/** Hides the list for good, for everybody at the service; does nothing if it was already hidden. */
export function putFirstStepsAway(
  { pool }: Pick<Database, 'pool'>,
  person: PortalUser,
  given: {
    readonly serviceId: string
    readonly serviceEnvId: ServiceEnvId
    readonly cause: ActCause
  },
): Promise<void> {
  const { serviceId, serviceEnvId, cause } = given
  return inTransaction(pool, async (tx) => {
    if ((await tx.run(putAway({ serviceId }))) === 0) return
    const subject = { kind: 'service', id: serviceId }
    await logAct(tx, person, { act: 'service.put_steps_away', subject, serviceEnvId, cause })
  })
}

const putAway = prepared((p: Params<{ serviceId: string }>) =>
  db
    .updateTable('service')
    .set({ firstStepsPutAwayAt: now })
    .where('id', '=', p.serviceId)
    .where('firstStepsPutAwayAt', 'is', null),
)
