import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** The table of what a run stands for, by the name that its id has in the inputs of workflows and their steps. */
const tables = {
  refundId: 'refund',
  transactionId: 'transaction',
  checkoutId: 'checkout',
  deliveryId: 'webhook_delivery',
  replayId: 'webhook_replay',
  reconciliationId: 'reconciliation',
} as const

/** False where the books do not know what this input is about: they were restored to a moment before it. */
export async function isInBooks(
  { pool }: Pick<Database, 'pool'>,
  input: unknown,
): Promise<boolean> {
  for (const [name, table] of Object.entries(tables)) {
    const id = idOf(input, name)
    if (id === undefined) continue
    const found = await onPool(pool).rows(`select from ${table} where id = $1`, [id])
    if (found.length === 0) return false
  }
  return true
}

function idOf(input: unknown, name: string): string | undefined {
  const id: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  return typeof id === 'string' ? id : undefined
}
