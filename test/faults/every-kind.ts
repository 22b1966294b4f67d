import assert from 'node:assert/strict'
import type { Client } from '@temporalio/client'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import { markTransferred, takeTransfer } from '#use-cases/transfers/orders.ts'
import { retryDelivery } from '#use-cases/webhooks/retry-delivery.ts'
import { onPool } from '#db/sql.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { asId, type DeliveryId, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import { call, eventually } from '#test/support/call.ts'
import { cancelCheckout, createdCheckout, scanCall } from '#test/support/checkouts.ts'
import { actingOn, ordersTo, outboxTo } from '#test/support/orders.ts'
import {
  acceptedTransfer,
  authorizeBank,
  giveBalance,
  payoutCall,
  readyToPayOut,
} from '#test/support/payouts.ts'
import { newStaff } from '#test/support/people.ts'
import { freshReference, importOne, statementOf } from '#test/support/statements.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { spread } from './rounds.ts'
import type { FaultScene } from './scene.ts'
import { openReplay, openWatches, untilBookedLate, untilReplayed } from './watches-and-replays.ts'

type Api = { readonly baseUrl: string }

/** Open runs of every kind that waits for something outside, and what ends them; the merchant's endpoint is `unwell`. */
export interface EveryKind {
  /** The transactions among them that succeed; the others have expired, and are debited late. */
  readonly ids: readonly string[]
  /** Ends those that go on with the code they began with. */
  endPinned(api: Api): Promise<void>
  /** Ends the others: staff and operators do what was waited for. */
  endOthers(): Promise<void>
}

/** The order, given again while the run has not sent anything yet: until then there is no end to tell of. */
const onceTaken = <Result>(give: () => Promise<Result>): Promise<Result> =>
  eventually(async () => {
    try {
      return await give()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'action_not_allowed') return undefined
      throw error
    }
  })

/** What an operator of the sandbox says nothing about before it is told. */
const undecided = '0005'
const toBeConfirmed = '0007'

/** Opens so many of each. */
export async function openEveryKind(
  scene: FaultScene,
  client: Client,
  { api, each }: { readonly api: Api; readonly each: number },
): Promise<EveryKind> {
  const { database, tenant } = scene
  const parts = { database, client }
  const outbox = outboxTo(parts)
  const orders = ordersTo(parts)
  const { secret } = tenant.keys
  const several = <Made>(work: () => Promise<Made>): Promise<Made[]> => spread(each, 3, work)
  const accepted = async (request: Parameters<typeof call>[1]): Promise<string> => {
    const answer = await call(api, request)
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  const phone = await readyToPayOut(database, tenant, {
    balance: 1_000_000,
    phone: freshPhone(undecided),
  })
  const bankTenant = await createTenant(database, { mode: 'live' })
  await giveBalance(database, bankTenant, 1_000_000)
  await authorizeBank(database, bankTenant)
  const toRefund = await several(() => scene.pay(api))
  const funds = await several(() => scene.pay(api, { phone: freshPhone(toBeConfirmed) }))
  await scene.untilFinal([...toRefund, ...funds])
  const refunds = await Promise.all(
    toRefund.map((id) =>
      refundOf({ database, outbox }, tenant, { transactionId: asId(id), amount: 500n }),
    ),
  )
  const collections = await several(() => scene.pay(api, { phone: freshPhone(undecided) }))
  const codes = await several(() => createdCheckout(api, secret))
  const scanned = await several(async () =>
    accepted(scanCall(await createdCheckout(api, secret), { phone: freshPhone(undecided) })),
  )
  const payouts = await several(() => accepted(payoutCall(secret, { phone })))
  const closed = await several(() => accepted(payoutCall(secret, { phone })))
  for (const id of closed) {
    const transactionId = asId<TransactionId>(id)
    await tellStaff(database, { transactionId, kind: 'payout_undecided', number: 1 })
    await onceTaken(() => orders.closePayout(transactionId))
  }
  const transfers = await several(() => acceptedTransfer(api, bankTenant))
  const watched = await several(() => scene.pay(api, { phone: freshPhone(undecided) }))
  await openWatches({ database, outbox }, watched)
  await openReplay(scene, outbox)

  const decide = async (ids: readonly string[]): Promise<void> => {
    const rows = await onPool(database.pool).rows<{ id: OperatorRequestId }>(
      `update sandbox_operator.request r set status = 'succeeded', decided_at = now() from transaction t
       where r.id = t.operator_request_id and t.id = any($1::uuid[]) returning r.id`,
      [ids],
    )
    assert.equal(rows.length, ids.length)
    for (const { id } of rows) await operatorAnswered(database, outbox, id)
  }

  return {
    ids: [...toRefund, ...funds, ...collections, ...scanned, ...payouts, ...closed, ...transfers],
    async endPinned(now) {
      await decide([...collections, ...scanned])
      for (const code of codes) {
        // The one worker of their version has only just begun again: a caller repeats what was answered 503.
        await eventually(async () => {
          const answer = await cancelCheckout(now, secret, code)
          assert.ok([200, 503].includes(answer.status), answer.text)
          return answer.status === 200
        }, 60_000)
      }
    },
    async endOthers() {
      await decide([...payouts, ...closed, ...watched])
      await untilBookedLate({ database }, watched)
      for (const { id } of refunds) await orders.approve(id)
      for (const id of funds) await orders.about('confirm', asId<TransactionId>(id))
      const context = actingOn({ database, client })
      for (const id of transfers) {
        const order = { transactionId: id, staffId: await newStaff(database) }
        await takeTransfer(context, order)
        await markTransferred(context, {
          ...order,
          bankReference: 'VIR-7',
          transferOn: today(),
          mayShareReference: true,
        })
      }
      const lines = [{ operator_reference: freshReference() }]
      await importOne({ database, outbox }, statementOf(lines))
      await client.schedule.getHandle('ledger-proof').trigger()
      await retryFailed()
    },
  }

  /** The replay has sent what had failed before it began. */
  async function retryFailed(): Promise<void> {
    await untilReplayed(scene)
    const failed = await onPool(database.pool).rows<{ id: DeliveryId }>(
      `select id from webhook_delivery where status = 'failed'`,
    )
    const { serviceEnvId } = tenant
    for (const { id } of failed) await retryDelivery(database, outbox, { serviceEnvId, id })
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
