import type { DeliveryId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { DeliveryStatus } from '#domain/webhooks/delivery.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import type { Database } from '#db/connect.ts'
import { isOfPayment } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, jsonArrayFrom, type Params, prepared } from '#db/statements.ts'

/** The history of a transaction, beyond its record. */
export interface TransactionHistory {
  /** How far the request to the operator got. */
  readonly operatorState: 'unsent' | 'sent' | 'taken'
  /** When it last left for the operator; null where it did not, or before this was recorded. */
  readonly operatorSentAt: Date | null
  /** When an outcome arrived after the end. */
  readonly lateOutcomeAt: Date | null
  readonly events: readonly PastEvent[]
  readonly deliveries: readonly PastDelivery[]
}

export interface PastEvent {
  readonly type: EventType
  readonly at: Date
}

/** An event on its way to one endpoint. */
export interface PastDelivery {
  readonly id: DeliveryId
  readonly event: EventType
  readonly url: string
  readonly status: DeliveryStatus
  readonly nextAttemptAt: Date | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly attempts: readonly PastAttempt[]
}

export interface PastAttempt {
  readonly number: number
  readonly at: Date
  /** False while it is under way. */
  readonly isOver: boolean
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number | null
}

/** Undefined if there is no transaction with this id in this scope. */
export async function readTransactionHistory(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: TransactionId,
): Promise<TransactionHistory | undefined> {
  const sql = onPool(pool)
  const found = await sql.first(history({ serviceEnvId, id }))
  if (found === undefined) return undefined
  const deliveries = await sql.all(deliveriesOfTransaction({ serviceEnvId, id }))
  return {
    ...found,
    events: found.events.map(({ type, at }) => ({ type, at: new Date(at) })),
    deliveries: deliveries.map(toDelivery),
  }
}

/** The deliveries about one refund to the merchant's endpoints. */
export async function readRefundDeliveries(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  id: RefundId,
): Promise<PastDelivery[]> {
  return (await onPool(pool).all(deliveriesOfRefund({ serviceEnvId, id }))).map(toDelivery)
}

const history = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .select(['t.operatorState', 't.lateOutcomeAt'])
    .select((eb) =>
      eb
        .case()
        .when('t.operatorState', '<>', 'unsent')
        .then(eb.ref('t.operatorSentAt'))
        .end()
        .as('operatorSentAt'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('event as e')
          .select(['e.type', 'e.createdAt as at'])
          .where(isOfPayment(eb.ref('t.id')))
          .orderBy('e.createdAt')
          .orderBy('e.id'),
      ).as('events'),
    )
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.id', '=', p.id),
)

/** An event goes to at most five endpoints, each in a few attempts. */
const deliveries = db
  .selectFrom('webhookDelivery as d')
  .innerJoin('event as e', 'e.id', 'd.eventId')
  .innerJoin('webhookEndpoint as w', 'w.id', 'd.endpointId')
  .select(['d.id', 'e.type as event', 'w.url', 'd.status', 'd.nextAttemptAt', 'd.lastError'])
  .select('d.createdAt')
  .select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('webhookAttempt as a')
        .select(['a.number', 'a.startedAt as at', 'a.httpStatus', 'a.error', 'a.durationMs'])
        .select((of) => of('a.finishedAt', 'is not', null).$castTo<boolean>().as('isOver'))
        .whereRef('a.deliveryId', '=', 'd.id')
        .orderBy('a.id'),
    ).as('attempts'),
  )
  .orderBy('d.createdAt')
  .orderBy('d.id')
  .limit(100)

const deliveriesOfTransaction = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; id: TransactionId }>) =>
    deliveries.where('d.serviceEnvId', '=', p.serviceEnvId).where(isOfPayment(p.id)),
)

const deliveriesOfRefund = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: RefundId }>) =>
  deliveries.where('d.serviceEnvId', '=', p.serviceEnvId).where('e.subjectId', '=', p.id),
)

/** Times arrive as text, because JSON has none. */
function toDelivery(row: InferResult<typeof deliveries>[number]): PastDelivery {
  const attempts = row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) }))
  return { ...row, attempts }
}
