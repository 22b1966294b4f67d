import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { claimRefund } from '#use-cases/refunds/sent.ts'
import { settleRefund } from '#use-cases/refunds/settle.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { FundsStatus, Mode, Outcome } from '#domain/transactions/transaction.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createMerchant, type Merchant, openBooks } from '#test/support/books.ts'
import { act, balancesOf, fundsAct, paidCollection, refundOf } from './refunds.ts'

const rounds = 6
const merchantsAtOnce = 4
const operationsPerMerchant = 60
const charged = 1020
const net = 1000

type Operation =
  | { readonly kind: 'pay'; readonly funds: 'available' | 'held' | 'pending_confirmation' }
  | { readonly kind: 'refund'; readonly which: number; readonly amount: number }
  | { readonly kind: 'end'; readonly which: number; readonly how: 'cancel' | 'fail' | 'succeed' }
  | { readonly kind: 'funds'; readonly which: number; readonly act: FundsAct }

const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    funds: fc.constantFrom('available', 'held', 'pending_confirmation'),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    which: fc.nat(),
    amount: fc.integer({ min: 1, max: charged + 50 }),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    which: fc.nat(),
    how: fc.constantFrom('cancel', 'fail', 'succeed'),
  }),
  fc.record({
    kind: fc.constant('funds' as const),
    which: fc.nat(),
    act: fc.constantFrom('confirm', 'release', 'withhold'),
  }),
)

interface Payment {
  readonly id: TransactionId
  funds: FundsStatus
  asked: number
  askedOfFunds: number
}
interface Refund {
  readonly id: RefundId
  readonly payment: Payment
  readonly amount: number
  readonly ofFunds: number
}

describe('refunds and funds after many operations', () => {
  const books = given(() => openBooks())

  it('random refunds, ends and releases leave every balance where a simple model has it', async function () {
    this.timeout(60_000)
    const operations = fc.array(operationArbitrary, {
      minLength: operationsPerMerchant,
      maxLength: operationsPerMerchant,
    })
    const script = fc.record({ mode: fc.constantFrom<Mode>('live', 'sandbox'), operations })
    const scripts = fc.array(script, { minLength: merchantsAtOnce, maxLength: merchantsAtOnce })
    await fc.assert(
      fc.asyncProperty(scripts, async (all) => {
        await Promise.all(all.map(runScript))
      }),
      { numRuns: rounds, endOnFailure: true },
    )
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  async function runScript({
    mode,
    operations,
  }: {
    mode: Mode
    operations: readonly Operation[]
  }): Promise<void> {
    const merchant = await createMerchant(books, { mode })
    const model = createModel(merchant)
    for (const operation of operations) await model.run(operation)
    assert.deepEqual(await balancesOf(books, merchant), model.expected())
  }

  /** Runs operations on the books and does the sums beside them. */
  function createModel(merchant: Merchant) {
    const payments: Payment[] = []
    const open: Refund[] = []
    const balances: Record<string, number> = {}
    /** In sandbox nothing is withheld until a confirmation. */
    const accountOf = (funds: string): string =>
      merchant.mode === 'sandbox' && funds === 'pending_confirmation' ? 'available' : funds
    const add = (funds: string, amount: number): void => {
      const kind = accountOf(funds)
      balances[kind] = (balances[kind] ?? 0) + amount
    }

    const run: {
      [Kind in Operation['kind']]: (operation: Operation & { kind: Kind }) => Promise<void>
    } = {
      async pay({ funds }) {
        const id = await paidCollection(books, merchant, { funds })
        payments.push({ id, funds, asked: 0, askedOfFunds: 0 })
        add(funds, net)
      },
      async refund({ which, amount }) {
        const payment = payments[which % Math.max(payments.length, 1)]
        if (payment === undefined) return
        const ofFunds = shareOf(payment, amount)
        const isBookedApart = accountOf(payment.funds) !== 'available'
        const isRich = (balances['available'] ?? 0) >= amount - (isBookedApart ? ofFunds : 0)
        const expected = refusalOf(payment, amount) ?? (isRich ? undefined : 'insufficient_balance')
        const wish = { transactionId: payment.id, amount: BigInt(amount) }
        const result = await refundOf(books, merchant, wish).catch(codeOf)
        if (typeof result === 'string' || expected !== undefined) {
          assert.equal(result, expected)
          return
        }
        payment.asked += amount
        payment.askedOfFunds += ofFunds
        add(payment.funds, -ofFunds)
        add('available', ofFunds - amount)
        add('reserved', amount)
        open.push({ id: result.id, payment, amount, ofFunds })
      },
      async end({ which, how }) {
        const [refund] = open.splice(which % Math.max(open.length, 1), 1)
        if (refund === undefined) return
        await end(refund.id, how)
        add('reserved', -refund.amount)
        if (how === 'succeed') return
        refund.payment.asked -= refund.amount
        refund.payment.askedOfFunds -= refund.ofFunds
        add(refund.payment.funds, refund.ofFunds)
        add('available', refund.amount - refund.ofFunds)
      },
      async funds({ which, act: name }) {
        const payment = payments[which % Math.max(payments.length, 1)]
        if (payment === undefined) return
        const result = await fundsAct(books, { transactionId: payment.id, act: name })
        const from = name === 'confirm' ? 'pending_confirmation' : 'held'
        assert.equal('status' in result, payment.funds === from)
        if (payment.funds !== from) return
        const moved = net - payment.askedOfFunds
        add(payment.funds, -moved)
        payment.funds = name === 'withhold' ? 'withheld' : 'available'
        add(payment.funds, moved)
      },
    }
    return {
      run: (operation: Operation) => run[operation.kind](operation as never),
      expected: () =>
        Object.fromEntries(
          Object.entries(balances)
            .filter(([, balance]) => balance !== 0)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
    }
  }

  async function end(refundId: RefundId, how: 'cancel' | 'fail' | 'succeed'): Promise<void> {
    const decided = await act(books, { refundId, act: how === 'cancel' ? 'cancel' : 'approve' })
    assert.ok('status' in decided)
    if (how === 'cancel') return
    assert.ok(await claimRefund(books.database, refundId))
    const outcome: Outcome =
      how === 'succeed'
        ? { status: 'succeeded', providerReference: 'r' }
        : { status: 'failed', failureCode: 'recipient_rejected', providerReference: null }
    await settleRefund(books.database, books.outbox, { refundId, outcome })
  }
})

function shareOf({ funds, askedOfFunds }: Payment, amount: number): number {
  return funds === 'available' ? 0 : Math.min(amount, net - askedOfFunds)
}

function refusalOf({ funds, asked }: Payment, amount: number): string | undefined {
  const left = charged - asked
  if (funds === 'withheld' || left === 0) return 'refund_not_allowed'
  return amount > left ? 'refund_amount_too_large' : undefined
}

function codeOf(error: unknown): string {
  assert.ok(error instanceof ServiceError, String(error))
  return error.code
}
