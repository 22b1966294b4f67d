import { randomUUID } from 'node:crypto'
import type { ServiceEnvId } from '#domain/ids.ts'
import { machineAccount } from '#platform/machine-account.ts'
import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** What was done from a command line: nobody of the staff did it, but who runs the service. */
export interface CommandAct {
  /** As `npm run` knows it. */
  readonly command: string
  readonly act: string
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly serviceEnvId?: string
  /** Nothing secret, no payer's data. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Writes down what this transaction does from a command line, in the log of the staff: both are there, or neither. */
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
