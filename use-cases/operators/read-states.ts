import { type Operator, operators, type OperatorCode } from '#domain/operators/operators.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, prepared } from '#db/statements.ts'

/** The subject id under which changes of operator states are awaited and announced (`wake.ts`). */
export const operatorStatesSubject = '00000000-0000-4000-8000-0000000000a0'

/** Whether an operator is open to new payments in one mode, and who changed that last. */
export interface OperatorState {
  readonly provider: OperatorCode
  readonly name: string
  readonly mode: Mode
  readonly isOpen: boolean
  /** Null if it was never changed. */
  readonly change: {
    readonly reason: string
    readonly by: { readonly id: string; readonly name: string }
    readonly at: Date
  } | null
}

/** Whether this operator exists in this mode: card and direct debit operators exist in sandbox only. */
export function isOperatorIn({ type }: Pick<Operator, 'type'>, mode: Mode): boolean {
  return mode === 'sandbox' || type === 'mobile_money'
}

/** Each operator in each of its modes; open unless somebody closed it. */
export async function readOperatorStates({
  pool,
}: Pick<Database, 'pool'>): Promise<OperatorState[]> {
  const rows = await onPool(pool).all(changed({}))
  return operators.flatMap((operator) => {
    const { code: provider, name } = operator
    const modes = (['live', 'sandbox'] as const).filter((mode) => isOperatorIn(operator, mode))
    return modes.map((mode) => {
      const row = rows.find((each) => each.provider === provider && each.mode === mode)
      return { provider, name, mode, isOpen: row?.isOpen ?? true, change: changeOf(row) }
    })
  })
}

const states = db
  .selectFrom('operatorState as s')
  .innerJoin('person as p', 'p.id', 's.changedBy')
  .select(['s.provider', 's.mode', 's.isOpen', 's.reason', 's.changedAt', 'p.id', 'p.name'])

const changed = prepared(() => states)

function changeOf(row: InferResult<typeof states>[number] | undefined): OperatorState['change'] {
  if (row === undefined) return null
  const { id, name, reason, changedAt: at } = row
  return { reason, by: { id, name }, at }
}
