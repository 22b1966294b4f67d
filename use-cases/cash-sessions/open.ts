import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  asId,
  type CashSessionId,
  type CollaboratorId,
  type ServiceEnvId,
  type TerminalId,
} from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { issueKey } from '#use-cases/keys/issue.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { lockTerminal } from '#use-cases/terminals/lock.ts'

/** A cashier by id, or by name: made where the service has none of this name. */
export type Cashier = { readonly id: CollaboratorId } | { readonly name: string }

export interface NewCashSession {
  readonly cashier: Cashier
  /** Until the token expires; 8 hours at most. */
  readonly seconds: number
  readonly openingFloat: Money
  readonly note: string | null
}

/**
 * Opens a session for one cashier; its token is in this answer and nowhere else. Refusals: terminal_not_found,
 * terminal_disabled, cash_session_open while another one is, invalid_collaborator.
 */
export async function openCashSession(
  database: Database,
  place: { readonly serviceEnvId: ServiceEnvId; readonly id: TerminalId },
  input: NewCashSession,
): Promise<{ readonly id: CashSessionId; readonly token: string }> {
  const { serviceEnvId, id: terminalId } = place
  const { openingFloat } = input
  const id = asId<CashSessionId>(randomUUIDv7())
  return inTransaction(database.pool, async (sql) => {
    const { type, mode, status } = await lockTerminal(sql, serviceEnvId, terminalId)
    if (status === 'disabled') throw fail('terminal_disabled')
    await refuseSecond(sql, terminalId)
    const cashierId = await cashierOf(sql, serviceEnvId, input.cashier)
    const key = await issueKey(sql, database, {
      serviceEnvId,
      mode,
      kind: 'session',
      channel: type,
      terminalId,
      cashier: { id: cashierId, seconds: input.seconds },
    })
    await sql.rows(
      `insert into cash_session (id, service_env_id, terminal_id, collaborator_id, api_key_id, channel, currency,
         opening_float, note, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + $10::int * interval '1 second')`,
      [
        id,
        serviceEnvId,
        terminalId,
        cashierId,
        key.id,
        type,
        openingFloat.currency,
        openingFloat.minor,
        input.note,
        input.seconds,
      ],
    )
    return { id, token: key.token }
  })
}

async function refuseSecond(sql: Sql, terminalId: TerminalId): Promise<void> {
  const [open] = await sql.rows<{ id: CashSessionId }>(
    `select id from cash_session where terminal_id = $1 and closed_at is null and expires_at > now() limit 1`,
    [terminalId],
  )
  if (open !== undefined) throw fail('cash_session_open', { cash_session_id: open.id })
}

async function cashierOf(
  sql: Sql,
  serviceEnvId: ServiceEnvId,
  cashier: Cashier,
): Promise<CollaboratorId> {
  const { service_id: serviceId } = await sql.one<{ service_id: string }>(
    'select s.id as service_id from service s join service_env e on e.service_id = s.id where e.id = $1 for no key update of s',
    [serviceEnvId],
  )
  const isById = 'id' in cashier
  const [known] = await sql.rows<{ id: CollaboratorId }>(
    `select id from collaborator where service_id = $1 and (id = $2::uuid or name = $3)
     order by created_at, id limit 1`,
    [serviceId, isById ? cashier.id : null, isById ? null : cashier.name],
  )
  if (known !== undefined) return known.id
  if (isById) throw fail('invalid_collaborator', { field: 'operator.id' })
  const id = asId<CollaboratorId>(randomUUIDv7())
  await sql.rows('insert into collaborator (id, service_id, name) values ($1, $2, $3)', [
    id,
    serviceId,
    cashier.name,
  ])
  return id
}
