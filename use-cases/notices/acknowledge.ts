import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { LedgerProofId, TransactionId } from '#domain/ids.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/** Says that somebody of the staff has seen to a notice. Refusals: notice_not_found, action_not_allowed where somebody has. */
export async function acknowledgeNotice(
  { pool }: Pick<Database, 'pool'>,
  actor: StaffMember,
  { id, cause }: { readonly id: string; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const [found] = await sql.rows<Found>(
      `select transaction_id, proof_id, run_finding_id::text, runs, acknowledged_at is not null as is_seen from staff_notice where id = $1 for update`,
      [id],
    )
    if (found === undefined) throw fail('notice_not_found')
    if (found.is_seen) throw fail('action_not_allowed')
    await sql.rows(
      'update staff_notice set acknowledged_at = now(), acknowledged_by = $2 where id = $1',
      [id, actor.id],
    )
    await logAct(sql, actor, {
      act: 'notice.acknowledge',
      subject: { kind: 'notice', id },
      details: detailsOf(found),
      cause,
    })
  })
}

interface Found {
  readonly transaction_id: TransactionId | null
  readonly proof_id: LedgerProofId | null
  readonly run_finding_id: string | null
  readonly runs: number | null
  readonly is_seen: boolean
}

/** What the notice is of; the rest is null. */
function detailsOf(found: Found) {
  const { transaction_id, proof_id, run_finding_id, runs } = found
  const subjects = { transaction_id, proof_id, run_finding_id, runs }
  return Object.fromEntries(Object.entries(subjects).filter(([, id]) => id !== null))
}
