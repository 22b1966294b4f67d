import { ServiceError } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { Realm } from '#domain/people/person.ts'
import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'

/** What somebody does, as it stands in the log of the staff or of the merchant for good. Nothing secret, no payer's data. */
export interface Act<R extends Realm = Realm> {
  /** `<what>.<verb>`, such as `webhook.create`. */
  readonly act: ActNames[R]
  readonly subject?: { readonly kind: string; readonly id: string }
  /** Whose books it concerns. */
  readonly serviceEnvId?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause: ActCause
}

/** What may be done in each realm; merchants read theirs in words, so each has some. */
interface ActNames {
  readonly portal: PortalAct
  readonly staff: string
}

type Entry<R extends Realm> = Act<R> & { readonly outcome?: string }

/** Why something is done, by which request, and by which form of a page: no other entry has that. */
export interface ActCause {
  readonly requestId: string
  /** 500 characters at most. */
  readonly reason?: string | null
  readonly formId?: string
}

/** Who does it; a name is looked up when the log is read. */
export interface Actor<R extends Realm = Realm> {
  readonly id: string
  readonly realm: R
  readonly merchantId: MerchantId | null
}

interface Logged<R extends Realm> {
  readonly actor: Actor<R>
  readonly act: Act<R>
}

/** Thrown where this very form was sent before, whatever came of it. */
export class FormSentTwice extends Error {
  constructor() {
    super('this form was sent before')
    this.name = 'FormSentTwice'
  }
}

/**
 * Does something that has transactions of its own, or none: it is in the log before it begins, and its outcome after, `done`
 * or the code of the refusal. An entry without outcome: the process ended in between. Refusal: FormSentTwice, before it begins.
 */
export async function logged<Result, R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  { actor, act }: Logged<R>,
  work: () => Promise<Result>,
): Promise<Result> {
  const id = await insert(onPool(pool), actor, act)
  const end = async (outcome: string): Promise<void> => {
    await onPool(pool).rows(statements[actor.realm].end, [id, outcome])
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

/** Writes down what this transaction does: both are there, or neither. The outcome is the code of what was refused. */
export async function logAct<R extends Realm>(
  sql: Sql,
  actor: Actor<R>,
  entry: Entry<R>,
): Promise<void> {
  await insert(sql, actor, { outcome: 'done', ...entry })
}

async function insert<R extends Realm>(
  sql: Sql,
  actor: Actor<R>,
  entry: Entry<R>,
): Promise<string> {
  const { act, subject, serviceEnvId = null, details = {}, cause, outcome = null } = entry
  const [row] = await sql.rows<{ id: string }>(statements[actor.realm].begin, [
    actor.id,
    act,
    subject?.kind,
    subject?.id,
    serviceEnvId,
    cause.reason,
    JSON.stringify(details),
    cause.requestId,
    outcome,
    cause.formId,
    ...(actor.realm === 'portal' ? [actor.merchantId] : []),
  ])
  if (row === undefined) throw new FormSentTwice()
  return row.id
}

const columns =
  'act, subject_kind, subject_id, service_env_id, reason, details, request_id, outcome, ended_at, form_id'
const values =
  '$2, $3, $4, $5::uuid, $6, $7::jsonb, $8::uuid, $9::text, case when $9::text is not null then now() end, $10::uuid'

const statements = {
  staff: {
    begin: `insert into staff_audit (staff_member_id, ${columns}) values ($1, ${values})
      on conflict (form_id) do nothing returning id`,
    end: 'update staff_audit set outcome = $2, ended_at = now() where id = $1',
  },
  portal: {
    begin: `insert into activity_log (portal_user_id, ${columns}, merchant_id)
      values ($1, ${values}, $11) on conflict (form_id) do nothing returning id`,
    end: 'update activity_log set outcome = $2, ended_at = now() where id = $1',
  },
}
