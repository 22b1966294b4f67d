import { orFail } from '#domain/errors/errors.ts'
import type { LedgerProofId } from '#domain/ids.ts'
import type { BookRule, ProofPart, ProofState } from '#domain/ledger-proofs/proof.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { newestFirst, type Page } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import {
  db,
  type Expression,
  type InferResult,
  jsonArrayFrom,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'

/** A ledger check. */
export interface LedgerProof {
  readonly id: LedgerProofId
  readonly state: ProofState
  /** Null for the nightly one. */
  readonly orderedBy: Named | null
  readonly checked: Readonly<Partial<Record<ProofPart, number>>>
  readonly differences: number
  /** The first of them. */
  readonly firstDifferences: readonly BrokenRule[]
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** A violated rule, and its subject. */
export interface BrokenRule {
  readonly rule: BookRule
  /** The id of the movement, entry, account, transaction or refund. */
  readonly subject: string
  /** For rules about a sum: the expected and the actual value. */
  readonly expected: Money | null
  readonly found: Money | null
}

/** The most differences shown with a check; the rest is in the table. */
const shownMax = 100

/** Newest first. */
export async function listLedgerProofs(
  { pool }: Pick<Database, 'pool'>,
  page: Page,
): Promise<LedgerProof[]> {
  const rows = await onPool(pool).all(newestFirst(proofs, ['l.createdAt', 'l.id'], page))
  return rows.map(toProof)
}

/** One of them. Refusal: ledger_proof_not_found. */
export async function readLedgerProof(
  { pool }: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<LedgerProof> {
  return toProof(orFail(await onPool(pool).first(byId({ id })), 'ledger_proof_not_found'))
}

/** Sums too large for a JSON number are omitted; they are in the table. */
function shown(sum: Expression<string | null>) {
  return sql<string | null>`case when abs(${sum}) < 1e15 then ${sum}::text end`
}

const proofs = db
  .selectFrom('ledgerProof as l')
  .select(['l.id', 'l.state', 'l.checked', 'l.differences', 'l.createdAt', 'l.completedAt'])
  .select((eb) => personNamed(eb.ref('l.orderedBy')).as('orderedBy'))
  .select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('ledgerProofDifference as d')
        .select(['d.rule', 'd.subject', 'd.currency'])
        .select((of) => shown(of.ref('d.expected')).as('expected'))
        .select((of) => shown(of.ref('d.found')).as('found'))
        .whereRef('d.proofId', '=', 'l.id')
        .orderBy('d.id')
        .limit(shownMax),
    ).as('firstDifferences'),
  )

const byId = prepared((p: Params<{ id: LedgerProofId }>) => proofs.where('l.id', '=', p.id))

type Row = InferResult<typeof proofs>[number]

function toProof({ firstDifferences, ...proof }: Row): LedgerProof {
  return { ...proof, firstDifferences: firstDifferences.map(brokenRuleOf) }
}

function brokenRuleOf(row: Row['firstDifferences'][number]): BrokenRule {
  const { rule, subject, expected, found, currency } = row
  const sum = (text: string | null): Money | null =>
    text === null || currency === null ? null : money(BigInt(text), currency)
  return { rule, subject, expected: sum(expected), found: sum(found) }
}
