import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Sql } from '#db/sql.ts'

/** Limits on creations (spec: Limits, Sandbox and Fraud controls; decisions 30). */
export interface CreationLimits {
  readonly sandboxPerMinute: number
  readonly sandboxPerDay: number
  readonly pendingPerNumber: number
  readonly requestsPerNumber: number
  readonly requestsPerNumberWindowMs: number
  readonly requestsPerMerchantPerMinute: number
}

type Creation = Pick<TransactionRecord, 'serviceEnvId' | 'apiKeyId' | 'mode' | 'type' | 'customer'>

/**
 * Counts a creation in the transaction that makes it: what is refused or rolled back was never counted, and two at once
 * wait for each other. Refusals: sandbox_rate_limited, rate_limited, with `Retry-After`.
 */
export async function countCreation(
  sql: Sql,
  creation: Creation,
  limits: CreationLimits,
): Promise<void> {
  if (creation.mode === 'sandbox') await checkSandbox(sql, creation, limits)
  await checkMerchant(sql, creation, limits)
  // Who is paid out asked for nothing that could be too much, and is authorised.
  const isAsked = creation.type === 'collection' && creation.customer.phone !== null
  if (isAsked) await checkNumber(sql, creation, limits)
}

/** Creations take turns only this near to a limit: more than so many are never under way at once. */
const turnsMargin = 100

/** Lets one creation at a time count against this counter, until its transaction ends. */
async function takeTurns(sql: Sql, counter: string): Promise<void> {
  await sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [counter])
}

/** Exact: near a limit the creations of a service count one after the other. */
async function checkSandbox(sql: Sql, creation: Creation, limits: CreationLimits): Promise<void> {
  const before = await countSandbox(sql, creation)
  const { sandboxPerMinute, sandboxPerDay } = limits
  const left = Math.min(sandboxPerMinute - before.minute, sandboxPerDay - before.day)
  if (left > turnsMargin) return
  await takeTurns(sql, `creations ${creation.serviceEnvId}`)
  const { minute, day } = await countSandbox(sql, creation)
  if (minute >= sandboxPerMinute) throw fail('sandbox_rate_limited', { retry_after_seconds: 60 })
  if (day >= sandboxPerDay) throw fail('sandbox_rate_limited', { retry_after_seconds: 3600 })
}

function countSandbox(sql: Sql, creation: Creation): Promise<{ minute: number; day: number }> {
  return sql.one<{ minute: number; day: number }>(
    `select
       (select count(*)::int from transaction where service_env_id = $1
         and api_key_id is not distinct from $2 and created_at > now() - interval '1 minute') as minute,
       (select count(*)::int from transaction where service_env_id = $1
         and created_at > date_trunc('day', now())) as day`,
    [creation.serviceEnvId, creation.apiKeyId],
  )
}

async function checkMerchant(sql: Sql, creation: Creation, limits: CreationLimits): Promise<void> {
  const { recent } = await sql.one<{ recent: number }>(
    `select count(*)::int as recent from transaction
     where service_env_id = $1 and created_at > now() - interval '1 minute'`,
    [creation.serviceEnvId],
  )
  if (recent >= limits.requestsPerMerchantPerMinute) {
    throw fail('rate_limited', { retry_after_seconds: 60 })
  }
}

/** In live, one person's number is protected from all merchants together; in sandbox, numbers are nobody's. */
async function checkNumber(sql: Sql, creation: Creation, limits: CreationLimits): Promise<void> {
  await takeTurns(sql, `number ${creation.customer.phone}`)
  const counts = await sql.one<{ pending: number; recent: number }>(
    `select count(*) filter (where status = 'pending')::int as pending,
       count(*) filter (where created_at > now() - $4::bigint * interval '1 ms')::int as recent
     from transaction
     where phone = $1 and mode = $2 and type = 'collection' and ($2 = 'live' or service_env_id = $3)
       and (status = 'pending' or created_at > now() - $4::bigint * interval '1 ms')`,
    [
      creation.customer.phone,
      creation.mode,
      creation.serviceEnvId,
      limits.requestsPerNumberWindowMs,
    ],
  )
  if (counts.pending >= limits.pendingPerNumber || counts.recent >= limits.requestsPerNumber) {
    throw fail('rate_limited', {
      retry_after_seconds: Math.ceil(limits.requestsPerNumberWindowMs / 1000),
    })
  }
}
