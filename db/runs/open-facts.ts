import type { SignalName, WorkflowKind } from '#workflows/contract.ts'
import { openFactKinds, type OpenFactRow } from './fact-kinds.ts'
import type { OutboxEntry } from '#db/outbox-entry.ts'
import type { Sql } from '#db/sql.ts'

/** Something in the books that should have an open run, and how that run is started. */
export interface OpenFact {
  readonly kind: WorkflowKind
  readonly subjectId: string
  readonly since: Date
  readonly entry: OutboxEntry
  /** What that run is told besides. */
  readonly hint: SignalName | undefined
}

export interface OpenFactPage {
  /** Facts younger than this are left out: their first start may be on its way. */
  readonly olderThanMs: number
  /** Where the page before ended. */
  readonly afterId: string | undefined
  readonly limit: number
}

/** The open facts of a kind by their ids, but for those whose start waits in the outbox. */
export async function listOpenFacts(
  sql: Sql,
  kind: WorkflowKind,
  { olderThanMs, afterId, limit }: OpenFactPage,
): Promise<OpenFact[]> {
  const { id, since } = openFactKinds[kind]
  const rows = await sql.rows<Row>(
    `${selectOpen(kind)} and ${since} < now() - $1::float8 * interval '1 ms' and ${id} > $2::uuid
       and not exists (select from outbox o where o.subject_id = ${id} and o.kind = '${kind}'
         and (o.signal is null or o.starts_run))
     order by ${id} limit $3`,
    [olderThanMs, afterId ?? lowestId, limit],
  )
  return rows.map((row) => factOf(kind, row))
}

/** Of these subjects those that need a run still. */
export async function openAmong(
  sql: Sql,
  kind: WorkflowKind,
  ids: readonly string[],
): Promise<OpenFact[]> {
  const { id } = openFactKinds[kind]
  const rows = await sql.rows<Row>(`${selectOpen(kind)} and ${id} = any($1::uuid[])`, [ids])
  return rows.map((row) => factOf(kind, row))
}

/** Of these subjects those that are in the books at all, whatever has become of them. */
export async function knownAmong(
  sql: Sql,
  kind: WorkflowKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { table } = openFactKinds[kind]
  const rows = await sql.rows<{ id: string }>(
    `select id from ${table} where id = any($1::uuid[])`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

const lowestId = '00000000-0000-0000-0000-000000000000'

type Row = OpenFactRow & Record<string, unknown>

function selectOpen(kind: WorkflowKind): string {
  const { from, id, isOpen, since, columns } = openFactKinds[kind]
  return `select ${id} as id, ${since} as since, ${columns} from ${from} where ${isOpen}`
}

function factOf(kind: WorkflowKind, row: Row): OpenFact {
  const { entryOf, hint } = openFactKinds[kind]
  return { kind, subjectId: row.id, since: new Date(row.since), entry: entryOf(row), hint }
}
