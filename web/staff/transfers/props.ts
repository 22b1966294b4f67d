import type { AccountPast } from '#use-cases/payouts/merchant-context.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import type { Form } from '#web/http/form.ts'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import type { Desk } from '#web/staff/staff-page.ts'

/** What the page of a transfer is made of. */
export interface TransferPageProps {
  readonly desk: Desk
  readonly transfer: QueuedTransfer
  readonly merchant: MerchantContext
  readonly account: AccountPast
  readonly runUrl: string
  readonly refused: RefusedAct | null
  /** Whole, where somebody asked to see it. */
  readonly accountNumber: string | null
  /** What was typed, where it was refused. */
  readonly form: Form
}
