import type { Database } from '#db/connect.ts'
import { knownAmong } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'

/**
 * Subjects whose rows exist before their run; the nightly check creates its own. The run of a checkout comes first: its
 * activities also name a payment, which is recorded once the checkout is given to it.
 */
const subjects = [
  'checkoutId',
  'refundId',
  'transactionId',
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
    if (id !== undefined) return (await knownAmong(onPool(pool), subject, [id])).size > 0
  }
  return true
}

function idOf(input: unknown, name: string): string | undefined {
  const id: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  return typeof id === 'string' ? id : undefined
}
