import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import type { Form } from '#web/http/form.ts'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import type { Desk } from '#web/staff/staff-page.ts'

/** What the page of a refund is made of. */
export interface RefundPageProps {
  readonly desk: Desk
  readonly refund: QueuedRefund
  /** What is given back of. */
  readonly payment: TransactionRecord
  readonly merchant: MerchantContext
  readonly runUrl: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: Form
}
