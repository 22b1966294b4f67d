import { asId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { owned, type Scoped } from './queue.ts'

/** The owner and mode of a service. Null if there is none with this id. */
export async function findService(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<Scoped | null> {
  if (!isUuid(id)) return null
  return (await onPool(pool).first(byId({ id: asId<ServiceEnvId>(id) }))) ?? null
}

const byId = prepared((p: Params<{ id: ServiceEnvId }>) => owned.where('e.id', '=', p.id))
