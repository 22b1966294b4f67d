import type { OperatorRequestId } from '#domain/ids.ts'
import { type Money, withMoney } from '#domain/money/money.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'
import type { Database } from '#db/connect.ts'
import { inMs, now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** What the sandbox's acquirer or bank was given: a card, or an account by its owner's number. */
export interface SandboxAuthorisation {
  readonly token: string
  readonly requestId: OperatorRequestId
  readonly scenario: SandboxScenario
  readonly amount: Money
  /** Null for a mandate. */
  readonly cardLast4: string | null
  /** Null if the payer is not asked. */
  readonly pageId: string | null
  readonly closesInMs: number
}

/** Stores an authorisation under its token. */
export async function keepAuthorisation(
  database: Database,
  { amount, closesInMs, ...given }: SandboxAuthorisation,
): Promise<void> {
  const { minor, currency } = amount
  await onPool(database.pool).run(
    db
      .insertInto('sandboxOperator.authorisation')
      .values({ ...given, amount: minor, currency, closesAt: inMs(closesInMs) }),
  )
}

/** The scenario of a charge with this token; undefined if the token is unknown for this request. */
export async function scenarioOfToken(
  database: Database,
  token: string,
  requestId: OperatorRequestId,
): Promise<SandboxScenario | undefined> {
  return (await onPool(database.pool).first(scenarioOf({ token, requestId })))?.scenario
}

export type PayerAnswer = 'accepted' | 'refused'

/** The content of a payer page. */
export interface PayerPage {
  readonly requestId: OperatorRequestId
  readonly amount: Money
  readonly cardLast4: string | null
  readonly answer: PayerAnswer | null
  readonly isClosed: boolean
}

/** The page with this id, if there is one. */
export async function readPayerPage(
  database: Database,
  pageId: string,
): Promise<PayerPage | undefined> {
  const row = await onPool(database.pool).first(pageOf({ pageId }))
  return row && withMoney(row)
}

/** Records the payer's answer, if it is the first and in time. False if it was not recorded. */
export async function answerPayerPage(
  database: Database,
  pageId: string,
  answer: PayerAnswer,
): Promise<boolean> {
  return (await onPool(database.pool).run(takeAnswer({ pageId, answer }))) > 0
}

const authorisations = db.selectFrom('sandboxOperator.authorisation')

const scenarioOf = prepared((p: Params<{ token: string; requestId: OperatorRequestId }>) =>
  authorisations
    .select('scenario')
    .where('token', '=', p.token)
    .where('requestId', '=', p.requestId),
)

const pageOf = prepared((p: Params<{ pageId: string }>) =>
  authorisations
    .select(['requestId', 'amount', 'currency', 'cardLast4', 'answer'])
    .select(
      sql<boolean>`${column('sandboxOperator.authorisation.closesAt')} <= now()`.as('isClosed'),
    )
    .where('pageId', '=', p.pageId),
)

const takeAnswer = prepared((p: Params<{ pageId: string; answer: PayerAnswer }>) =>
  db
    .updateTable('sandboxOperator.authorisation')
    .set({ answer: p.answer })
    .where('pageId', '=', p.pageId)
    .where('answer', 'is', null)
    .where('closesAt', '>', now),
)
