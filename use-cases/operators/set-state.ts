import { fail } from '#domain/errors/errors.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { operatorStatesSubject } from './read-states.ts'
import { inTransaction } from '#db/sql.ts'

export interface OperatorStateChange {
  readonly provider: OperatorCode
  readonly mode: Mode
  readonly isOpen: boolean
  readonly cause: ActCause & { readonly reason: string }
}

/**
 * Closes an operator to new payments, or opens it again; payments under way go on. All processes are told. Refusal:
 * action_not_allowed where it stands so already.
 */
export async function setOperatorState(
  { pool, wake }: Pick<Database, 'pool' | 'wake'>,
  member: StaffMember,
  { provider, mode, isOpen, cause }: OperatorStateChange,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const changed = await sql.rows(upsert, [provider, mode, isOpen, cause.reason, member.id])
    if (changed.length === 0) throw fail('action_not_allowed')
    const subject = { kind: 'operator', id: provider }
    const act = isOpen ? 'operator.open' : 'operator.close'
    await logAct(sql, member, { act, subject, details: { mode }, cause })
  })
  await wake.announce([operatorStatesSubject])
}

/** Of two at once one waits for the other, and finds that it stands so already. */
const upsert = `insert into operator_state as s (provider, mode, is_open, reason, changed_by)
  select $1, $2, $3::boolean, $4, $5
  where not $3::boolean or exists (select from operator_state where provider = $1 and mode = $2)
  on conflict (provider, mode) do update
    set is_open = excluded.is_open, reason = excluded.reason, changed_by = excluded.changed_by, changed_at = now()
    where s.is_open <> excluded.is_open
  returning provider`
