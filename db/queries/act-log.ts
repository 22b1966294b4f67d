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

const statement = (table: string, actor: string, scope: string): string =>
  `select l.id, l.at, p.id as actor_id, p.name as actor_name, l.act, l.subject_kind, l.subject_id, l.service_env_id,
     l.reason, l.details, l.request_id, l.outcome
   from ${table} l join person p on p.id = l.${actor}
   where ($2::bigint is null or l.id < $2) and ($3::uuid is null or l.${actor} = $3)
     and ($4::text is null or l.subject_kind = $4) and ($5::text is null or l.subject_id = $5) ${scope}
   order by l.id desc limit $1`

const statements = {
  staff: statement('staff_audit', 'staff_member_id', ''),
  portal: statement('activity_log', 'portal_user_id', 'and l.merchant_id = $6'),
}

function valuesOf({ limit, before, actorId, subject, subjectId }: LogPage): readonly unknown[] {
  const id = subject?.id ?? subjectId ?? null
  return [limit, before ?? null, actorId ?? null, subject?.kind ?? null, id]
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
  readonly service_env_id: string | null
  readonly reason: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string
  readonly outcome: string | null
}
