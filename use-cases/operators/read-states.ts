import { type Operator, operators, type OperatorCode } from '#domain/operators/operators.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Under this id the states of operators are waited for and announced (`wake.ts`). */
export const operatorStatesSubject = '00000000-0000-4000-8000-0000000000a0'

/** Whether new payments may be asked of an operator in one mode, and who said so last. */
export interface OperatorState {
  readonly provider: OperatorCode
  readonly name: string
  readonly mode: Mode
  readonly isOpen: boolean
  /** Null where nobody ever closed it. */
  readonly change: {
    readonly reason: string
    readonly by: { readonly id: string; readonly name: string }
    readonly at: Date
  } | null
}

/** Whether there is such an operator in this mode: of cards and of direct debit the sandbox alone has one. */
export function isOperatorIn({ type }: Pick<Operator, 'type'>, mode: Mode): boolean {
  return mode === 'sandbox' || type === 'mobile_money'
}

/** Each operator in each mode it is in; open where nobody closed it. */
export async function readOperatorStates({
  pool,
}: Pick<Database, 'pool'>): Promise<OperatorState[]> {
  const rows = await onPool(pool).rows<StateRow>(
    `select s.provider, s.mode, s.is_open, s.reason, s.changed_at, p.id as person_id, p.name as person_name
     from operator_state s join person p on p.id = s.changed_by`,
  )
  return operators.flatMap((operator) => {
    const { code: provider, name } = operator
    const modes = (['live', 'sandbox'] as const).filter((mode) => isOperatorIn(operator, mode))
    return modes.map((mode) => {
      const row = rows.find((each) => each.provider === provider && each.mode === mode)
      return { provider, name, mode, isOpen: row?.is_open ?? true, change: changeOf(row) }
    })
  })
}

interface StateRow {
  readonly provider: string
  readonly mode: Mode
  readonly is_open: boolean
  readonly reason: string
  readonly changed_at: string
  readonly person_id: string
  readonly person_name: string
}

function changeOf(row: StateRow | undefined): OperatorState['change'] {
  if (row === undefined) return null
  const by = { id: row.person_id, name: row.person_name }
  return { reason: row.reason, by, at: new Date(row.changed_at) }
}
