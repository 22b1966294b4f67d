import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { approveRefund, cancelRefund, rejectRefund } from '#api/refunds/orders.ts'
import { confirmFunds, releaseFunds, withholdFunds } from '#api/funds/orders.ts'
import { createRunUpdates } from '#api/run-updates.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import type { FundsAct } from '#domain/funds.ts'
import {
  type ActId,
  asId,
  type RefundId,
  type ServiceEnvId,
  type StaffMemberId,
  type TransactionId,
} from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refund.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'

/** An outbox of the test's own, which hands over to Temporal as the service does. */
export function outboxTo({ database, client }: Parts): Outbox {
  return createOutbox({
    pool: database.pool,
    call: (work) => work(client),
    isEager: false,
    onError: () => {},
  })
}

/** Orders as the pages of staff and merchants give them; each by somebody else unless the test says who. */
export interface Orders {
  approve(refundId: RefundId, by?: string, actId?: ActId): Promise<RefundRecord>
  reject(refundId: RefundId, reason?: string): Promise<RefundRecord>
  cancel(refundId: RefundId, serviceEnvId: ServiceEnvId): Promise<RefundRecord>
  about(act: FundsAct, transactionId: TransactionId): Promise<TransactionRecord>
}

type Parts = { readonly database: Database; readonly client: Client }

/** Orders to the runs that this client sees. */
export function ordersTo({ database, client }: Parts): Orders {
  const context = { database, runUpdates: createRunUpdates((work) => work(client)) }
  const funds = { confirm: confirmFunds, release: releaseFunds, withhold: withholdFunds }
  return {
    approve: (refundId, by = randomUUID(), actId = newAct()) =>
      approveRefund(context, { actId, refundId, staffMemberId: staff(by), reason: null }),
    reject: (refundId, reason = 'Montant inexact') =>
      rejectRefund(context, { actId: newAct(), refundId, staffMemberId: staff(), reason }),
    cancel: (refundId, serviceEnvId) =>
      cancelRefund(context, { serviceEnvId, actId: newAct(), refundId, cancelledBy: randomUUID() }),
    about: (act, transactionId) =>
      funds[act](context, { actId: newAct(), transactionId, staffMemberId: staff(), reason: null }),
  }
}

const newAct = (): ActId => asId<ActId>(randomUUID())
const staff = (id: string = randomUUID()): StaffMemberId => asId<StaffMemberId>(id)
