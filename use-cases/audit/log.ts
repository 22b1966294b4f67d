import { ServiceError } from '#domain/errors/errors.ts'
import type { MerchantId, PortalUserId, ServiceEnvId, StaffMemberId } from '#domain/ids.ts'
import type { Realm } from '#domain/people/person.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import { currentOrigin, noteSecurity } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/**
 * An action, as logged permanently in the audit log of staff or the activity log of a merchant. No secrets, no payer
 * data.
 */
export interface Act<R extends Realm = Realm> {
  /** `<what>.<verb>`, such as `webhook.create`. */
  readonly act: ActNames[R]
  readonly subject?: { readonly kind: string; readonly id: string }
  /** The service and mode it concerns. */
  readonly serviceEnvId?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause: ActCause
}

/** Possible actions by realm; each of a merchant's has a name in every language. */
interface ActNames {
  readonly portal: PortalAct
  readonly staff: string
}

/** A line with its outcome, `done` by default. */
export type Entry<R extends Realm> = Act<R> & { readonly outcome?: string }

/** Why it is done, by which request, and by which form of a page: each form is logged at most once. */
export interface ActCause {
  readonly requestId: string
  /** 500 characters at most. */
  readonly reason?: string | null
  readonly formId?: string
}

/** The person who acts; names are looked up when the log is read. */
export interface Actor<R extends Realm = Realm> {
  readonly id: string
  readonly realm: R
  readonly merchantId: MerchantId | null
}

interface Logged<R extends Realm> {
  readonly actor: Actor<R>
  readonly act: Act<R>
}

/** Thrown if this very form was already sent, whatever the outcome. */
export class FormSentTwice extends Error {
  constructor() {
    super('this form was sent before')
    this.name = 'FormSentTwice'
  }
}

/** True if this form of the portal was already sent, whatever the outcome. */
export async function wasFormSent(
  { pool }: Pick<Database, 'pool'>,
  formId: string,
): Promise<boolean> {
  return (await onPool(pool).first(ofForm({ formId }))) !== undefined
}

const ofForm = prepared((p: Params<{ formId: string }>) =>
  db.selectFrom('activityLog').select('id').where('formId', '=', p.formId),
)

/**
 * Performs an action that has transactions of its own, or none: logs it before it begins, and its outcome afterwards,
 * `done` or the code of the refusal. A line without outcome means that the process ended in between. Refusal:
 * FormSentTwice, before it begins.
 */
export async function logged<Result, R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { actor, act }: Logged<R>,
  work: () => Promise<Result>,
): Promise<Result> {
  const id = await insert(onPool(pool), actor, act)
  const end = async (outcome: string): Promise<void> => {
    await onPool(pool).run(ends[actor.realm]({ id, outcome }))
  }
  let result: Result
  try {
    result = await work()
  } catch (error) {
    await end(error instanceof ServiceError ? error.code : 'failed')
    throw error
  }
  await end('done')
  return result
}

/** Logs an action in the transaction that performs it. The outcome of a refused action is its code. */
export async function logAct<R extends Realm>(
  books: Sql,
  actor: Actor<R>,
  entry: Entry<R>,
): Promise<void> {
  await insert(books, actor, { outcome: 'done', ...entry })
}

async function insert<R extends Realm>(
  books: Sql,
  actor: Actor<R>,
  entry: Entry<R>,
): Promise<bigint> {
  const { act, subject, serviceEnvId = null, details = {}, cause, outcome = null } = entry
  const { kind: subjectKind, id: subjectId } = subject ?? nothing
  const { requestId, reason = null, formId = null } = cause
  const origin = currentOrigin()
  const row = await books.first(
    begins[actor.realm]({
      actorId: actor.id,
      merchantId: actor.merchantId,
      act,
      subjectKind,
      subjectId,
      serviceEnvId,
      reason,
      details: JSON.stringify(details),
      requestId,
      outcome,
      formId,
      originAddress: origin.address,
      originAgent: origin.agent,
    }),
  )
  if (row === undefined) throw new FormSentTwice()
  tellOf(actor, act)
  return row.id
}

/** Reports actions of staff as security events; what merchants' people do is their own business. */
function tellOf({ realm, id: member }: Actor, act: string): void {
  if (realm === 'staff') noteSecurity({ event: 'staff.act', act, member })
}

const nothing = { kind: null, id: null }

interface Line {
  readonly actorId: string
  readonly merchantId: MerchantId | null
  readonly act: string
  readonly subjectKind: string | null
  readonly subjectId: string | null
  readonly serviceEnvId: string | null
  readonly reason: string | null
  /** JSON. */
  readonly details: string
  readonly requestId: string
  readonly outcome: string | null
  readonly formId: string | null
  readonly originAddress: string | null
  readonly originAgent: string | null
}

/** The columns that lines of both logs have. */
function commonOf(p: Params<Line>) {
  return {
    act: p.act,
    subjectKind: p.subjectKind,
    subjectId: p.subjectId,
    serviceEnvId: sql<ServiceEnvId | null>`${p.serviceEnvId}`,
    reason: p.reason,
    details: sql<Record<string, unknown>>`${p.details}`,
    requestId: p.requestId,
    outcome: p.outcome,
    endedAt: sql<Date | null>`case when ${p.outcome}::text is not null then now() end`,
    formId: p.formId,
    originAddress: p.originAddress,
    originAgent: p.originAgent,
  }
}

const begins = {
  staff: prepared((p: Params<Line>) =>
    db
      .insertInto('staffAudit')
      .values({ staffMemberId: sql<StaffMemberId>`${p.actorId}`, ...commonOf(p) })
      .onConflict((conflict) => conflict.column('formId').doNothing())
      .returning('id'),
  ),
  portal: prepared((p: Params<Line>) =>
    db
      .insertInto('activityLog')
      .values({
        portalUserId: sql<PortalUserId>`${p.actorId}`,
        merchantId: sql<MerchantId>`${p.merchantId}`,
        ...commonOf(p),
      })
      .onConflict((conflict) => conflict.column('formId').doNothing())
      .returning('id'),
  ),
}

const ends = {
  staff: prepared((p: Params<{ id: bigint; outcome: string }>) =>
    db.updateTable('staffAudit').set({ outcome: p.outcome, endedAt: now }).where('id', '=', p.id),
  ),
  portal: prepared((p: Params<{ id: bigint; outcome: string }>) =>
    db.updateTable('activityLog').set({ outcome: p.outcome, endedAt: now }).where('id', '=', p.id),
  ),
}
