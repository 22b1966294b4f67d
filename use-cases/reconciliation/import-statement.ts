import { randomUUIDv7 } from 'node:crypto'
import { fieldsError } from '#domain/errors/errors.ts'
import { asId, type ReconciliationId, type ServiceEnvId } from '#domain/ids.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import {
  boundsOf,
  hasBegun,
  type OrderKind,
  type StatementPeriod,
} from '#domain/reconciliation/reconciliation.ts'
import type { OperatorLine } from '#domain/reconciliation/statement.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { readOperatorStatement, repeatsOf } from './read-statement.ts'
import { reconciliationEntry } from '#db/runs/entries.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'

/** An operator's statement as somebody hands it in. */
export interface OperatorStatement {
  readonly provider: OperatorCode
  /** Whose own account at the operator it is of; null for the platform's. */
  readonly serviceEnvId: ServiceEnvId | null
  /** What it lists; of other kinds nothing is expected on it. */
  readonly kinds: readonly OrderKind[]
  readonly period: StatementPeriod
  /** docs/reconciliation.md tells its columns. */
  readonly csv: string
  readonly cause: ActCause
}

interface Imported {
  readonly id: ReconciliationId
  /** False where the same file was imported before: nothing begins anew. */
  readonly isNew: boolean
}

/**
 * Takes a statement in whole or not at all, and has it matched with the books; of the file nothing else is kept. Refusals:
 * invalid_field of the period or the account, and what is wrong with the lines (`csv.12.amount`).
 */
export async function importOperatorStatement(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  outbox: Outbox,
  { member, statement }: { readonly member: StaffMember; readonly statement: OperatorStatement },
): Promise<Imported> {
  const bounds = await check(onPool(pool), statement)
  const digest = keyring.mac('statement', identityOf(statement))
  const [known] = await onPool(pool).rows<{ id: ReconciliationId }>(find, [digest])
  if (known !== undefined) return { id: known.id, isNew: false }
  const lines = await readOperatorStatement(statement.csv, { kinds: statement.kinds, ...bounds })
  const { outboxIds, ...imported } = await inTransaction(pool, async (sql) => {
    await sql.rows(patiently)
    const id = asId<ReconciliationId>(randomUUIDv7())
    const values = [id, ...termsOf(statement), digest, lines.length, member.id]
    const made = await sql.rows(insert, values)
    if (made.length === 0) return { ...(await earlier(sql, digest)), outboxIds: [] }
    await insertLines(sql, id, lines)
    await logAct(sql, member, actOf(id, statement))
    return {
      id,
      isNew: true,
      outboxIds: await enqueue(sql, [
        reconciliationEntry({ id, ...statement.period, provider: statement.provider }),
      ]),
    }
  })
  outbox.kick(outboxIds)
  return imported
}

async function check(
  sql: Sql,
  { serviceEnvId, period }: OperatorStatement,
): Promise<{ readonly start: Date; readonly end: Date }> {
  const bounds = boundsOf(period)
  if (bounds === undefined || !hasBegun(period.to, new Date()))
    throw fieldsError([{ field: 'to', code: 'invalid_field' }])
  if (serviceEnvId === null) return bounds
  const [live] = await sql.rows(`select id from service_env where id = $1 and mode = 'live'`, [
    serviceEnvId,
  ])
  if (live === undefined) throw fieldsError([{ field: 'service_env_id', code: 'invalid_field' }])
  return bounds
}

/** The same file for the same account and period is one reconciliation, whatever an editor made of its line ends. */
function identityOf(statement: OperatorStatement): string {
  const { csv } = statement
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  return `${JSON.stringify(termsOf(statement))}\n${text.trimEnd()}`
}

function termsOf({ provider, serviceEnvId, kinds, period }: OperatorStatement) {
  return [provider, serviceEnvId, kinds.toSorted(), period.from, period.to] as const
}

const find = 'select id from reconciliation where digest = $1'

/** Many lines, or another import of the same file, take longer than a payment may. */
const patiently = `select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`

const insert = `insert into reconciliation
    (id, provider, service_env_id, kinds, from_day, to_day, digest, lines_total, imported_by)
  values ($1, $2, $3, $4::text[], $5, $6, $7, $8, $9) on conflict on constraint reconciliation_once do nothing
  returning id`

async function earlier(sql: Sql, digest: Buffer): Promise<Imported> {
  return { ...(await sql.one<{ id: ReconciliationId }>(find, [digest])), isNew: false }
}

const linesAtOnce = 5000

async function insertLines(
  sql: Sql,
  id: ReconciliationId,
  lines: readonly OperatorLine[],
): Promise<void> {
  const repeats = repeatsOf(lines)
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = lines.slice(from, from + linesAtOnce)
    await sql.rows(insertSome, [
      id,
      some.map(({ number }) => number),
      some.map(({ kind }) => kind),
      some.map(({ operatorReference }) => operatorReference),
      some.map(({ reference }) => reference),
      some.map(({ amount }) => String(amount.minor)),
      some.map(({ amount }) => amount.currency),
      some.map(({ status }) => status),
      some.map(({ at }) => at.toISOString()),
      repeats.slice(from, from + linesAtOnce),
    ])
  }
}

const insertSome = `insert into operator_statement_line
    (reconciliation_id, number, kind, operator_reference, reference, amount, currency, status, at, is_repeated)
  select $1, l.* from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
    $9::timestamptz[], $10::boolean[]) as l`

function actOf(id: ReconciliationId, { provider, period, cause }: OperatorStatement) {
  const subject = { kind: 'reconciliation', id }
  return { act: 'reconciliation.import', subject, details: { provider, ...period }, cause }
}
