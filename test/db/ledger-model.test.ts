import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { TransactionId } from '#domain/ids.ts'
import type { FundsAtSettlement, Mode, Outcome } from '#domain/transactions/transaction.ts'
import { bookLateOutcome } from '#use-cases/late-outcomes/book.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { feeRule, percentArbitrary, rateOf, surchargeArbitrary } from '#test/domain/arbitraries.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import {
  acceptOne,
  type AcceptanceChanges,
  createMerchant,
  type Merchant,
  openBooks,
} from '#test/support/books.ts'

const rounds = 3
const merchantsAtOnce = 4
const operationsPerMerchant = 100

/** What the books should say of a merchant: an account's kind to its balance. */
type Balances = Map<string, bigint>

interface Known {
  readonly id: TransactionId
  status: string
}

type Operation =
  | { readonly kind: 'accept'; readonly terms: AcceptanceChanges['terms'] & object }
  | { readonly kind: 'settle'; readonly which: number; readonly outcome: Outcome }
  | { readonly kind: 'late'; readonly which: number }

const fundsArbitrary = fc.constantFrom<FundsAtSettlement>(
  'available',
  'held',
  'pending_confirmation',
)
const outcomeArbitrary: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 3, arbitrary: fundsArbitrary.map(success) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('failed' as const, 'expired' as const, 'cancelled' as const)
      .map(failure),
  },
)
const termsArbitrary = fc.record({
  price: fc.record({
    minor: fc.bigInt({ min: 200n, max: 2_000_000n }),
    currency: fc.constantFrom('XOF' as const, 'EUR' as const, 'USD' as const),
  }),
  feeRule: fc
    .tuple(percentArbitrary, fc.constantFrom('merchant' as const, 'customer' as const))
    .map(([value, payer]) => feeRule({ value, payer })),
  exchangeFee: surchargeArbitrary,
  margin: surchargeArbitrary,
  rates: fc.constant([rateOf('USD', 6_012_345)]),
})
const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('accept' as const), terms: termsArbitrary }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(),
      outcome: outcomeArbitrary,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), which: fc.nat() }) },
)

describe('the ledger after many operations', () => {
  const books = given(() => openBooks())

  it('1,200 random operations leave every balance where a simple model has it', async function () {
    this.timeout(60_000)
    const script = fc.record({
      mode: fc.constantFrom<Mode>('live', 'sandbox'),
      operations: fc.array(operationArbitrary, {
        minLength: operationsPerMerchant,
        maxLength: operationsPerMerchant,
      }),
    })
    const scripts = fc.array(script, { minLength: merchantsAtOnce, maxLength: merchantsAtOnce })
    await fc.assert(
      fc.asyncProperty(scripts, async (all) => {
        await Promise.all(all.map(runScript))
      }),
      { numRuns: rounds, endOnFailure: true },
    )
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('40 settlements at once on one merchant neither deadlock nor lose a franc', async () => {
    const merchant = await createMerchant(books, { mode: 'live' })
    const ids = await Promise.all(Array.from({ length: 40 }, () => acceptOne(books, merchant)))
    const works = ids.map((transactionId, at) =>
      settleTransaction(books.database, books.outbox, {
        transactionId,
        outcome: success(
          (['available', 'held', 'pending_confirmation'] as const)[at % 3] ?? 'held',
        ),
      }),
    )
    assert.deepEqual(await Promise.all(works), Array(40).fill('succeeded'))
    const expected = new Map([
      ['available', 14_000n],
      ['held', 13_000n],
      ['pending_confirmation', 13_000n],
    ])
    assert.deepEqual(await balancesOf(merchant), expected)
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('first payments of 20 merchants at once open the shared accounts of the platform once', async () => {
    const fresh = await openBooks()
    try {
      const merchants = await Promise.all(Array.from({ length: 20 }, () => createMerchant(fresh)))
      const ids = await Promise.all(merchants.map((merchant) => acceptOne(fresh, merchant)))
      const outcome = success('available')
      await Promise.all(
        ids.map((transactionId) =>
          settleTransaction(fresh.database, fresh.outbox, { transactionId, outcome }),
        ),
      )
      const accounts = await onPool(fresh.database.pool).rows(
        'select kind from ledger_account where service_env_id is null order by kind',
      )
      assert.deepEqual(accounts, [{ kind: 'fees' }, { kind: 'operator_clearing' }])
      assert.deepEqual(await checkInvariants(fresh.database), [])
    } finally {
      await fresh.close()
    }
  })

  async function runScript(script: {
    mode: Mode
    operations: readonly Operation[]
  }): Promise<void> {
    const merchant = await createMerchant(books, { mode: script.mode })
    const model = createModel(merchant)
    for (const operation of script.operations) await model.run(operation)
    assert.deepEqual(await balancesOf(merchant), model.expected())
  }

  /** The merchant's balances, those of zero left out. */
  async function balancesOf(merchant: Merchant): Promise<Balances> {
    const rows = await onPool(books.database.pool).rows<{ kind: string; balance: string }>(
      `select kind, balance::text from ledger_account where service_env_id = $1 and balance <> 0 order by kind`,
      [merchant.serviceEnvId],
    )
    return new Map(rows.map(({ kind, balance }) => [kind, BigInt(balance)]))
  }

  /** Runs operations on the books and does the sums beside them, from nothing but what was asked. */
  function createModel(merchant: Merchant) {
    const known: Known[] = []
    const balances: Balances = new Map()
    const pick = (which: number): Known | undefined => known[which % Math.max(known.length, 1)]

    async function settle(transaction: Known, outcome: Outcome): Promise<void> {
      const { id } = transaction
      const end = await settleTransaction(books.database, books.outbox, {
        transactionId: id,
        outcome,
      })
      if (transaction.status === 'pending') {
        transaction.status = outcome.status
        if (outcome.status === 'succeeded') {
          const { net } = await readTransaction(books.database, id)
          const account = accountOf(merchant.mode, outcome.funds)
          balances.set(account, (balances.get(account) ?? 0n) + net.minor)
        }
      }
      assert.equal(end, transaction.status, 'the first end stays')
    }

    return {
      async run(operation: Operation): Promise<void> {
        if (operation.kind === 'accept') {
          const id = await acceptOne(books, merchant, { terms: operation.terms })
          known.push({ id, status: 'pending' })
          return
        }
        const transaction = pick(operation.which)
        if (transaction === undefined) return
        if (operation.kind === 'settle') return settle(transaction, operation.outcome)
        await bookLateOutcome(books.database, transaction.id, 'late')
      },
      expected: (): Balances => new Map([...balances].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    }
  }
})

/** In sandbox nothing is withheld until a confirmation. */
function accountOf(mode: Mode, funds: FundsAtSettlement = 'available'): string {
  return mode === 'sandbox' && funds === 'pending_confirmation' ? 'available' : funds
}

function success(funds: FundsAtSettlement): Outcome {
  return { status: 'succeeded', funds, providerReference: 'r-1' }
}

function failure(status: 'failed' | 'expired' | 'cancelled'): Outcome {
  return { status, failureCode: 'payer_rejected', providerReference: null }
}
