import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  asId,
  type CashSessionId,
  type CollaboratorId,
  type ServiceEnvId,
  type TerminalId,
} from '#domain/ids.ts'
import { cashiersMax } from '#domain/cash-sessions/cash-session.ts'
import type { Money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { issueKey } from '#use-cases/keys/issue.ts'
import { inMs, now, rowCount } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { lockTerminal } from '#use-cases/terminals/lock.ts'

/** A cashier by id, or by name; created if the service has none of this name. */
export type Cashier = { readonly id: CollaboratorId } | { readonly name: string }

export interface NewCashSession {
  readonly cashier: Cashier
  /** Validity of the token; at most 8 hours. */
  readonly seconds: number
  readonly openingFloat: Money
  readonly note: string | null
}

/**
 * Opens a session for one cashier; only this answer contains its token. Refusals: terminal_not_found,
 * terminal_disabled, cash_session_open if there is another one, invalid_collaborator, cashiers_too_many.
 */
export async function openCashSession(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  input: NewCashSession,
): Promise<{ readonly id: CashSessionId; readonly token: string }> {
  const { serviceEnvId, id: terminalId } = place
  const { openingFloat } = input
  const id = asId<CashSessionId>(randomUUIDv7())
  return inTransaction(database.pool, async (tx) => {
    const { type, mode, status } = await lockTerminal(tx, serviceEnvId, terminalId)
    if (status === 'disabled') throw fail('terminal_disabled')
    const open = await tx.first(openAt({ terminalId }))
    if (open !== undefined) throw fail('cash_session_open', { cash_session_id: open.id })
    const cashierId = await cashierOf(tx, serviceEnvId, input.cashier)
    const key = await issueKey(tx, database, {
      serviceEnvId,
      mode,
      kind: 'session',
      channel: type,
      terminalId,
      cashier: { id: cashierId, seconds: input.seconds },
    })
    await tx.run(
      db.insertInto('cashSession').values({
        id,
        serviceEnvId,
        terminalId,
        collaboratorId: cashierId,
        apiKeyId: key.id,
        channel: type,
        currency: openingFloat.currency,
        openingFloat: openingFloat.minor,
        note: input.note,
        expiresAt: inMs(input.seconds * 1000),
      }),
    )
    return { id, token: key.token }
  })
}

const openAt = prepared((p: Params<{ terminalId: TerminalId }>) =>
  db
    .selectFrom('cashSession')
    .select('id')
    .where('terminalId', '=', p.terminalId)
    .where('closedAt', 'is', null)
    .where('expiresAt', '>', now)
    .limit(1),
)

async function cashierOf(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  cashier: Cashier,
): Promise<CollaboratorId> {
  const { id: serviceId } = await tx.only(lockService({ serviceEnvId }))
  const named = db.selectFrom('collaborator').select('id').where('serviceId', '=', serviceId)
  const known = await tx.first(
    ('id' in cashier ? named.where('id', '=', cashier.id) : named.where('name', '=', cashier.name))
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1),
  )
  if (known !== undefined) return known.id
  if ('id' in cashier) throw fail('invalid_collaborator', { field: 'operator.id' })
  return addCashier(tx, serviceId, cashier.name)
}

/** A new cashier of a service, in the transaction that has locked it. Refusal: cashiers_too_many. */
export async function addCashier(
  tx: Sql,
  serviceId: string,
  name: string,
): Promise<CollaboratorId> {
  const { count } = await tx.only(countCashiers({ serviceId }))
  if (count >= cashiersMax) throw fail('cashiers_too_many')
  const id = asId<CollaboratorId>(randomUUIDv7())
  await tx.run(db.insertInto('collaborator').values({ id, serviceId, name }))
  return id
}

const countCashiers = prepared((p: Params<{ serviceId: string }>) =>
  db.selectFrom('collaborator').select(rowCount.as('count')).where('serviceId', '=', p.serviceId),
)

const lockService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('service as s')
    .innerJoin('serviceEnv as e', 'e.serviceId', 's.id')
    .select('s.id')
    .where('e.id', '=', p.serviceEnvId)
    .forNoKeyUpdate('s'),
)
