import type { OperatorRequestId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** What the sandbox's acquirer or bank was shown: a card, or an account by its owner's number. */
export interface SandboxAuthorisation {
  readonly token: string
  readonly requestId: OperatorRequestId
  readonly scenario: SandboxScenario
  readonly amount: Money
  /** Null for a mandate. */
  readonly cardLast4: string | null
  /** Null where the payer is not asked. */
  readonly pageId: string | null
  readonly closesInMs: number
}

/** Remembers an authorisation under its token. */
export async function keepAuthorisation(
  database: Database,
  given: SandboxAuthorisation,
): Promise<void> {
  await onPool(database.pool).rows(
    `insert into sandbox_operator.authorisation
       (token, request_id, scenario, amount, currency, card_last4, page_id, closes_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8::bigint * interval '1 ms')`,
    [
      given.token,
      given.requestId,
      given.scenario,
      given.amount.minor,
      given.amount.currency,
      given.cardLast4,
      given.pageId,
      given.closesInMs,
    ],
  )
}

/** What a charge by this token does; undefined for a token that is not known for this request. */
export async function scenarioOfToken(
  database: Database,
  token: string,
  requestId: OperatorRequestId,
): Promise<SandboxScenario | undefined> {
  const [row] = await onPool(database.pool).rows<{ scenario: SandboxScenario }>(
    'select scenario from sandbox_operator.authorisation where token = $1 and request_id = $2',
    [token, requestId],
  )
  return row?.scenario
}

export type PayerAnswer = 'accepted' | 'refused'

/** What the payer's page shows. */
export interface PayerPage {
  readonly requestId: OperatorRequestId
  readonly amount: Money
  readonly cardLast4: string | null
  readonly answer: PayerAnswer | null
  readonly isClosed: boolean
}

/** The page of that id, if there is one. */
export async function readPayerPage(
  database: Database,
  pageId: string,
): Promise<PayerPage | undefined> {
  const [row] = await onPool(database.pool).rows<PageRow>(
    `select request_id, amount::text as amount, currency, card_last4, answer, closes_at <= now() as is_closed
     from sandbox_operator.authorisation where page_id = $1`,
    [pageId],
  )
  return (
    row && {
      requestId: row.request_id,
      amount: money(BigInt(row.amount), row.currency),
      cardLast4: row.card_last4,
      answer: row.answer,
      isClosed: row.is_closed,
    }
  )
}

/** Takes the payer's answer: the first one, in time. False where this one was not taken. */
export async function answerPayerPage(
  database: Database,
  pageId: string,
  answer: PayerAnswer,
): Promise<boolean> {
  const taken = await onPool(database.pool).rows(
    `update sandbox_operator.authorisation set answer = $2
     where page_id = $1 and answer is null and closes_at > now() returning token`,
    [pageId, answer],
  )
  return taken.length > 0
}

interface PageRow {
  readonly request_id: OperatorRequestId
  readonly amount: string
  readonly currency: CurrencyCode
  readonly card_last4: string | null
  readonly answer: PayerAnswer | null
  readonly is_closed: boolean
}
