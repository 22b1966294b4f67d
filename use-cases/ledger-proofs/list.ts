import { fail } from '#domain/errors/errors.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { LedgerProofId } from '#domain/ids.ts'
import type { BookRule, ProofPart, ProofState } from '#domain/ledger-proofs/proof.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { type Named, nameOf, type QueuePosition } from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'

/** A proof of the books against themselves. */
export interface LedgerProof {
  readonly id: LedgerProofId
  readonly state: ProofState
  /** Null for the daily one. */
  readonly orderedBy: Named | null
  readonly checked: Readonly<Partial<Record<ProofPart, number>>>
  readonly differences: number
  /** The first of them. */
  readonly firstDifferences: readonly BrokenRule[]
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** A rule that does not hold, and for what. */
export interface BrokenRule {
  readonly rule: BookRule
  /** The id of the movement, entry, account, transaction or refund. */
  readonly subject: string
  /** Where the rule is about a sum: what it should be, and what it is. */
  readonly expected: Money | null
  readonly found: Money | null
}

/** Where a list of proofs goes on. */
export interface ProofPage {
  readonly limit: number
  readonly after?: QueuePosition | undefined
}

/** Differences that a proof is shown with; the others stand in the table. */
const shownMax = 100

/** The latest first. */
export function listLedgerProofs(
  database: Pick<Database, 'pool'>,
  { limit, after }: ProofPage,
): Promise<LedgerProof[]> {
  return read(
    database,
    `where $1::timestamptz is null or (l.created_at, l.id) < ($1, $2::uuid)
     order by l.created_at desc, l.id desc limit $3`,
    [after?.createdAt ?? null, after?.id ?? null, limit],
  )
}

/** One of them. Refusal: ledger_proof_not_found. */
export async function readLedgerProof(
  database: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<LedgerProof> {
  const [found] = await read(database, 'where l.id = $1', [id])
  if (found === undefined) throw fail('ledger_proof_not_found')
  return found
}

/** A sum that no number of JSON holds is not shown; it stands in the table. */
function shown(column: string): string {
  return `case when abs(${column}) < 1e15 then ${column}::text end as ${column}`
}

const select = `select l.*, ${nameOf('l.ordered_by')} as ordered_by_name, coalesce((
      select json_agg(d) from (
        select rule, subject, ${shown('expected')}, ${shown('found')}, currency from ledger_proof_difference
        where proof_id = l.id order by id limit ${shownMax}) d), '[]') as first_differences
  from ledger_proof l`

async function read(
  { pool }: Pick<Database, 'pool'>,
  rest: string,
  values: readonly unknown[],
): Promise<LedgerProof[]> {
  const rows = await onPool(pool).rows<ProofRow>(`${select} ${rest}`, values)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    orderedBy: row.ordered_by_name,
    checked: row.checked,
    differences: row.differences,
    firstDifferences: row.first_differences.map(brokenRuleOf),
    createdAt: new Date(row.created_at),
    completedAt: row.completed_at === null ? null : new Date(row.completed_at),
  }))
}

function brokenRuleOf({ rule, subject, expected, found, currency }: BrokenRow): BrokenRule {
  const sum = (text: string | null): Money | null =>
    text === null || currency === null ? null : money(BigInt(text), currency)
  return { rule, subject, expected: sum(expected), found: sum(found) }
}

interface BrokenRow {
  readonly rule: BookRule
  readonly subject: string
  readonly expected: string | null
  readonly found: string | null
  readonly currency: CurrencyCode | null
}

interface ProofRow {
  readonly id: LedgerProofId
  readonly state: ProofState
  readonly ordered_by_name: Named | null
  readonly checked: LedgerProof['checked']
  readonly differences: number
  readonly first_differences: readonly BrokenRow[]
  readonly created_at: string
  readonly completed_at: string | null
}
