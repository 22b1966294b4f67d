import { randomUUID } from 'node:crypto'
import type { ServiceEnvId } from '#domain/ids.ts'
import { machineAccount } from '#platform/machine-account.ts'
import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** An action from the command line: not by a member of staff, but by whoever runs the service. */
export interface CommandAct {
  /** The name of the npm script. */
  readonly command: string
  readonly act: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly serviceEnvId?: string
  /** No secrets, no payer data. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Logs an action from the command line in the audit log of staff, in the transaction that performs it. */
export async function logCommand(books: Sql, entry: CommandAct): Promise<void> {
  const { command, act, subject, serviceEnvId = null, details } = entry
  await books.run(
    insert({
      command,
      act,
      subjectKind: subject?.kind ?? null,
      subjectId: subject?.id ?? null,
      serviceEnvId,
      details: JSON.stringify(details),
      requestId: randomUUID(),
      account: machineAccount(),
    }),
  )
}

interface Line {
  readonly command: string
  readonly act: string
  readonly subjectKind: string | null
  readonly subjectId: string | null
  readonly serviceEnvId: string | null
  /** JSON. */
  readonly details: string
  readonly requestId: string
  readonly account: string
}

const insert = prepared((p: Params<Line>) =>
  db.insertInto('staffAudit').values({
    command: p.command,
    act: p.act,
    subjectKind: p.subjectKind,
    subjectId: p.subjectId,
    serviceEnvId: sql<ServiceEnvId | null>`${p.serviceEnvId}`,
    details: sql<Record<string, unknown>>`${p.details}`,
    requestId: p.requestId,
    originAgent: p.account,
    outcome: 'done',
    endedAt: now,
  }),
)
