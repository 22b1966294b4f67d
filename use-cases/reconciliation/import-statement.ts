import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
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
import { db, type Params, prepared, sql as text } from '#db/statements.ts'

/** An operator's statement as imported. */
export interface OperatorStatement {
  readonly provider: OperatorCode
  /** The service whose own account at the operator it covers; null for the platform's. */
  readonly serviceEnvId: ServiceEnvId | null
  /** The kinds of orders it lists; orders of other kinds are not expected on it. */
  readonly kinds: readonly OrderKind[]
  readonly period: StatementPeriod
  /** Its columns: docs/reconciliation.md. */
  readonly csv: string
  readonly cause: ActCause
}

interface Imported {
  readonly id: ReconciliationId
  /** False if the same file was imported before; nothing starts again. */
  readonly isNew: boolean
}

/**
 * Imports a statement as a whole or not at all, and starts matching it; nothing else of the file is stored. Refusals:
 * invalid_field of the period or the account, and errors of the lines (`csv.12.amount`).
 */
export async function importOperatorStatement(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  outbox: Outbox,
  { member, statement }: { readonly member: StaffMember; readonly statement: OperatorStatement },
): Promise<Imported> {
  const bounds = await check(onPool(pool), statement)
  const digest = keyring.mac('statement', identityOf(statement))
  const known = await onPool(pool).first(ofDigest({ digest }))
  if (known !== undefined) return { id: known.id, isNew: false }
  const lines = await readOperatorStatement(statement.csv, { kinds: statement.kinds, ...bounds })
  const { outboxIds, ...imported } = await inTransaction(pool, async (sql) => {
    await sql.all(patiently)
    const id = asId<ReconciliationId>(randomUUIDv7())
    const { provider, serviceEnvId, kinds, period } = statement
    const isNew = await insert(sql, {
      id,
      provider,
      serviceEnvId,
      digest,
      kinds: kinds.toSorted(),
      fromDay: period.from,
      toDay: period.to,
      linesTotal: lines.length,
      importedBy: member.id,
    })
    if (!isNew) return { ...(await sql.only(ofDigest({ digest }))), isNew, outboxIds: [] }
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
  const live = await sql.first(liveService({ serviceEnvId }))
  if (live === undefined) throw fieldsError([{ field: 'service_env_id', code: 'invalid_field' }])
  return bounds
}

/**
 * The same file for the same account and period is one reconciliation, whatever line endings an editor has written.
 */
function identityOf(statement: OperatorStatement): string {
  const { csv } = statement
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  return `${JSON.stringify(termsOf(statement))}\n${text.trimEnd()}`
}

function termsOf({ provider, serviceEnvId, kinds, period }: OperatorStatement) {
  return [provider, serviceEnvId, kinds.toSorted(), period.from, period.to] as const
}

const liveService = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv')
    .select('id')
    .where('id', '=', p.serviceEnvId)
    .where('mode', '=', 'live'),
)

const ofDigest = prepared((p: Params<{ digest: Buffer }>) =>
  db.selectFrom('reconciliation').select('id').where('digest', '=', p.digest),
)

/** Many lines, or a concurrent import of the same file, take longer than the usual timeouts. */
const patiently = db.selectNoFrom([
  text`set_config('lock_timeout', '60s', true)`.as('lock'),
  text`set_config('statement_timeout', '60s', true)`.as('statement'),
])

interface NewReconciliation {
  readonly id: ReconciliationId
  readonly provider: OperatorCode
  readonly serviceEnvId: ServiceEnvId | null
  readonly digest: Buffer
  readonly kinds: OrderKind[]
  readonly fromDay: string
  readonly toDay: string
  readonly linesTotal: number
  readonly importedBy: StaffMember['id']
}

/** False if the same file is already there. */
async function insert(sql: Sql, row: NewReconciliation): Promise<boolean> {
  const made = await sql.run(
    db
      .insertInto('reconciliation')
      .values(row)
      .onConflict((conflict) => conflict.constraint('reconciliation_once').doNothing()),
  )
  return made > 0
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
    await sql.run(
      insertSome({
        id,
        numbers: some.map(({ number }) => number),
        kinds: some.map(({ kind }) => kind),
        operatorReferences: some.map(({ operatorReference }) => operatorReference),
        references: some.map(({ reference }) => reference),
        amounts: some.map(({ amount }) => amount.minor),
        currencies: some.map(({ amount }) => amount.currency),
        statuses: some.map(({ status }) => status),
        times: some.map(({ at }) => at.toISOString()),
        repeats: repeats.slice(from, from + linesAtOnce),
      }),
    )
  }
}

interface Lists {
  readonly id: ReconciliationId
  readonly numbers: readonly number[]
  readonly kinds: readonly OperatorLine['kind'][]
  readonly operatorReferences: readonly (string | null)[]
  readonly references: readonly (string | null)[]
  readonly amounts: readonly bigint[]
  readonly currencies: readonly CurrencyCode[]
  readonly statuses: readonly OperatorLine['status'][]
  readonly times: readonly string[]
  readonly repeats: readonly boolean[]
}

type Line = Omit<OperatorLine, 'amount'> & {
  readonly amount: bigint
  readonly currency: CurrencyCode
  readonly isRepeated: boolean
}

// An array per column: thousands of lines are one statement with ten parameters.
const insertSome = prepared((p: Params<Lists>) =>
  db
    .insertInto('operatorStatementLine')
    .columns([
      'reconciliationId',
      'number',
      'kind',
      'operatorReference',
      'reference',
      'amount',
      'currency',
      'status',
      'at',
      'isRepeated',
    ])
    .expression((eb) =>
      eb
        .selectFrom(
          text<Line>`unnest(${p.numbers}::int[], ${p.kinds}::text[], ${p.operatorReferences}::text[],
            ${p.references}::text[], ${p.amounts}::bigint[], ${p.currencies}::text[], ${p.statuses}::text[],
            ${p.times}::timestamptz[], ${p.repeats}::boolean[])`.as<'l'>(
            text`l(number, kind, operator_reference, reference, amount, currency, status, at, is_repeated)`,
          ),
        )
        .select(text<ReconciliationId>`${p.id}::uuid`.as('id'))
        .select(['l.number', 'l.kind', 'l.operatorReference', 'l.reference', 'l.amount'])
        .select(['l.currency', 'l.status', 'l.at', 'l.isRepeated']),
    ),
)

function actOf(id: ReconciliationId, { provider, period, cause }: OperatorStatement) {
  const subject = { kind: 'reconciliation', id }
  return { act: 'reconciliation.import', subject, details: { provider, ...period }, cause }
}
