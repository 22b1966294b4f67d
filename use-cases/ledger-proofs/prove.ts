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
import { now, patiently } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql as text } from '#db/statements.ts'

/** The progress of a check, and its findings. */
export interface ProofProgress {
  readonly state: ProofState
  readonly differences: number
  /** Rows checked, by table name. */
  readonly checked: Readonly<Partial<Record<ProofPart, number>>>
}

/** Rows per batch; accounts have many entries each. */
const rowsAtOnce: Readonly<Record<ProofPart, number>> = {
  ledger_movement: 5000,
  ledger_account: 200,
  transaction: 2000,
  refund: 2000,
  day_figure: 500,
}

/** A nightly check creates its row here; a requested one already has it. */
export async function beginProof(
  { pool }: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<void> {
  await inTransaction(pool, (sql) =>
    sql.run(
      db
        .insertInto('ledgerProof')
        .values({ id })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  )
}

/**
 * Checks the next batch and records violations; at the end, notifies staff once. A worker that takes over after a
 * crash continues after the last batch. Locks only the check's own row.
 */
export function proveNext(
  { pool }: Pick<Database, 'pool'>,
  id: LedgerProofId,
): Promise<ProofProgress> {
  return inTransaction(pool, async (sql) => {
    await sql.all(patiently)
    const standing = await sql.only(lock({ id }))
    if (standing.state === 'running') await proveRows(sql, id, standing)
    return sql.only(progress({ id }))
  })
}

const lock = prepared((p: Params<{ id: LedgerProofId }>) =>
  db
    .selectFrom('ledgerProof')
    .select(['state', 'part', 'lastRow', 'differences'])
    .where('id', '=', p.id)
    .forUpdate(),
)

interface Standing {
  readonly part: number
  readonly lastRow: string | null
  readonly differences: number
}

const progress = prepared((p: Params<{ id: LedgerProofId }>) =>
  db.selectFrom('ledgerProof').select(['state', 'differences', 'checked']).where('id', '=', p.id),
)

async function proveRows(sql: Sql, id: LedgerProofId, standing: Standing): Promise<void> {
  const part = proofParts[standing.part]
  const left = proofDifferencesMax - standing.differences
  if (part === undefined || left <= 0) {
    await end(sql, id)
    return
  }
  const from = standing.lastRow ?? first[part]
  const [rows] = await sql.rows<Batch>(batches[part], [from, rowsAtOnce[part]])
  if (rows === undefined) {
    await sql.run(nextPart({ id }))
    return
  }
  const found = await noteBroken(sql, part, [id, from, rows.last, left])
  await sql.run(move({ id, part, count: rows.count, last: rows.last, found }))
}

interface Batch {
  readonly count: number
  readonly last: string
}

const isNumbered = (part: ProofPart): boolean => part.startsWith('ledger_') || part === 'day_figure'
const first = byPart((part) => (isNumbered(part) ? '0' : '00000000-0000-0000-0000-000000000000'))
const typeOf = (part: ProofPart): string => (isNumbered(part) ? 'bigint' : 'uuid')

/** The number of rows in the next batch, and the last of them; no row if there are none. */
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
  day_figure: 'f',
} as const

/** Runs a part's rules over the batch; returns the number of violations. */
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

const nextPart = prepared((p: Params<{ id: LedgerProofId }>) =>
  db
    .updateTable('ledgerProof')
    .set((eb): Changes<'ledgerProof'> => ({ part: eb('part', '+', 1), lastRow: null }))
    .where('id', '=', p.id),
)

const move = prepared(
  (p: Params<{ id: LedgerProofId; part: ProofPart; count: number; last: string; found: number }>) =>
    db
      .updateTable('ledgerProof')
      .set((eb): Changes<'ledgerProof'> => ({
        differences: eb('differences', '+', p.found),
        checked: text<
          ProofProgress['checked']
        >`jsonb_set(${eb.ref('checked')}, array[${p.part}::text],
          to_jsonb(coalesce((${eb.ref('checked')}->>${p.part}::text)::bigint, 0) + ${p.count}::int))`,
        lastRow: p.last,
      }))
      .where('id', '=', p.id),
)

/** Notifies staff once if there are differences. */
async function end(sql: Sql, id: LedgerProofId): Promise<void> {
  const { state } = await sql.only(close({ id }))
  if (state !== 'differs') return
  await sql.run(
    db.insertInto('staffNotice').values({ proofId: id, kind: 'books_differ', number: 1 }),
  )
}

const close = prepared((p: Params<{ id: LedgerProofId }>) =>
  db
    .updateTable('ledgerProof')
    .set((eb): Changes<'ledgerProof'> => ({
      state: eb
        .case()
        .when('differences', '>', 0)
        .then<ProofState>('differs')
        .else<ProofState>('holds')
        .end(),
      completedAt: now,
    }))
    .where('id', '=', p.id)
    .returning('state'),
)

function byPart<Value>(of: (part: ProofPart) => Value): Readonly<Record<ProofPart, Value>> {
  return {
    ledger_movement: of('ledger_movement'),
    ledger_account: of('ledger_account'),
    transaction: of('transaction'),
    refund: of('refund'),
    day_figure: of('day_figure'),
  }
}
