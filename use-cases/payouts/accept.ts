import type { QuoteId } from '#domain/ids.ts'
import { fail } from '#domain/errors/errors.ts'
import { payoutReserved } from '#domain/ledger/ledger.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { eventOf, moveOf, postingOf } from '#domain/states/moves.ts'
import { movesOf } from '#domain/transactions/moves.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { withdrawalPayload } from '#domain/webhooks/withdrawal-payload.ts'
import {
  type Acceptance,
  type Accepted,
  acceptOnce,
  writeAccepted,
} from '#use-cases/transactions/accept-once.ts'
import type { Database } from '#db/connect.ts'
import { shareTurn, suspensionTurn } from '#db/functions.ts'
import { recordEvent } from '#db/events.ts'
import type { Answer } from '#db/idempotency.ts'
import { recordOf, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import { post } from '#db/ledger.ts'
import { refuseExcess, type Standing } from '#use-cases/transactions/count-creation.ts'
import type { Outbox } from '#db/outbox.ts'
import {
  type Recipient,
  requireRecipient,
  type WantedRecipient,
} from '#use-cases/authorized-accounts/find.ts'
import { takeUpQuote } from '#use-cases/quotes/take-up.ts'
import { isShort, tooLittle, tooLittleNow } from '#use-cases/balance/short.ts'
import { countIfRestored } from '#db/runs/count-as-sent.ts'
import { payoutEntry } from '#db/runs/entries.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A priced and checked payout; the database adds its times and the recipient's name. */
export interface PayoutDraft {
  readonly record: TransactionDraft['record']
  readonly recipient: WantedRecipient
  /** How long the request is repeated to an operator that is unavailable. */
  readonly expiryMs: number
  /** For a bank transfer: a second member of staff must approve it. */
  readonly needsApproval: boolean
  /** The quote it was priced by, which is used once. */
  readonly quoteId?: QuoteId | null
  readonly takeUp?: TakeUp | undefined
  /** Since when that was to be paid. */
  readonly knownSince?: Date | undefined
  /** What must remain available after it, minor units; nothing if left out. */
  readonly floor?: bigint | undefined
}

/**
 * Marks what the payout is for (a line of a file, a day of an order) as sent, in the transaction that accepts it; false if
 * it must no longer be paid.
 */
export type TakeUp = (sql: Sql) => Promise<boolean>

export type PayoutAcceptance = Acceptance<PayoutDraft>

/**
 * Accepts a payout: idempotency record, transaction, amount and fee reserved, and the workflow to start, in one
 * transaction. A repeat of the request gets its replay. Refusals: request_in_progress, idempotency_conflict,
 * sandbox_rate_limited, rate_limited, payouts_temporarily_unavailable, recipient_not_authorized,
 * bank_account_ambiguous, duplicate_reference, insufficient_balance, action_not_allowed if it cannot be taken up, those
 * of `takeUpQuote`.
 */
export async function acceptPayout(
  database: Database,
  outbox: Outbox,
  acceptance: PayoutAcceptance,
): Promise<Answer> {
  try {
    return await acceptOnce({ database, outbox }, acceptance, (sql, standing) =>
      write(sql, database, { acceptance, standing }),
    )
  } catch (error) {
    if (!isShort(error)) throw error
    throw await tooLittleNow(database, acceptance.draft.record.serviceEnvId, ofAmount)
  }
}

const ofAmount = { field: 'amount' }

async function write(
  sql: Sql,
  database: Database,
  { acceptance, standing }: { acceptance: PayoutAcceptance; standing: Standing },
): Promise<Accepted> {
  const { draft } = acceptance
  refuseExcess(standing, acceptance.limits)
  if (draft.takeUp && !(await draft.takeUp(sql))) throw fail('action_not_allowed')
  await refuseSuspended(sql, draft.record)
  const recipient = await requireRecipient(sql, draft.record.serviceEnvId, draft.recipient)
  if (draft.quoteId) await takeUpQuote(sql, draft.quoteId, draft.record)
  const record = payoutOf(draft, recipient, acceptance.now())
  const { answer, announced } = await writeAccepted(sql, database, {
    acceptance,
    draft: { receiptTokenDigest: null },
    record,
    run: payoutEntry({ ...record, isTransfer: Boolean(record.transfer) }),
  })
  if (draft.knownSince) await countIfRestored(sql, record.id, draft.knownSince)
  const told = record.transfer
    ? await insertTransfer(sql, database, { draft, record, recipient })
    : []
  // Last, because the balance is locked until the commit, and the merchant's other payments wait for it.
  await reserve(sql, record)
  await refuseBelow(sql, record, draft.floor ?? 0n)
  return { answer, announced: [...announced, ...told] }
}

/** A suspension waits for payouts that are being accepted, so none is accepted once it is in force. */
async function refuseSuspended(sql: Sql, record: PayoutDraft['record']): Promise<void> {
  const { serviceEnvId, mode, provider } = record
  await sql.all(shareTurn({ name: suspensionTurn(mode) }))
  const stop = await sql.first(suspension({ serviceEnvId, mode, provider }))
  if (stop) throw fail('payouts_temporarily_unavailable', { provider })
}

const suspension = prepared(
  (p: Params<Pick<PayoutDraft['record'], 'serviceEnvId' | 'mode' | 'provider'>>) =>
    db
      .selectFrom('payoutSuspension')
      .select('id')
      .where('liftedAt', 'is', null)
      .where('mode', '=', p.mode)
      .where((eb) =>
        eb.or([eb('serviceEnvId', 'is', null), eb('serviceEnvId', '=', p.serviceEnvId)]),
      )
      .where((eb) => eb.or([eb('provider', 'is', null), eb('provider', '=', p.provider)]))
      .limit(1),
)

function payoutOf(draft: PayoutDraft, recipient: Recipient, createdAt: Date): TransactionRecord {
  const record = recordOf(draft, createdAt)
  const customer = { ...record.customer, name: recipient.holderName }
  if (draft.recipient.type !== 'bank') return { ...record, customer }
  return { ...record, customer, transfer: newTransfer(draft.recipient.bank, recipient) }
}

/** The parts specific to a bank transfer: the account it goes to, and its first event; returns the outbox ids. */
async function insertTransfer(
  sql: Sql,
  database: Database,
  written: { draft: PayoutDraft; record: TransactionRecord; recipient: Recipient },
): Promise<readonly string[]> {
  const { draft, record, recipient } = written
  if (draft.recipient.type !== 'bank') return []
  await sql.run(
    db.insertInto('bankTransfer').values({
      transactionId: record.id,
      serviceEnvId: record.serviceEnvId,
      accountId: recipient.accountId,
      bank: draft.recipient.bank,
      accountMasked: recipient.accountMasked ?? '',
      needsApproval: draft.needsApproval,
    }),
  )
  return recordPending(sql, database, record)
}

function newTransfer(bank: BankCode, { accountMasked }: Recipient) {
  const state = 'to_process'
  const masked = accountMasked ?? ''
  const none = { bankReference: null, transferOn: null, returnedAt: null } as const
  return { state, bank, accountMasked: masked, ...none } as const
}

function recordPending(sql: Sql, database: Database, record: TransactionRecord): Promise<string[]> {
  return recordEvent(sql, database.keyring, {
    type: eventOf(moveOf(movesOf(record), null, record.status)),
    serviceEnvId: record.serviceEnvId,
    transactionId: record.id,
    data: withdrawalPayload(record),
  })
}

async function reserve(sql: Sql, record: TransactionRecord): Promise<void> {
  await post(sql, {
    serviceEnvId: record.serviceEnvId,
    mode: record.mode,
    transactionId: record.id,
    kind: postingOf(moveOf(movesOf(record), null, record.status)),
    provider: record.provider,
    currency: record.amountCharged.currency,
    entries: payoutReserved(record.amountCharged.minor),
  })
}

/** The balance is locked until the commit, so what remains now remains whatever else is being accepted. */
async function refuseBelow(sql: Sql, record: TransactionRecord, floor: bigint): Promise<void> {
  if (floor === 0n) return
  const { serviceEnvId, amountCharged } = record
  const { currency, minor } = amountCharged
  const left = (await sql.only(availableOf({ serviceEnvId, currency }))).balance ?? 0n
  if (left < floor) throw tooLittle(left + minor, ofAmount)
}

const availableOf = prepared(
  (p: Params<{ serviceEnvId: TransactionRecord['serviceEnvId']; currency: CurrencyCode }>) =>
    db
      .selectFrom('ledgerAccount')
      .select('balance')
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('kind', '=', 'available')
      .where('currency', '=', p.currency),
)
