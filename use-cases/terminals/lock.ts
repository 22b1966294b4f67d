import { orFail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Serialises changes of one terminal; its payments continue. Refusal: terminal_not_found. */
export async function lockTerminal(tx: Sql, serviceEnvId: ServiceEnvId, id: TerminalId) {
  return orFail(await tx.first(lock({ serviceEnvId, id })), 'terminal_not_found')
}

/** Keeps a terminal from being deleted until the transaction ends; false if it is deleted. */
export async function keepTerminal(tx: Sql, id: TerminalId): Promise<boolean> {
  return (await tx.first(keep({ id }))) !== undefined
}

const keep = prepared((p: Params<{ id: TerminalId }>) =>
  db
    .selectFrom('terminal')
    .select('id')
    .where('id', '=', p.id)
    .where('deletedAt', 'is', null)
    .forShare(),
)

const lock = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: TerminalId }>) =>
  db
    .selectFrom('terminal as t')
    .innerJoin('serviceEnv as e', 'e.id', 't.serviceEnvId')
    .select(['t.type', 't.status', 'e.mode'])
    .where('t.id', '=', p.id)
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.deletedAt', 'is', null)
    .forNoKeyUpdate('t'),
)
