import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { acceptPayout, type PayoutAcceptance } from '#use-cases/payouts/accept.ts'
import { moveTransfer } from '#use-cases/transfers/move.ts'
import { type NewTransferAct, recordTransferAct } from '#use-cases/transfers/orders.ts'
import type { WantedRecipient } from '#use-cases/authorized-accounts/find.ts'
import { displayOf } from '#domain/pricing/display.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { money, zero } from '#domain/money/money.ts'
import { pricePayout } from '#domain/pricing/pricing.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { authorizeBank, authorizePhone } from '#test/support/payouts.ts'
import { type Books, type Merchant, wideLimits, untold } from '#test/support/books.ts'

export interface PayoutChanges {
  readonly amount?: bigint
  /** By a bank, where the merchant gets an account for it. */
  readonly isTransfer?: boolean
  readonly needsApproval?: boolean
}

/** Accepts a payout of 1000 XOF with a fee of 20, to an account made for it; its id. */
export async function acceptPayoutOne(
  books: Pick<Books, 'database' | 'outbox'>,
  merchant: Merchant,
  changes: PayoutChanges = {},
): Promise<TransactionId> {
  const acceptance = await payoutAcceptanceOf(books, merchant, changes)
  await acceptPayout(books.database, books.outbox, acceptance)
  return acceptance.draft.record.id
}

/** The same, not yet accepted. */
export async function payoutAcceptanceOf(
  { database }: Pick<Books, 'database'>,
  merchant: Merchant,
  changes: PayoutChanges = {},
): Promise<PayoutAcceptance> {
  const recipient = await recipientOf(database, merchant, changes.isTransfer === true)
  return payoutAcceptanceTo(merchant, recipient, changes)
}

/** The same to an account that there is. */
export function payoutAcceptanceTo(
  merchant: Merchant,
  recipient: WantedRecipient,
  { needsApproval = false, amount = 1000n }: PayoutChanges = {},
): PayoutAcceptance {
  const { serviceEnvId, apiKeyId } = merchant
  const isTransfer = recipient.type === 'bank'
  return {
    draft: {
      needsApproval,
      expiryMs: 900_000,
      recipient,
      record: {
        ...identity(merchant, isTransfer),
        ...amounts(amount),
        customer: { name: null, email: null, phone: null },
        country: null,
        provider: isTransfer ? bank : 'mtn-benin',
        paymentMethod: {
          type: isTransfer ? 'bank_transfer' : 'mobile_money',
          network: isTransfer ? null : 'mtn',
          cardLast4: null,
        },
        terminal: null,
        operator: null,
        paymentLink: null,
        checkoutId: null,
        nextActionUrl: null,
      },
    },
    idempotency: {
      serviceEnvId,
      holderId: apiKeyId,
      route: 'POST /v2/payouts',
      key: randomUUID(),
      fingerprint: randomBytes(32),
    },
    limits: wideLimits,
    now: () => new Date(),
    respond: ({ id }) => ({ status: 202, body: JSON.stringify({ id }) }),
    requestId: randomUUID(),
  }
}

/** Writes an act down and does it, as a transfer's run would. */
export async function act(
  { database, outbox }: Pick<Books, 'database' | 'outbox'>,
  wanted: NewTransferAct,
  approvalAbove = 1_000_000_000_000n,
): ReturnType<typeof moveTransfer> {
  const actId = await recordTransferAct(database, wanted)
  return moveTransfer(database, outbox, {
    transactionId: wanted.transactionId,
    actId,
    approvalAbove,
  })
}

export const bankTexts = {
  bankReference: 'VIR-1',
  transferOn: '2026-11-21',
  mayShareReference: true,
} as const

const bank = 'uba-benin'

async function recipientOf(
  database: Books['database'],
  merchant: Merchant,
  isTransfer: boolean,
): Promise<WantedRecipient> {
  if (isTransfer) {
    return { type: 'bank', bank, accountId: await authorizeBank(database, merchant, bank) }
  }
  return { type: 'mobile_money', phone: await authorizePhone(database, merchant) }
}

function identity(merchant: Merchant, isTransfer: boolean) {
  const id = asId<TransactionId>(randomUUIDv7())
  return {
    id,
    serviceEnvId: merchant.serviceEnvId,
    mode: merchant.mode,
    apiKeyId: merchant.apiKeyId,
    type: 'payout',
    status: 'pending',
    pendingReason: isTransfer ? 'awaiting_bank_transfer' : 'awaiting_provider',
    channel: 'api',
    reference: id,
    ...untold(),
  } as const
}

function amounts(amount: bigint) {
  const pricing = pricePayout(money(amount, 'XOF'), feeRule())
  const { kind, value, level, channel, terminal } = pricing.fees.rule
  return {
    price: pricing.price,
    fees: { ...pricing.fees, rule: { kind, value, level, channel, terminal } },
    amountCharged: pricing.amountCharged,
    net: pricing.net,
    exchange: null,
    display: displayOf(pricing, { serviceCurrency: 'XOF', rates: [] }),
    refunded: zero('XOF'),
  }
}
