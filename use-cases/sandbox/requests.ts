import type { OperatorRequestId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { SandboxScenario } from '#domain/sandbox/numbers.ts'
import type { Database } from '#db/connect.ts'
import type { PayerAnswer } from './authorisations.ts'
import { onPool } from '#db/sql.ts'

/** A request as the sandbox operator remembers it. */
export interface SandboxRequest {
  readonly scenario: SandboxScenario
  readonly status: 'pending' | 'succeeded' | 'failed' | 'expired'
  readonly failureCode: string | null
  readonly asked: number
  /** True once it has taken the request; before, it only knows that it was asked. */
  readonly isTaken: boolean
  /** True once its outcome is due. */
  readonly isDue: boolean
  /** True once its payer's time is up. */
  readonly isClosed: boolean
  /** What the payer said on the page where a card or a mandate asks; null as long as nothing, or where nobody asks. */
  readonly answer: PayerAnswer | null
}

const columns = `scenario, status, failure_code as "failureCode", asked,
  decides_at is not null as "isTaken", decides_at <= now() as "isDue", closes_at <= now() as "isClosed",
  (select answer from sandbox_operator.authorisation a where a.request_id = r.id) as answer`

/** Notes that the operator was asked; the same id again is the same request. */
export async function noteRequest(
  database: Database,
  request: {
    readonly id: OperatorRequestId
    readonly scenario: SandboxScenario
    readonly amount: Money
    readonly closesInMs: number
  },
): Promise<SandboxRequest> {
  return onPool(database.pool).one<SandboxRequest>(
    `insert into sandbox_operator.request as r (id, scenario, amount, currency, closes_at)
     values ($1, $2, $3, $4, now() + $5::bigint * interval '1 ms')
     on conflict (id) do update set asked = r.asked + 1 returning ${columns}`,
    [
      request.id,
      request.scenario,
      request.amount.minor,
      request.amount.currency,
      request.closesInMs,
    ],
  )
}

/** Takes the request: its outcome is due after this delay. */
export async function takeRequest(
  database: Database,
  id: OperatorRequestId,
  decidesInMs: number,
): Promise<void> {
  await onPool(database.pool).rows(
    `update sandbox_operator.request set decides_at = now() + $2::bigint * interval '1 ms'
     where id = $1 and decides_at is null`,
    [id, decidesInMs],
  )
}

/** What it remembers of the request, if it was ever asked. */
export async function readRequest(
  database: Database,
  id: OperatorRequestId,
): Promise<SandboxRequest | undefined> {
  const [row] = await onPool(database.pool).rows<SandboxRequest>(
    `select ${columns} from sandbox_operator.request r where id = $1`,
    [id],
  )
  return row
}

/** Decides a pending request, once: whoever decides second finds it decided. */
export async function decideRequest(
  database: Database,
  id: OperatorRequestId,
  decision: {
    readonly status: 'succeeded' | 'failed' | 'expired'
    readonly failureCode: string | null
  },
): Promise<SandboxRequest> {
  const sql = onPool(database.pool)
  await sql.rows(
    `update sandbox_operator.request set status = $2, failure_code = $3, decided_at = now()
     where id = $1 and status = 'pending'`,
    [id, decision.status, decision.failureCode],
  )
  return sql.one<SandboxRequest>(
    `select ${columns} from sandbox_operator.request r where id = $1`,
    [id],
  )
}
