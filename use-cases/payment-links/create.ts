import { randomUUIDv7 } from 'node:crypto'
import { accountCurrency, type CurrencyCode } from '#domain/money/currency.ts'
import { fail, type FieldError, fieldsError } from '#domain/errors/errors.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { asId, type PaymentLinkId, type ServiceEnvId } from '#domain/ids.ts'
import {
  linksADayMax,
  paymentLinkErrors,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import {
  type Answer,
  type Answering,
  findReplay,
  lockKey,
  recordResponse,
} from '#db/idempotency.ts'
import { requireOpenMode } from '#use-cases/openings/require-open.ts'
import { readPaymentLink } from './find.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import { rowCount, takeTurn } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import type { KeyedRequest } from '#use-cases/transactions/answer-once.ts'
import { termsColumns } from './change.ts'

export interface NewPaymentLink extends PaymentLinkTerms {
  /** The same id means the same link: a form sent twice creates one. */
  readonly id?: PaymentLinkId
  readonly currency: CurrencyCode
  /** The service's mode: in sandbox a shop may be on its developer's own machine. Live when left out. */
  readonly mode?: Mode
}

/**
 * Creates a payment link. Refusals: the fields that are wrong, exchange_rate_unavailable, live_mode_not_open,
 * payment_links_too_many.
 */
export async function createPaymentLink(
  database: Database,
  serviceEnvId: ServiceEnvId,
  input: NewPaymentLink,
): Promise<PaymentLinkRecord> {
  await refuseWrong(database, input, [])
  return inTransaction(database.pool, async (tx) => {
    await requireOpenMode(tx, serviceEnvId)
    return insert(tx, serviceEnvId, input)
  })
}

/** An API request for a link; without an idempotency key each request creates a new one. */
export interface PaymentLinkRequest extends Answering<[link: PaymentLinkRecord]> {
  readonly keyed: KeyedRequest | null
}

/**
 * Creates a payment link, once per idempotency key. Refusals: those of `createPaymentLink`, an expiry in the past,
 * idempotency_conflict, request_in_progress.
 */
export async function createPaymentLinkOnce(
  database: Database,
  { keyed, requestId, respond }: PaymentLinkRequest,
  { serviceEnvId, ...input }: NewPaymentLink & { readonly serviceEnvId: ServiceEnvId },
): Promise<Answer> {
  const { keyring, pool } = database
  const scope = keyed && {
    ...keyed.idempotency,
    fingerprint: keyring.mac('idempotency', keyed.canonicalRequest),
  }
  // Before the rules: a repeat gets its link even if the expiry has passed meanwhile.
  const earlier = scope && (await findReplay(onPool(pool), keyring, scope))
  if (earlier) return earlier
  await refuseWrong(database, input, pastErrors(input.expiresAt))
  return inTransaction(pool, async (tx) => {
    if (scope) await lockKey(tx, scope)
    const replay = scope && (await findReplay(tx, keyring, scope))
    if (replay) return replay
    const link = await insert(tx, serviceEnvId, input)
    const response = { ...respond(link), requestId }
    if (scope) await recordResponse(tx, keyring, { scope, response, madeId: link.id })
    return { ...response, madeId: link.id, isReplayed: false }
  })
}

/** A link must not be created or changed so that nobody could pay it. */
export function pastErrors(expiresAt: Date | null | undefined): readonly FieldError[] {
  const isPast = expiresAt ? expiresAt.getTime() <= Date.now() : false
  return isPast ? [{ field: 'expires_at', code: 'invalid_field' }] : []
}

async function refuseWrong(
  database: Database,
  input: NewPaymentLink,
  others: readonly FieldError[],
): Promise<void> {
  const { currency, mode } = input
  const errors = [...paymentLinkErrors(input, currency, mode), ...others]
  if (errors.length > 0) throw fieldsError(errors)
  if (isConvertible(currency, await readRates(database))) return
  throw fail('exchange_rate_unavailable', { from: currency, to: accountCurrency })
}

async function insert(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  input: NewPaymentLink,
): Promise<PaymentLinkRecord> {
  const { currency, id = asId<PaymentLinkId>(randomUUIDv7()) } = input
  await refuseMany(tx, serviceEnvId)
  await tx.run(
    db
      .insertInto('paymentLink')
      .values({ id, serviceEnvId, currency, ...termsColumns(input) })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
  return readPaymentLink(tx, serviceEnvId, id)
}

/** Creations of one service take turns, so that the limit is exact. */
async function refuseMany(tx: Sql, serviceEnvId: ServiceEnvId): Promise<void> {
  await tx.run(takeTurn({ name: `payment links of ${serviceEnvId}` }))
  const { count, seconds } = await tx.only(ofDay({ serviceEnvId }))
  if (count < linksADayMax) return
  throw fail('payment_links_too_many', { retry_after_seconds: Math.max(1, seconds ?? 1) })
}

const ofDay = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('paymentLink')
    .select((eb) => [
      rowCount.as('count'),
      sql<
        number | null
      >`ceil(extract(epoch from min(${eb.ref('createdAt')}) + interval '1 day' - now()))::int`.as(
        'seconds',
      ),
    ])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`),
)
