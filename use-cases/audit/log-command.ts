import { randomUUID } from 'node:crypto'
import type { ServiceEnvId } from '#domain/ids.ts'
import { machineAccount } from '#platform/machine-account.ts'
import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, json } from '#db/statements.ts'

/** An action from the command line: not by a member of staff, but by whoever runs the service. */
export interface CommandAct {
  /** The name of the npm script. */
  readonly command: string
  readonly act: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly serviceEnvId?: ServiceEnvId
  /** No secrets, no payer data. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Logs an action from the command line in the audit log of staff, in the transaction that performs it. */
export async function logCommand(books: Sql, entry: CommandAct): Promise<void> {
  const { command, act, subject, serviceEnvId = null, details } = entry
  await books.run(
    db.insertInto('staffAudit').values({
      command,
      act,
      subjectKind: subject?.kind ?? null,
      subjectId: subject?.id ?? null,
      serviceEnvId,
      details: json(details),
      requestId: randomUUID(),
      originAgent: machineAccount(),
      outcome: 'done',
      endedAt: now,
    }),
  )
}
