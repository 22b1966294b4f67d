import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { activationDigest } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { issueKey } from '#use-cases/keys/issue.ts'
import { readTerminalRow } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { lockTerminal } from './lock.ts'

export interface Activation {
  readonly code: string
  readonly serialNumber: string | null
  readonly deviceType: string | null
  readonly appVersion: string | null
}

/**
 * Gives the terminal of this code its key, which is in this answer and nowhere else; the code is spent. Refusals:
 * invalid_activation_code for an unknown, used or expired one, terminal_disabled, which leaves the code as it is.
 */
export async function activateTerminal(
  database: Database,
  activation: Activation,
): Promise<{ readonly terminal: TerminalRecord; readonly key: string }> {
  const digest = activationDigest(database, activation.code)
  return inTransaction(database.pool, async (sql) => {
    const { id, serviceEnvId } = await terminalOf(sql, database, digest)
    const { mode, status } = await lockTerminal(sql, serviceEnvId, id)
    if (status === 'disabled') throw fail('terminal_disabled')
    const spent = await sql.rows(
      `update terminal set status = 'active', activation_digest = null, activation_expires_at = null, updated_at = now(),
         serial_number = coalesce($3, serial_number), device_type = coalesce($4, device_type),
         app_version = coalesce($5, app_version)
       where id = $1 and activation_digest = $2 returning id`,
      [id, digest, activation.serialNumber, activation.deviceType, activation.appVersion],
    )
    // Another activation had the lock before this one.
    if (spent.length === 0) throw refused()
    const { token } = await issueKey(sql, database, {
      serviceEnvId,
      mode,
      kind: 'terminal',
      channel: 'pos',
      terminalId: id,
    })
    return { terminal: await readTerminalRow(sql, serviceEnvId, id), key: token }
  })
}

/** Found by its digest, so that no comparison tells how much of a guess was right. */
async function terminalOf(sql: Sql, database: Database, digest: Buffer): Promise<Owner> {
  const [row] = await sql.rows<OwnerRow>(
    `select id, service_env_id, activation_digest, activation_expires_at > now() as is_valid
     from terminal where activation_digest = $1 and deleted_at is null`,
    [digest],
  )
  const isKnown = database.keyring.sameBytes(
    row?.activation_digest ?? Buffer.alloc(digest.length),
    digest,
  )
  if (row === undefined || !isKnown || !row.is_valid) throw refused()
  return { id: row.id, serviceEnvId: row.service_env_id }
}

interface Owner {
  readonly id: TerminalId
  readonly serviceEnvId: ServiceEnvId
}

interface OwnerRow {
  readonly id: TerminalId
  readonly service_env_id: ServiceEnvId
  readonly activation_digest: Buffer
  readonly is_valid: boolean
}

function refused() {
  return fail('invalid_activation_code', { field: 'activation_code' })
}
