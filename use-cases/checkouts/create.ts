import { randomUUIDv7 } from 'node:crypto'
import {
  checkoutsPerMinuteMax,
  type CheckoutDraft,
  type CheckoutRecord,
} from '#domain/checkouts/checkout.ts'
import { fail, fieldsError } from '#domain/errors/errors.ts'
import { type ApiKeyId, asId, type CheckoutId, type TerminalId } from '#domain/ids.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import { type LinkDisplay, linkDisplayOf } from '#domain/pricing/display.ts'
import type { Database } from '#db/connect.ts'
import { inMs, takeTurn } from '#db/functions.ts'
import {
  type Answer,
  type Answering,
  findReplay,
  type IdempotencyScope,
  lockKey,
  recordResponse,
} from '#db/idempotency.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { checkoutEntry } from '#db/runs/entries.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { freeze, type Frozen } from '#db/types/frozen.ts'
import { requireOpenSession } from '#use-cases/cash-sessions/require-open.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'
import type { OfferBasis } from '#use-cases/pricing/offer.ts'
import { refuseUnpayable } from '#use-cases/pricing/payable-price.ts'
import { requireOpen } from '#use-cases/openings/require-open.ts'
import { readGrounds } from '#use-cases/pricing/terms.ts'
import { keepTerminal } from '#use-cases/terminals/lock.ts'
import { answerOnce, type KeyedRequest } from '#use-cases/transactions/answer-once.ts'
import { readCheckoutRow } from './find.ts'

/** A request for a checkout; without an idempotency key each request creates a new one. */
export interface CheckoutRequest extends Answering<[record: CheckoutRecord]> {
  readonly keyed: KeyedRequest | null
}

/** A request for a checkout that was priced and checked. */
export interface CheckoutAcceptance extends Answering<[record: CheckoutRecord]> {
  readonly draft: CheckoutDraft
  /** Null if it is created in the portal. */
  readonly apiKeyId: ApiKeyId | null
  readonly idempotency: IdempotencyScope | null
}

/** A sale to be paid by whoever scans its code. */
export interface CheckoutOrder {
  readonly seller: AnySeller
  readonly apiKeyId: ApiKeyId | null
  /** As it was typed; without a currency it is in the service's. */
  readonly amount: { readonly sourceText: string | undefined; readonly currency?: CurrencyCode }
  readonly description: string | null
  readonly expiresInSeconds: number
}

/**
 * Creates the QR code of a sale, once per idempotency key. Refusals: idempotency_conflict, invalid_amount,
 * exchange_rate_unavailable, those of `refuseUnpayable` and `acceptCheckout`.
 */
export async function createCheckout(
  context: Pick<UseCaseContext, 'database' | 'outbox' | 'isOpen'>,
  { keyed, ...answering }: CheckoutRequest,
  order: CheckoutOrder,
): Promise<Answer> {
  const { database, outbox } = context
  const { apiKeyId, seller } = order
  const accept = async (idempotency: IdempotencyScope | null, basis: OfferBasis) => {
    const draft = await draftOf(context, order, basis)
    return acceptCheckout(database, outbox, { draft, apiKeyId, idempotency, ...answering })
  }
  const anybody = { terminalId: null, collaboratorId: null }
  if (keyed)
    return answerOnce(database, keyed, {
      asking: anybody,
      work: ({ idempotency, grounds }) => accept(idempotency, grounds),
    })
  const grounds = await readGrounds(database, { serviceEnvId: seller.serviceEnvId, ...anybody })
  requireOpen(grounds.terms)
  return accept(null, grounds)
}

/**
 * Records a checkout and the start of its run, in one transaction; a repeat with its key gets its replay. Refusals:
 * request_in_progress, idempotency_conflict, rate_limited, and invalid_api_key if the cash session was closed
 * or the terminal deleted meanwhile.
 */
export async function acceptCheckout(
  database: Database,
  outbox: Outbox,
  { draft, apiKeyId, idempotency: scope, requestId, respond }: CheckoutAcceptance,
): Promise<Answer> {
  const { keyring } = database
  const { answer, announced } = await inTransaction(database.pool, async (tx) => {
    if (scope) await lockKey(tx, scope)
    const replay = scope && (await findReplay(tx, keyring, scope))
    if (replay) return { answer: replay, announced: [] }
    const record = await write(tx, draft, apiKeyId)
    const response = { ...respond(record), requestId }
    const madeId = record.id
    if (scope) await recordResponse(tx, keyring, { scope, response, madeId })
    const started = await enqueue(tx, [checkoutEntry(draft)])
    return { answer: { ...response, madeId, isReplayed: false }, announced: started }
  })
  outbox.kick(announced)
  return answer
}

/** Refusals: invalid_amount, exchange_rate_unavailable, and those of `refuseUnpayable`. */
async function draftOf(
  context: Pick<UseCaseContext, 'isOpen'>,
  { seller, amount, description, expiresInSeconds }: CheckoutOrder,
  basis: OfferBasis,
): Promise<CheckoutDraft> {
  const { serviceCurrency } = basis.terms
  const price = priceOf(amount.sourceText, amount.currency ?? serviceCurrency)
  const channel = seller.channel === 'pos' ? 'pos' : 'shop'
  await refuseUnpayable(context, { seller: { ...seller, channel }, price, basis })
  const display = linkDisplayOf(
    { currency: price.currency, amount: price },
    { serviceCurrency, rates: basis.rates },
  )
  if (display === undefined) {
    throw fail('exchange_rate_unavailable', { from: price.currency, to: serviceCurrency })
  }
  return {
    id: asId<CheckoutId>(randomUUIDv7()),
    serviceEnvId: seller.serviceEnvId,
    mode: seller.mode,
    channel,
    terminalId: seller.terminalId,
    collaboratorId: seller.collaboratorId,
    cashSessionId: seller.cashSessionId ?? null,
    price,
    display,
    description,
    expiresInSeconds,
  }
}

function priceOf(text: string | undefined, currency: CurrencyCode): Money {
  const amount = parseAmount(text ?? '', currency)
  if (!amount.ok) throw fieldsError([{ field: 'amount', code: amount.code }])
  return amount.value
}

async function write(
  tx: Sql,
  draft: CheckoutDraft,
  apiKeyId: ApiKeyId | null,
): Promise<CheckoutRecord> {
  if (draft.terminalId !== null) await requireTerminal(tx, draft.terminalId)
  await requireOpenSession(tx, draft.cashSessionId)
  const { id, serviceEnvId, channel, terminalId, collaboratorId, cashSessionId } = draft
  await tx.run(
    db.insertInto('checkout').values({
      id,
      serviceEnvId,
      apiKeyId,
      channel,
      terminalId,
      collaboratorId,
      cashSessionId,
      amount: draft.price.minor,
      currency: draft.price.currency,
      display: sql<Frozen<LinkDisplay>>`${freeze(draft.display)}`,
      description: draft.description,
      expiresAt: inMs(draft.expiresInSeconds * 1000),
    }),
  )
  return readCheckoutRow(tx, id)
}

async function requireTerminal(tx: Sql, id: TerminalId): Promise<void> {
  await countCheckout(tx, id)
  if (!(await keepTerminal(tx, id))) throw fail('invalid_api_key')
}

/** Exact, because creations of one terminal take turns until their transactions end. */
async function countCheckout(tx: Sql, terminalId: TerminalId): Promise<void> {
  await tx.first(takeTurn({ name: `checkouts ${terminalId}` }))
  const oldest = await tx.first(oldestCounted({ terminalId }))
  if (oldest) throw fail('rate_limited', { retry_after_seconds: oldest.leftSeconds })
}

/** Of the creations counted, the one whose minute ends first. */
const oldestCounted = prepared((p: Params<{ terminalId: TerminalId }>) =>
  db
    .selectFrom('checkout')
    .select(
      sql<number>`ceil(extract(epoch from ${column('checkout.createdAt')} + interval '1 minute' - now()))::int`.as(
        'leftSeconds',
      ),
    )
    .where('terminalId', '=', p.terminalId)
    .where('createdAt', '>', sql<Date>`now() - interval '1 minute'`)
    .orderBy('createdAt', 'desc')
    .offset(checkoutsPerMinuteMax - 1)
    .limit(1),
)
