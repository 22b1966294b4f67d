import Type from 'typebox'
import { asId, type DifferenceId, type ServiceEnvId } from '#domain/ids.ts'
import { mobileOperators } from '#domain/operators/operators.ts'
import { boundsOf, hasBegun, orderKinds } from '#domain/reconciliation/reconciliation.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { justified, reasonField } from '#use-cases/desk/fields.ts'
import { choiceField, dayField, textField } from '#use-cases/fields.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { importOperatorStatement } from './import-statement.ts'
import { readDifference } from './list-differences.ts'

/** Closes a difference, with a reason. Refusals: difference_not_found, action_not_allowed if it is closed already. */
export const closeDifferenceAct = deskAct({
  permission: 'reconciliations.manage',
  body: justified,
  async work({ database }, { person, requestId, body: { reason }, ...order }) {
    const id = asId<DifferenceId>(order.id)
    await closeDifference(database, person, { id, cause: { requestId, reason } })
    return readDifference(database, id)
  },
})

/** Enough for a hundred thousand lines. */
export const statementBytesMax = 16 * 1024 * 1024

const body = Type.Object({
  provider: choiceField(
    'invalid_provider',
    mobileOperators.map(({ code }) => code),
  ),
  service_env_id: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
  kinds: Type.Optional(
    Type.Array(choiceField('invalid_field', orderKinds), {
      code: 'invalid_field',
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  from: dayField,
  to: dayField,
  csv: textField('invalid_field', { min: 1, max: statementBytesMax }),
  reason: Type.Optional(reasonField),
})

/**
 * Imports an operator's statement and starts matching it; importing the same file again returns the same
 * reconciliation. Refusals: the lines that cannot be read (`csv.12.amount`); then nothing is stored.
 */
export const importStatementAct = deskAct({
  permission: 'reconciliations.manage',
  body,
  checkFields: ({ from, to }) => {
    if (from === undefined || to === undefined) return []
    const isPeriod = boundsOf({ from, to }) !== undefined && hasBegun(to, new Date())
    return isPeriod ? [] : [{ field: 'to', code: 'invalid_field' }]
  },
  work({ database, outbox }, { person: member, requestId, body: given }) {
    const { provider, kinds = orderKinds, from, to, csv, reason = null } = given
    const { service_env_id: place } = given
    const serviceEnvId = place === undefined ? null : asId<ServiceEnvId>(place)
    const period = { from, to }
    const statement = { provider, serviceEnvId, kinds, period, csv, cause: { requestId, reason } }
    return importOperatorStatement(database, outbox, { member, statement })
  },
})

/**
 * Records that somebody has looked into a difference, and why it may be left as it is; no money moves. Refusals:
 * difference_not_found, action_not_allowed if it is closed already.
 */
async function closeDifference(
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
