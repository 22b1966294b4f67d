import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import {
  approveRefund,
  cancelRefund,
  closeRefund,
  rejectRefund,
} from '#use-cases/refunds/orders.ts'
import type { StaffClosing } from '#use-cases/closings/give.ts'
import { closePayout } from '#use-cases/payouts/desk-acts.ts'
import { confirmFunds, releaseFunds, withholdFunds } from '#use-cases/funds/orders.ts'
import { createRunUpdates, type TemporalCall } from '#use-cases/run-updates.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import {
  type ActId,
  asId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { newStaff } from './people.ts'
import { given } from '#test/support/given.ts'

/** The test's own outbox, which hands over to Temporal like the service's. */
export function outboxTo({ database, client }: Parts): Outbox {
  return createOutbox({
    pool: database.pool,
    call: (work) => work(client),
    isEager: false,
    onError: () => {},
  })
}

/** The orders of pages to the runs of this service, for the surrounding tests. */
export function givenOrders(service: {
  readonly database: Database
  readonly environment: { readonly client: Client }
}): Orders {
  return given(async () =>
    ordersTo({ database: service.database, client: service.environment.client }),
  )
}

/** The updates that pages of staff and merchants send; each by another person unless the test names one. */
export interface Orders {
  approve(refundId: RefundId, by?: string, actId?: ActId): Promise<RefundRecord>
  reject(refundId: RefundId, reason?: string): Promise<RefundRecord>
  cancel(refundId: RefundId, serviceEnvId: ServiceEnvId): Promise<RefundRecord>
  about(act: Exclude<FundsAct, 'hold'>, transactionId: TransactionId): Promise<TransactionRecord>
  closeRefund(refundId: RefundId, word?: Word): Promise<RefundRecord>
  closePayout(transactionId: TransactionId, word?: Word): Promise<TransactionRecord>
}

/** A staff verdict; by default paid, with a reference. */
export interface Word {
  readonly by?: string
  readonly verdict?: ClosingVerdict
  readonly operatorReference?: string
  readonly actId?: ActId
}

type Parts = { readonly database: Database; readonly client: Client }

/** The context that use cases need to update the runs seen by this client. */
export function actingOn({ database, client }: Parts) {
  const outbox = outboxTo({ database, client })
  const call: TemporalCall = (work) => work(client)
  return { database, runUpdates: createRunUpdates({ call, database, outbox }) }
}

/** Updates to the runs seen by this client. */
export function ordersTo({ database, client }: Parts): Orders {
  const context = { ...actingOn({ database, client }), staffApprovalAbove: 100_000n }
  const funds = { confirm: confirmFunds, release: releaseFunds, withhold: withholdFunds }
  const staff = (id?: string) => newStaff(database, id)
  return {
    approve: async (refundId, by, actId = newAct()) =>
      approveRefund(context, { actId, refundId, staffMemberId: await staff(by), reason: null }),
    reject: async (refundId, reason = 'Montant inexact') =>
      rejectRefund(context, { actId: newAct(), refundId, staffMemberId: await staff(), reason }),
    cancel: (refundId, serviceEnvId) =>
      cancelRefund(context, { serviceEnvId, actId: newAct(), refundId, cancelledBy: randomUUID() }),
    about: async (act, transactionId) =>
      funds[act](context, {
        actId: newAct(),
        transactionId,
        staffMemberId: await staff(),
        reason: null,
      }),
    closeRefund: async (refundId, word = {}) =>
      closeRefund(context, { ...(await closing(word)), refundId }),
    closePayout: async (transactionId, word = {}) =>
      closePayout(context, { ...(await closing(word)), transactionId }),
  }

  async function closing({ by, verdict = 'paid', ...word }: Word): Promise<StaffClosing> {
    const told = { operatorReference: 'OP-TICKET-7', mayShareReference: true }
    const evidence = { ...told, reason: 'Relevé de l’opérateur' }
    return { actId: newAct(), ...evidence, ...word, verdict, staffMemberId: await staff(by) }
  }
}

const newAct = (): ActId => asId<ActId>(randomUUID())
