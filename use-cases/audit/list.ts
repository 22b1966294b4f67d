import type { MerchantId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** One line of a log: who did what, when, on what, why, and how it went. */
export interface LoggedAct {
  /** Grows with time. */
  readonly id: string
  readonly at: Date
  readonly actor: { readonly id: string; readonly name: string }
  readonly act: string
  readonly subject: { readonly kind: string; readonly id: string } | null
  /** Where the subject is somebody. */
  readonly subjectName: string | null
  readonly serviceEnvId: string | null
  readonly reason: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** `done`, the code of the refusal, or null where the process ended under way. */
  readonly outcome: string | null
}

export interface LogPage {
  readonly limit: number
  /** The id of the last line that was shown. */
  readonly before?: string | undefined
  readonly actorId?: string | undefined
  readonly subject?: { readonly kind: string; readonly id: string } | undefined
  /** The same where the kind does not matter. */
  readonly subjectId?: string | undefined
  /** Which acts are meant; all where left out. */
  readonly acts?: readonly string[] | undefined
  /** From one moment to another. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** What the staff did, newest first. */
export function listStaffAudit(
  database: Pick<Database, 'pool'>,
  page: LogPage,
): Promise<LoggedAct[]> {
  return list(database, statements.staff, [...valuesOf(page)])
}

/** What the people of a merchant did, newest first. */
export function listActivity(
  database: Pick<Database, 'pool'>,
  merchantId: MerchantId,
  page: LogPage,
): Promise<LoggedAct[]> {
  return list(database, statements.portal, [...valuesOf(page), merchantId])
}

interface Log {
  readonly table: string
  readonly actor: string
  /** Which lines, and whose names may stand in them. */
  readonly scope: string
  readonly named: string
}

const statement = ({ table, actor, scope, named }: Log): string =>
  `select l.id, l.at, p.id as actor_id, p.name as actor_name, l.act, l.subject_kind, l.subject_id, l.service_env_id,
     l.reason, l.details, l.request_id, l.outcome, s.name as subject_name
   from ${table} l join person p on p.id = l.${actor}
     left join person s on ${named} and s.id =
       case when l.subject_kind = 'person' and l.subject_id ~ '^[0-9a-f-]{36}$' then l.subject_id::uuid end
   where ($2::bigint is null or l.id < $2) and ($3::uuid is null or l.${actor} = $3)
     and ($4::text is null or l.subject_kind = $4) and ($5::text is null or l.subject_id = $5)
     and ($6::text[] is null or l.act = any($6)) and ($7::timestamptz is null or l.at >= $7)
     and ($8::timestamptz is null or l.at < $8) ${scope}
   order by l.id desc limit $1`

const statements = {
  staff: statement({
    table: 'staff_audit',
    actor: 'staff_member_id',
    scope: '',
    named: 'true',
  }),
  portal: statement({
    table: 'activity_log',
    actor: 'portal_user_id',
    scope: 'and l.merchant_id = $9',
    named: 's.merchant_id = l.merchant_id',
  }),
}

function valuesOf(page: LogPage): readonly unknown[] {
  const { limit, before, actorId, subject, subjectId, acts, from, to } = page
  return [limit, before, actorId, subject?.kind, subject?.id ?? subjectId, acts, from, to]
}

async function list(
  { pool }: Pick<Database, 'pool'>,
  text: string,
  values: readonly unknown[],
): Promise<LoggedAct[]> {
  const rows = await onPool(pool).rows<ActRow>(text, values)
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    actor: { id: row.actor_id, name: row.actor_name },
    act: row.act,
    subject:
      row.subject_kind === null || row.subject_id === null
        ? null
        : { kind: row.subject_kind, id: row.subject_id },
    subjectName: row.subject_name,
    serviceEnvId: row.service_env_id,
    reason: row.reason,
    details: row.details,
    requestId: row.request_id,
    outcome: row.outcome,
  }))
}

interface ActRow {
  readonly id: string
  readonly at: string
  readonly actor_id: string
  readonly actor_name: string
  readonly act: string
  readonly subject_kind: string | null
  readonly subject_id: string | null
  readonly subject_name: string | null
  readonly service_env_id: string | null
  readonly reason: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string
  readonly outcome: string | null
}
