import { onPool } from '#db/sql.ts'
import { eventually } from './call.ts'
import type { TestService } from './service.ts'

/** Waits until the sandbox operator has accepted this transaction: from then on its outcome can be decided. */
export async function untilTaken({ database }: TestService, id: string): Promise<void> {
  const books = onPool(database.pool)
  const taken = `select r.id from sandbox_operator.request r join transaction t on t.operator_request_id = r.id
    where t.id = $1 and r.decides_at is not null`
  await eventually(async () => (await books.rows(taken, [id])).length > 0)
}
