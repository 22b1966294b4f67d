import { fail } from '#domain/errors/errors.ts'
import type { TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { activationDigest } from './activation-codes.ts'
import type { Database } from '#db/connect.ts'
import { issueKey } from '#use-cases/keys/issue.ts'
import { readTerminalRow } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, column, db, type Params, prepared, sql } from '#db/statements.ts'
import { lockTerminal } from './lock.ts'

export interface Activation {
  readonly code: string
  readonly serialNumber: string | null
  readonly deviceType: string | null
  readonly appVersion: string | null
}

/**
 * Exchanges an activation code for the terminal's key, which only this answer contains; the code is used up.
 * Refusals: invalid_activation_code for an unknown, used or expired one; terminal_disabled, which does not use up the
 * code.
 */
export async function activateTerminal(
  database: Database,
  activation: Activation,
): Promise<{ readonly terminal: TerminalRecord; readonly key: string }> {
  const digest = activationDigest(database, activation.code)
  return inTransaction(database.pool, async (tx) => {
    const { id, serviceEnvId } = await terminalOf(tx, database, digest)
    const { mode, status } = await lockTerminal(tx, serviceEnvId, id)
    if (status === 'disabled') throw fail('terminal_disabled')
    const { serialNumber, deviceType, appVersion } = activation
    const spent = await tx.run(spend({ id, digest, serialNumber, deviceType, appVersion }))
    // Another activation got the lock first.
    if (spent === 0) throw refused()
    const { token } = await issueKey(tx, database, {
      serviceEnvId,
      mode,
      kind: 'terminal',
      channel: 'pos',
      terminalId: id,
    })
    return { terminal: await readTerminalRow(tx, serviceEnvId, id), key: token }
  })
}

/** Looked up by digest, so that no comparison reveals how much of a guess was right. */
async function terminalOf(tx: Sql, database: Database, digest: Buffer) {
  const terminal = await tx.first(byCode({ digest }))
  const isKnown = database.keyring.sameBytes(
    terminal?.activationDigest ?? Buffer.alloc(digest.length),
    digest,
  )
  if (terminal === undefined || !isKnown || !terminal.isValid) throw refused()
  return terminal
}

const byCode = prepared((p: Params<{ digest: Buffer }>) =>
  db
    .selectFrom('terminal')
    .select(['id', 'serviceEnvId', 'activationDigest'])
    .select(sql<boolean>`${column('terminal.activationExpiresAt')} > now()`.as('isValid'))
    .where('activationDigest', '=', p.digest)
    .where('deletedAt', 'is', null),
)

const spend = prepared((p: Params<Omit<Activation, 'code'> & { id: TerminalId; digest: Buffer }>) =>
  db
    .updateTable('terminal')
    .set((eb): Changes<'terminal'> => ({
      status: 'active',
      activationDigest: null,
      activationExpiresAt: null,
      updatedAt: now,
      serialNumber: eb.fn.coalesce(p.serialNumber, eb.ref('serialNumber')),
      deviceType: eb.fn.coalesce(p.deviceType, eb.ref('deviceType')),
      appVersion: eb.fn.coalesce(p.appVersion, eb.ref('appVersion')),
    }))
    .where('id', '=', p.id)
    .where('activationDigest', '=', p.digest),
)

function refused() {
  return fail('invalid_activation_code', { field: 'activation_code' })
}
