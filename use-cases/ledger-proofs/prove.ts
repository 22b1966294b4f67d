import type { LedgerProofId } from '#domain/ids.ts'
import {
  type BookRule,
  proofDifferencesMax,
  type ProofPart,
  proofParts,
  type ProofState,
} from '#domain/ledger-proofs/proof.ts'
import type { Database } from '#db/connect.ts'
import { bookRuleQueries } from './rules.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** How far a proof is, and what it found. */
export interface ProofProgress {
  readonly state: ProofState
  readonly differences: number
  /** Rows that were looked at, by the name of their table. */
  readonly checked: Readonly<Partial<Record<ProofPart, number>>>
}

/** Rows of each table that one batch looks at: accounts have many entries each. */
const rowsAtOnce: Readonly<Record<ProofPart, number>> = {
  ledger_movement: 5000,
  ledger_account: 200,
  transaction: 2000,
  refund: 2000,
}

/** The daily proof writes itself down; one that was ordered stands there. */
export async function beginProof(
  { pool }: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<void> {
  await inTransaction(pool, (sql) =>
    sql.rows('insert into ledger_proof (id) values ($1) on conflict do nothing', [id]),
  )
}

/**
 * Proves the next rows of the books, and notes what does not hold. At the end staff is told of it, once. Whoever comes
 * after a worker that died goes on after the last batch; no lock is held but that of the proof.
 */
export function proveNext(
  { pool }: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<ProofProgress> {
  return inTransaction(pool, async (sql) => {
    await sql.rows(patiently)
    const standing = await sql.one<Standing>(lock, [id])
    if (standing.state === 'running') await proveRows(sql, id, standing)
    return sql.one<ProofProgress>(
      'select state, differences, checked from ledger_proof where id = $1',
      [id],
    )
  })
}

/** The sum of an account that is much used takes longer than a payment may. */
const patiently = `select set_config('statement_timeout', '60s', true)`

interface Standing {
  readonly state: ProofState
  readonly part: number
  readonly last_row: string | null
  readonly differences: number
}

const lock = 'select state, part, last_row, differences from ledger_proof where id = $1 for update'

async function proveRows(sql: Sql, id: LedgerProofId, standing: Standing): Promise<void> {
  const part = proofParts[standing.part]
  const left = proofDifferencesMax - standing.differences
  if (part === undefined || left <= 0) {
    await end(sql, id)
    return
  }
  const from = standing.last_row ?? first[part]
  const [rows] = await sql.rows<Batch>(batches[part], [from, rowsAtOnce[part]])
  if (rows === undefined) {
    await sql.rows('update ledger_proof set part = part + 1, last_row = null where id = $1', [id])
    return
  }
  const found = await noteBroken(sql, part, [id, from, rows.last, left])
  await sql.rows(move, [id, part, rows.count, rows.last, found])
}

interface Batch {
  readonly count: number
  readonly last: string
}

const isNumbered = (part: ProofPart): boolean => part.startsWith('ledger_')
const first = byPart((part) => (isNumbered(part) ? '0' : '00000000-0000-0000-0000-000000000000'))
const typeOf = (part: ProofPart): string => (isNumbered(part) ? 'bigint' : 'uuid')

/** How many rows come next, and the last of them; no row where there are none. */
const batches = byPart(
  (
    part,
  ) => `with batch as (select id from ${part} where id > $1::${typeOf(part)} order by id limit $2)
  select (select count(*)::int from batch) as count, id::text as last from batch order by id desc limit 1`,
)

const letters = {
  ledger_movement: 'm',
  ledger_account: 'a',
  transaction: 't',
  refund: 'r',
} as const

/** Runs the rules of a part over the rows of the batch; how many are broken. */
async function noteBroken(
  sql: Sql,
  part: ProofPart,
  values: readonly [LedgerProofId, string, string, number],
): Promise<number> {
  let found = 0
  for (const statement of brokenRules[part]) {
    const [id, from, to, left] = values
    found += (await sql.rows(statement, [id, from, to, Math.max(left - found, 0)])).length
  }
  return found
}

const brokenRules = byPart((part) => {
  const rules = Object.keys(bookRuleQueries) as BookRule[]
  const row = `${letters[part]}.id`
  const within = `${row} > $2::${typeOf(part)} and ${row} <= $3::${typeOf(part)}`
  return rules
    .filter((rule) => bookRuleQueries[rule].over === part)
    .map(
      (
        rule,
      ) => `insert into ledger_proof_difference (proof_id, rule, subject, expected, found, currency)
        select $1, '${rule}', b.* from (${bookRuleQueries[rule].broken(within)}) b limit $4 returning id`,
    )
})

const move = `update ledger_proof set differences = differences + $5,
    checked = jsonb_set(checked, array[$2::text], to_jsonb(coalesce((checked->>$2::text)::bigint, 0) + $3::int)),
    last_row = $4
  where id = $1`

async function end(sql: Sql, id: LedgerProofId): Promise<void> {
  await sql.rows(
    `update ledger_proof set state = case when differences > 0 then 'differs' else 'holds' end, completed_at = now()
     where id = $1`,
    [id],
  )
  await sql.rows(
    `insert into staff_notice (proof_id, kind, number)
     select id, 'books_differ', 1 from ledger_proof where id = $1 and state = 'differs'`,
    [id],
  )
}

function byPart<Value>(of: (part: ProofPart) => Value): Readonly<Record<ProofPart, Value>> {
  return {
    ledger_movement: of('ledger_movement'),
    ledger_account: of('ledger_account'),
    transaction: of('transaction'),
    refund: of('refund'),
  }
}
