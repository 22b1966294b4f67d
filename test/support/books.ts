import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import assert from 'node:assert/strict'
import { displayOf } from '#domain/pricing/display.ts'
import {
  type ApiKeyId,
  asId,
  type CheckoutId,
  type OperatorRequestId,
  type ServiceEnvId,
  type TerminalId,
  type TransactionId,
} from '#domain/ids.ts'
import { type Money, money, zero } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import { type CollectionTerms, priceCollection } from '#domain/pricing/pricing.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type CollectionAcceptance, acceptCollection } from '#use-cases/collections/accept.ts'
import { connectDatabase, type Database } from '#db/connect.ts'
import type { IdempotencyScope } from '#db/idempotency.ts'
import type { CreationLimits } from '#use-cases/transactions/count-creation.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import { createKeyring } from '#platform/keyring.ts'
import { feeRule } from '#test/domain/arbitraries.ts'
import { given } from './given.ts'
import { checkInvariants } from './invariants.ts'
import { createDatabase } from './stack.ts'
import { createTenant, freshPhone, type Tenant, type TenantOptions } from './tenant.ts'

/** The database of one test file, while Temporal is down: announced entries stay in the outbox. */
export interface Books {
  readonly url: string
  readonly database: Database
  readonly outbox: Outbox
  /** Queries the database directly, without use cases. */
  rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Creates a new database; call `close` in `after`. */
export async function openBooks(poolSize = 10): Promise<Books> {
  const url = await createDatabase()
  const database = await openAgain(url, poolSize)
  const outbox = createOutbox({
    pool: database.pool,
    call: () => Promise.reject(new Error('Temporal is away')),
    isEager: false,
    onError: () => {},
  })
  return {
    url,
    database,
    outbox,
    rows: (text, ...values) => onPool(database.pool).rows(text, values),
    async close() {
      await outbox.drain()
      await database.close()
    },
  }
}

/**
 * A database for the surrounding tests: opened before them, and closed after them once the invariants were checked.
 */
export function givenBooks(poolSize?: number): Books {
  return given(() => openCheckedBooks(poolSize))
}

/** The same as `openBooks`; `close` fails for whatever they then hold wrong. */
export async function openCheckedBooks(poolSize?: number): Promise<Books> {
  const books = await openBooks(poolSize)
  const close = async (): Promise<void> => {
    assert.deepEqual(await checkInvariants(books.database), [])
    await books.close()
  }
  return { ...books, close }
}

const masterKey = randomBytes(32)

/** The same database, as another process connects to it. */
export function openAgain(url: string, poolSize = 5): Promise<Database> {
  return connectDatabase({ url, keyring: createKeyring([masterKey]), poolSize })
}

/** A service in one mode with its secret key, for one test only. */
export interface Merchant {
  readonly serviceEnvId: ServiceEnvId
  readonly serviceId: string
  readonly mode: Mode
  readonly apiKeyId: ApiKeyId
  readonly terminalId: TerminalId
}

export async function createMerchant(
  { database }: Pick<Books, 'database'>,
  options: TenantOptions = {},
): Promise<Merchant & Pick<Tenant, 'keys'>> {
  const tenant = await createTenant(database, options)
  const { id } = await onPool(database.pool).one<{ id: ApiKeyId }>(
    `select id from api_key where service_env_id = $1 and kind = 'secret'`,
    [tenant.serviceEnvId],
  )
  return { ...tenant, apiKeyId: id, terminalId: asId<TerminalId>(tenant.terminalId) }
}

/** Limits that no test reaches by accident. */
export const wideLimits: CreationLimits = {
  sandboxPerMinute: 1_000_000,
  sandboxPerDay: 1_000_000,
  pendingPerNumber: 1_000_000,
  requestsPerNumber: 1_000_000,
  requestsPerNumberWindowMs: 600_000,
  requestsPerMerchantPerMinute: 1_000_000,
  requestsPerLinkPerMinute: 1_000_000,
  requestsPerLinkAndAddressPerMinute: 1_000_000,
}

export interface AcceptanceChanges {
  readonly terms?: Partial<CollectionTerms>
  readonly phone?: string
  readonly reference?: string
  readonly limits?: Partial<CreationLimits>
  readonly idempotency?: Partial<IdempotencyScope>
  /** The answer to store. */
  readonly body?: string
  /** What a payer without a key pays. */
  readonly payable?: Payable
  readonly id?: TransactionId
}

/** A valid collection of 1000 XOF, priced like the API does, with the test's changes. */
export function acceptanceOf(
  merchant: Merchant,
  changes: AcceptanceChanges = {},
): CollectionAcceptance {
  const { serviceEnvId, apiKeyId } = merchant
  const { payable } = changes
  const requestId = randomUUID()
  const idempotency = {
    serviceEnvId,
    holderId: payable?.id ?? apiKeyId,
    route: 'POST /v2/collections',
    key: randomUUID(),
    fingerprint: randomBytes(32),
    ...changes.idempotency,
  }
  return {
    draft: {
      payable: payable ?? null,
      record: {
        ...identity(merchant, changes),
        ...amounts(changes.terms),
        ...parties(changes),
        ...(payable && {
          apiKeyId: null,
          channel: payable.seller.channel,
          paymentLink: payable.paymentLink,
          checkoutId: payable.kind === 'checkout' ? asId<CheckoutId>(payable.id) : null,
        }),
      },
      receiptTokenDigest: randomBytes(32),
      expiryMs: 900_000,
    },
    idempotency,
    limits: { ...wideLimits, ...changes.limits },
    now: () => new Date(),
    respond: ({ id }) => ({ status: 202, body: changes.body ?? JSON.stringify({ id }) }),
    requestId,
  }
}

/** Accepts a collection and returns its id. */
export async function acceptOne(
  { database, outbox }: Pick<Books, 'database' | 'outbox'>,
  merchant: Merchant,
  changes: AcceptanceChanges = {},
): Promise<TransactionId> {
  const acceptance = acceptanceOf(merchant, changes)
  await acceptCollection(database, outbox, acceptance)
  return acceptance.draft.record.id
}

function identity(merchant: Merchant, changes: AcceptanceChanges) {
  const id = changes.id ?? asId<TransactionId>(randomUUIDv7())
  return {
    id,
    serviceEnvId: merchant.serviceEnvId,
    mode: merchant.mode,
    apiKeyId: merchant.apiKeyId,
    type: 'collection',
    status: 'pending',
    pendingReason: 'awaiting_provider',
    channel: 'api',
    reference: changes.reference ?? id,
    ...untold(),
  } as const
}

/** What nobody has said of a payment when it begins. */
export function untold() {
  return {
    description: null,
    metadata: '{}',
    operatorRequestId: asId<OperatorRequestId>(randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}

function amounts(terms: Partial<CollectionTerms> = {}) {
  const rates = terms.rates ?? []
  const price: Money = terms.price ?? money(1000n, 'XOF')
  const priced = priceCollection({
    price,
    feeRule: feeRule(),
    exchangeFee: null,
    margin: null,
    ...terms,
    rates,
  })
  if (!priced.ok) throw new RangeError(`a test's price is refused: ${priced.code}`)
  const { fees, amountCharged, net, exchange } = priced.value
  const { kind, value, level, channel, terminal } = fees.rule
  return {
    price,
    fees: { ...fees, rule: { kind, value, level, channel, terminal } },
    amountCharged,
    net,
    exchange,
    display: displayOf(priced.value, { serviceCurrency: 'XOF', rates }),
    refunded: zero(amountCharged.currency),
  }
}

function parties({ phone = freshPhone() }: AcceptanceChanges) {
  return {
    customer: { name: 'Awa Dossou', email: 'awa@example.com', phone },
    country: 'BJ',
    paymentMethod: { type: 'mobile_money', network: 'mtn', cardLast4: null },
    nextActionUrl: null,
    provider: 'mtn-benin',
    terminal: null,
    operator: null,
    paymentLink: null,
    checkoutId: null,
  } as const
}
