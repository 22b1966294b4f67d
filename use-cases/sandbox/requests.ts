import type { OperatorRequestId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Money } from '#domain/money/money.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'
import type { Database } from '#db/connect.ts'
import type { PayerAnswer } from './authorisations.ts'
import { inMs, now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** A request, as the sandbox operator stores it. */
export interface SandboxRequest {
  readonly scenario: SandboxScenario
  readonly status: 'pending' | 'succeeded' | 'failed' | 'expired'
  readonly failureCode: string | null
  readonly asked: number
  /** True once it accepted the request; before that, it only knows that it was asked. */
  readonly isTaken: boolean
  /** True once its outcome is due. */
  readonly isDue: boolean
  /** True once the payer's time is up. */
  readonly isClosed: boolean
  /** The payer's answer on the page of a card or mandate; null without an answer or a page. */
  readonly answer: PayerAnswer | null
}

/** Records a request, and accepts it if there is a decision time; the same id means the same request. */
export async function noteRequest(
  database: Database,
  request: {
    readonly id: OperatorRequestId
    readonly scenario: SandboxScenario
    readonly amount: Money
    readonly closesInMs: number
    /** Null to accept it later with `takeRequest`, or never. */
    readonly decidesInMs: number | null
  },
): Promise<SandboxRequest> {
  const { amount, ...noted } = request
  const { minor, currency } = amount
  return onPool(database.pool).only(note({ ...noted, minor, currency }))
}

/** Accepts the request: its outcome is due after this delay. */
export async function takeRequest(
  database: Database,
  id: OperatorRequestId,
  decidesInMs: number,
): Promise<void> {
  await onPool(database.pool).run(take({ id, decidesInMs }))
}

/** The stored request, if there is one. */
export async function readRequest(
  database: Database,
  id: OperatorRequestId,
): Promise<SandboxRequest | undefined> {
  return onPool(database.pool).first(byId({ id }))
}

/** The operator's decision about a request. */
export interface SandboxVerdict {
  readonly status: 'succeeded' | 'failed' | 'expired'
  readonly failureCode: string | null
}

/** Decides a pending request, once: a second decision finds it decided. */
export async function decideRequest(
  database: Database,
  id: OperatorRequestId,
  decision: SandboxVerdict,
): Promise<SandboxRequest> {
  const books = onPool(database.pool)
  return (await books.first(decide({ id, ...decision }))) ?? books.only(byId({ id }))
}

const request = [
  'scenario',
  'status',
  'failureCode',
  'asked',
  sql<boolean>`${column('sandboxOperator.request.decidesAt')} is not null`.as('isTaken'),
  sql<boolean>`coalesce(${column('sandboxOperator.request.decidesAt')} <= now(), false)`.as(
    'isDue',
  ),
  sql<boolean>`${column('sandboxOperator.request.closesAt')} <= now()`.as('isClosed'),
  db
    .selectFrom('sandboxOperator.authorisation as a')
    .select('a.answer')
    .where('a.requestId', '=', sql<OperatorRequestId>`request.id`)
    .as('answer'),
] as const

const note = prepared(
  (
    p: Params<{
      id: OperatorRequestId
      scenario: SandboxScenario
      minor: bigint
      currency: CurrencyCode
      closesInMs: number
      decidesInMs: number | null
    }>,
  ) =>
    db
      .insertInto('sandboxOperator.request')
      .values({
        id: p.id,
        scenario: p.scenario,
        amount: p.minor,
        currency: p.currency,
        closesAt: inMs(p.closesInMs),
        decidesAt: sql<Date | null>`now() + ${p.decidesInMs}::bigint * interval '1 ms'`,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          asked: sql<number>`${column('sandboxOperator.request.asked')} + 1`,
          decidesAt: sql<Date | null>`coalesce(${column('sandboxOperator.request.decidesAt')},
            ${column('sandboxOperator.request.decidesAt', 'excluded')})`,
        }),
      )
      .returning(request),
)

const take = prepared((p: Params<{ id: OperatorRequestId; decidesInMs: number }>) =>
  db
    .updateTable('sandboxOperator.request')
    .set({ decidesAt: inMs(p.decidesInMs) })
    .where('id', '=', p.id)
    .where('decidesAt', 'is', null),
)

const byId = prepared((p: Params<{ id: OperatorRequestId }>) =>
  db.selectFrom('sandboxOperator.request').select(request).where('id', '=', p.id),
)

const decide = prepared((p: Params<{ id: OperatorRequestId } & SandboxVerdict>) =>
  db
    .updateTable('sandboxOperator.request')
    .set({ status: p.status, failureCode: p.failureCode, decidedAt: now })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .returning(request),
)
