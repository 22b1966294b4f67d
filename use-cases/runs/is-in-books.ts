import type { Database } from '#db/connect.ts'
import { knownAmong } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'

/** Subjects whose rows exist before their run; the nightly check creates its own. */
const subjects = [
  'refundId',
  'transactionId',
  'checkoutId',
  'deliveryId',
  'replayId',
  'reconciliationId',
  'mailId',
  'payoutFileId',
] as const

/** False if the input's subject is not in the database, because the database was restored to an earlier moment. */
export async function isInBooks(
  { pool }: Pick<Database, 'pool'>,
  input: unknown,
): Promise<boolean> {
  for (const subject of subjects) {
    const id = idOf(input, subject)
    if (id === undefined) continue
    if ((await knownAmong(onPool(pool), subject, [id])).size === 0) return false
  }
  return true
}

function idOf(input: unknown, name: string): string | undefined {
  const id: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  return typeof id === 'string' ? id : undefined
}
