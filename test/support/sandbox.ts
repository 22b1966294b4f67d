import { onPool } from '#db/sql.ts'
import { eventually } from './call.ts'
import type { TestService } from './service.ts'

/** Until the sandbox operator has taken this transaction: from then on somebody may say how it ends. */
export async function untilTaken({ database }: TestService, id: string): Promise<void> {
  const books = onPool(database.pool)
  const taken = `select r.id from sandbox_operator.request r join transaction t on t.operator_request_id = r.id
    where t.id = $1 and r.decides_at is not null`
  await eventually(async () => (await books.rows(taken, [id])).length > 0)
}
