import { fail } from '#domain/errors/errors.ts'
import type { DifferenceId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Somebody has looked at a difference, and says why it may rest; no money moves by it. Refusals: difference_not_found,
 * action_not_allowed where it is closed already.
 */
export async function closeDifference(
  { pool }: Pick<Database, 'pool'>,
  member: StaffMember,
  {
    id,
    cause,
  }: { readonly id: DifferenceId; readonly cause: ActCause & { readonly reason: string } },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const closed = await sql.first(close({ id, memberId: member.id, reason: cause.reason }))
    if (closed === undefined)
      throw fail((await isThere(sql, id)) ? 'action_not_allowed' : 'difference_not_found')
    const act = { act: 'difference.close', subject: { kind: 'difference', id }, cause }
    const { serviceEnvId } = closed
    await logAct(sql, member, serviceEnvId === null ? act : { ...act, serviceEnvId })
  })
}

async function isThere(sql: Sql, id: DifferenceId): Promise<boolean> {
  return (await sql.first(byId({ id }))) !== undefined
}

const byId = prepared((p: Params<{ id: DifferenceId }>) =>
  db.selectFrom('reconciliationDifference').select('id').where('id', '=', p.id),
)

const close = prepared(
  (p: Params<{ id: DifferenceId; memberId: StaffMember['id']; reason: string }>) =>
    db
      .updateTable('reconciliationDifference as d')
      .set({ closedAt: now, closedBy: p.memberId, reason: p.reason })
      .where('d.id', '=', p.id)
      .where('d.closedAt', 'is', null)
      .returning((eb) =>
        eb
          .selectFrom('transaction as t')
          .select('t.serviceEnvId')
          .whereRef('t.id', '=', 'd.transactionId')
          .as('serviceEnvId'),
      ),
)
