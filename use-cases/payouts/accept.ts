import { fail } from '#domain/errors/errors.ts'
import { payoutReserved } from '#domain/ledger/ledger.ts'
import { money, toNumber } from '#domain/money/money.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { withdrawalPayload } from '#domain/webhooks/withdrawal-payload.ts'
import { type Acceptance, acceptOnce } from '#use-cases/transactions/accept-once.ts'
import type { Database } from '#db/connect.ts'
import { recordEvent } from '#db/events.ts'
import type { Replay } from '#db/idempotency.ts'
import { insertTransaction, type TransactionDraft } from '#use-cases/transactions/insert.ts'
import { post } from '#db/ledger.ts'
import { countCreation } from '#use-cases/transactions/count-creation.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import {
  type Recipient,
  requireRecipient,
  type WantedRecipient,
} from '#use-cases/authorized-accounts/find.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { payoutEntry } from '#db/runs/entries.ts'
import { ConstraintViolation, type Sql } from '#db/sql.ts'

/** A priced and checked payout; the books add its times, and the name of who it goes to. */
export interface PayoutDraft {
  readonly record: TransactionDraft['record']
  readonly recipient: WantedRecipient
  /** How long an operator that is unavailable is asked again. */
  readonly expiryMs: number
  /** Of a bank transfer: a second member of staff must approve it. */
  readonly needsApproval: boolean
}

export type PayoutAcceptance = Acceptance<PayoutDraft>

/**
 * Accepts a payout: idempotency record, transaction, the amount and the fee set apart, and the workflow to start, in one
 * transaction. A repeat of the request gets its replay. Refusals: request_in_progress, idempotency_conflict,
 * sandbox_rate_limited, rate_limited, payouts_temporarily_unavailable, recipient_not_authorized,
 * bank_account_ambiguous, duplicate_reference, insufficient_balance.
 */
export async function acceptPayout(
  database: Database,
  outbox: Outbox,
  acceptance: PayoutAcceptance,
): Promise<Replay> {
  try {
    return await acceptOnce({ database, outbox }, acceptance, {
      write: (sql) => write(sql, acceptance),
      announce: (sql, record) => announce(sql, database, record),
    })
  } catch (error) {
    if (!isOverdrawn(error)) throw error
    const { available } = await readBalance(database, acceptance.draft.record.serviceEnvId)
    const { currency } = acceptance.draft.record.amountCharged
    throw fail('insufficient_balance', {
      field: 'amount',
      available: toNumber(money(available, currency)),
      currency,
    })
  }
}

async function write(sql: Sql, { draft, limits }: PayoutAcceptance): Promise<TransactionRecord> {
  await countCreation(sql, draft.record, limits)
  await refuseSuspended(sql, draft.record)
  const recipient = await requireRecipient(sql, draft.record.serviceEnvId, draft.recipient)
  return insertPayout(sql, draft, recipient)
}

async function announce(
  sql: Sql,
  database: Database,
  record: TransactionRecord,
): Promise<readonly string[]> {
  const announced = [
    ...(await enqueue(sql, [payoutEntry({ ...record, isTransfer: Boolean(record.transfer) })])),
    ...(record.transfer ? await recordPending(sql, database, record) : []),
  ]
  // Last: the balance is locked until the commit, and the merchant's other payments wait for it.
  await reserve(sql, record)
  return announced
}

async function refuseSuspended(sql: Sql, record: PayoutDraft['record']): Promise<void> {
  const { suspended } = await sql.one<{ suspended: boolean }>(
    `select exists (select from payout_suspension where lifted_at is null and mode = $1
       and (service_env_id is null or service_env_id = $2) and (provider is null or provider = $3)) as suspended`,
    [record.mode, record.serviceEnvId, record.provider],
  )
  if (suspended) throw fail('payouts_temporarily_unavailable', { provider: record.provider })
}

async function insertPayout(
  sql: Sql,
  { record, recipient: wanted, expiryMs, needsApproval }: PayoutDraft,
  recipient: Recipient,
): Promise<TransactionRecord> {
  const customer = { ...record.customer, name: recipient.holderName }
  const inserted = await insertTransaction(sql, {
    record: { ...record, customer },
    receiptTokenDigest: null,
    expiryMs,
  })
  if (wanted.type !== 'bank') return inserted
  const transfer = newTransfer(wanted.bank, recipient)
  await sql.rows(
    `insert into bank_transfer (transaction_id, service_env_id, account_id, bank, account_masked, needs_approval)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      inserted.id,
      inserted.serviceEnvId,
      recipient.accountId,
      transfer.bank,
      transfer.accountMasked,
      needsApproval,
    ],
  )
  return { ...inserted, transfer }
}

function newTransfer(bank: BankCode, { accountMasked }: Recipient) {
  const state = 'to_process'
  const masked = accountMasked ?? ''
  return { state, bank, accountMasked: masked, bankReference: null, transferOn: null } as const
}

function recordPending(sql: Sql, database: Database, record: TransactionRecord): Promise<string[]> {
  return recordEvent(sql, database.keyring, {
    type: 'withdrawal.pending',
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
    kind: 'payout_reserved',
    provider: record.provider,
    currency: record.amountCharged.currency,
    entries: payoutReserved(record.amountCharged.minor),
  })
}

function isOverdrawn(error: unknown): boolean {
  return (
    error instanceof ConstraintViolation &&
    error.constraint === 'ledger_merchant_account_not_negative'
  )
}
