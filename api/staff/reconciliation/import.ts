import Type, { type Static } from 'typebox'
import { asId, type ServiceEnvId } from '#domain/ids.ts'
import { operators } from '#domain/operators/operators.ts'
import { boundsOf, hasBegun, orderKinds } from '#domain/reconciliation/reconciliation.ts'
import { importOperatorStatement } from '#use-cases/reconciliation/import-statement.ts'
import { isOperatorIn } from '#use-cases/operators/read-states.ts'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, textField } from '#http/fields.ts'
import { type FreshAnswer, route } from '#http/route.ts'
import { presentReconciliation } from '#api/present/reconciliation.ts'
import { reconciliation } from '#api/schemas/reconciliation.ts'
import { type ActInput, makingAct } from '#http/desk-act.ts'
import { causeOf, reasonField } from '#api/staff/fields.ts'

/** Room for a hundred thousand lines. */
const statementBytesMax = 16 * 1024 * 1024

/** Whose statements there are. */
export const liveOperators = operators.filter((operator) => isOperatorIn(operator, 'live'))
const dayField = Type.String({ code: 'invalid_field', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })

/** What an import asks for. */
export type StatementBody = Static<typeof body>

const body = Type.Object({
  provider: choiceField(
    'invalid_provider',
    liveOperators.map(({ code }) => code),
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
 * Imports an operator's statement and has it matched; the same file again is the same reconciliation (`Idempotent-Replayed`). Refusals: the
 * lines that cannot be read (`csv.12.amount`), and then nothing is kept.
 */
export const importStatementAct = makingAct({
  body,
  checkFields: ({ from, to }) => {
    if (from === undefined || to === undefined) return []
    const isPeriod = boundsOf({ from, to }) !== undefined && hasBegun(to, new Date())
    return isPeriod ? [] : [{ field: 'to', code: 'invalid_field' }]
  },
  order: importStatement,
})

export function importStatementRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/reconciliations',
    keys: { staff: 'reconciliations.manage' },
    summary: 'Importer un relevé d’opérateur (CSV) et le rapprocher des transactions',
    success: 201,
    answer: { object: reconciliation },
    body,
    bodyBytesMax: statementBytesMax,
    checkFields: (input) => importStatementAct.checkFields?.(input.body) ?? [],
    handler: (input) => importStatement(context, input),
  })
}

/** Takes it in; which reconciliation it is, and whether it begins with it. */
export function takeStatement(
  { database, outbox }: Pick<ApiContext, 'database' | 'outbox'>,
  input: ActInput<StatementBody, unknown>,
) {
  const { provider, kinds = orderKinds, from, to, csv, reason } = input.body
  const { service_env_id: serviceEnvId } = input.body
  const statement = {
    provider,
    serviceEnvId: serviceEnvId === undefined ? null : asId<ServiceEnvId>(serviceEnvId),
    kinds,
    period: { from, to },
    csv,
    cause: causeOf(input, reason),
  }
  const { person: member } = input.caller
  return importOperatorStatement(database, outbox, { member, statement })
}

async function importStatement(
  context: ApiContext,
  input: ActInput<StatementBody, unknown>,
): Promise<FreshAnswer> {
  const { database, runUrl } = context
  const { id, isNew } = await takeStatement(context, input)
  const found = await readReconciliation(database, id)
  return {
    body: { data: presentReconciliation(found, runUrl('reconciliation', id)) },
    headers: {
      Location: `/staff/api/reconciliations/${id}`,
      ...(!isNew && { 'Idempotent-Replayed': 'true' }),
    },
  }
}
