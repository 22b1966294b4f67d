import { randomUUID } from 'node:crypto'
import { checkoutRefusal, type CheckoutStatus, isCheckoutOver } from '#domain/checkouts/checkout.ts'
import { type ErrorCode, fail, ServiceError } from '#domain/errors/errors.ts'
import { asId, type CheckoutId, type TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readCheckoutRow } from './find.ts'
import { onPool } from '#db/sql.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { UpdateOf } from '#workflows/contract.ts'
import type { UpdateInput, UpdateResult } from '#workflows/contract/messages.ts'
import { drawnUuid } from '#use-cases/payouts/drawn-ids.ts'
import type { UseCaseContext } from '#use-cases/context.ts'

type Payment = Pick<TransactionRecord, 'id' | 'checkoutId'>

/**
 * Records a payment while it holds its checkout, which the run gives to one payment at a time; other payments are
 * simply recorded. If a rule refuses the payment, the checkout is given back at once; if this process dies, the run
 * takes it back. Refusals: those of the work, `payment_link_*`, service_unavailable while no run can decide.
 */
export async function whileHeld<Result>(
  context: Pick<UseCaseContext, 'database' | 'runUpdates'>,
  { id: transactionId, checkoutId }: Payment,
  record: () => Promise<Result>,
): Promise<Result> {
  if (checkoutId === null) return record()
  const order = (name: 'beginPayment' | 'dropPayment'): Promise<CheckoutStatus | undefined> =>
    orderCheckout(context, checkoutId, { name, input: { transactionId } })
  if ((await order('beginPayment')) === undefined) throw await refusalOf(context, checkoutId)
  try {
    const recorded = await record()
    // A till that heard of the payment before it was recorded waits until it can read it.
    await context.database.wake.announce([checkoutId])
    return recorded
  } catch (error) {
    // If this fails, the run takes the checkout back after its wait.
    if (isRefusedForGood(error)) await order('dropPayment').catch(leaveToRun)
    throw error
  }
}

/** Sends an update to the run of a checkout; undefined if the run has ended. */
export function orderCheckout<Name extends UpdateOf<'checkout'>>(
  { database, runUpdates }: Pick<UseCaseContext, 'database' | 'runUpdates'>,
  id: CheckoutId,
  { name, input }: { readonly name: Name; readonly input: UpdateInput<Name> },
): Promise<UpdateResult<Name> | undefined> {
  return runUpdates.execute<'checkout', Name>({
    kind: 'checkout',
    subjectId: id,
    name,
    input,
    updateId: randomUUID(),
    isOpen: async () => !isCheckoutOver((await readCheckoutRow(onPool(database.pool), id)).status),
  })
}

/** The transaction id follows from the code and the idempotency key: a repeat of the request is the same payment. */
export function checkoutPaymentId(
  keyring: Keyring,
  checkoutId: string,
  idempotencyKey: string,
): TransactionId {
  const bytes = keyring.mac('checkout-payment', `${checkoutId} ${idempotencyKey}`)
  return asId<TransactionId>(drawnUuid(bytes, 8))
}

/** Another attempt at the same request may still be recording it, so the checkout stays with it. */
const stillTried: readonly ErrorCode[] = ['request_in_progress', 'idempotency_conflict']

function isRefusedForGood(error: unknown): boolean {
  return error instanceof ServiceError && !stillTried.includes(error.code)
}

async function refusalOf(
  { database }: Pick<UseCaseContext, 'database'>,
  id: CheckoutId,
): Promise<Error> {
  const { status } = await readCheckoutRow(onPool(database.pool), id)
  return fail(checkoutRefusal(status) ?? 'service_unavailable')
}

function leaveToRun(): void {}
