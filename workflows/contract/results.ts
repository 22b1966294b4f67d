/** What activities take and answer: states, times and codes; never personal data, never a secret. */
import type { TransferStanding } from '#domain/transfers/transfer.ts'
import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { EndpointId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { FailureClass } from '#domain/runs/failure.ts'
import type { PayoutFileState } from '#domain/payouts/file.ts'
import type { FinalRefundStatus } from '#domain/refunds/refund.ts'
import type { StandingDayState } from '#domain/standing-orders/order.ts'
import type { FinalStatus, FundsStatus } from '#domain/transactions/transaction.ts'
import type {
  CheckoutInput,
  DeliveryInput,
  OperatorQueue,
  TransactionInput,
} from '#workflows/contract.ts'
import type { Followed, OrderInput } from '#workflows/contract/messages.ts'

/** The failure type of an activity whose subject is not in the database: it is not retried. */
export const notInBooks = 'not_in_books'
/** The same for an update whose action is not in the database: it is refused, and its run continues. */
export const actNotInBooks = 'act_not_in_books'

/** What an activity's failure carries besides its code, which is its type. */
export interface FailureDetails {
  readonly class: FailureClass
}

/** The failure type of a send that waits because its endpoint already has its maximum of concurrent sends. */
export const endpointBusy = 'endpoint_busy'

/** The activity did nothing: its operator is a live one, and it must run on that operator's queue. */
export interface Elsewhere {
  readonly state: 'elsewhere'
  readonly queue: OperatorQueue
  /** On that queue, each of these takes its turn. */
  readonly fairnessKey: ServiceEnvId
}

/** The result of requesting a payment from the operator. */
export type Asked =
  /** The operator has the request, or may have it (no answer came): from here on we only ask for the status. */
  | { readonly state: 'taken' | 'unknown'; readonly expiresAt: string; readonly summary: string }
  /** The operator certainly does not have it: the request may be repeated. */
  | { readonly state: 'unavailable'; readonly expiresAt: string; readonly summary: string }
  /** The payment has its final state in the database. */
  | Settled

export interface Settled extends End<FinalStatus> {
  readonly state: 'settled'
}
/** How an order ended; of one that failed also why, in our words. Earlier versions did not say why. */
export interface End<Status> {
  readonly status: Status
  readonly failureCode?: string
}
/** The operator has not decided yet, or could not be asked. */
export interface Undecided {
  readonly state: 'undecided'
  /** It had not arrived, and was sent again just now. */
  readonly isSentAgain?: true
}

/** The end of a payment whose time is up by Temporal's clock. */
export interface Expiry {
  /** True if the run goes on as long as the books say so. Runs of earlier versions take only an end. */
  readonly isByBooks?: boolean
}
/** Its time is not up by the clock of the books, which alone decides. */
export interface Early {
  readonly state: 'early'
  readonly leftMs: number
}

/** A transfer as its run finds it. */
export interface TransferOpened {
  readonly standing: TransferStanding
  /** How long it may wait before staff is notified, and notified again. */
  readonly reminderMs: number
}
/** The state of a transfer after an action; with `refusal` the action was not done. */
export interface TransferActed {
  readonly standing: TransferStanding
  readonly refusal?: ErrorCode
}
/** What staff is notified of, and the number of the notice. */
export interface Notice extends TransactionInput {
  readonly kind: 'transfer_waiting' | 'payout_undecided'
  readonly number: number
}
/** A check of a payment that has ended; `isLast` if no other follows. */
export interface LateLook {
  readonly isLast?: boolean
  /** When the watch was opened, as far as its run knows: it ends only one that was not opened again since. */
  readonly openedAt?: string
}
/** The operator's answer about a payment that has ended: final, or none yet. */
export type LateAnswer =
  | { readonly state: 'closed' }
  | {
      readonly state: 'undecided'
      /**
       * True if a verdict of staff ended it: it is watched for longer, since its operator had not answered for long.
       */
      readonly isByStaff?: boolean
      /** When the watch was opened last; earlier versions did not tell. */
      readonly openedAt?: string
    }

/** The result of an update: the new state, or the code it is refused with. */
export type Decided<Status> = Followed<Status> | { readonly refused: ErrorCode }
/** An action by its id; the rest is in the database. */
export type ActInput = Pick<OrderInput, 'actId'>

/** The result of sending a refund to the operator; as `Asked`, without a time limit. */
export type RefundSent =
  | { readonly state: 'taken' | 'unknown' | 'unavailable'; readonly summary: string }
  | RefundSettled
export interface RefundSettled extends End<FinalRefundStatus> {
  readonly state: 'settled'
}

/** The refund waits for an approval again: the database was restored to before it was approved. */
export interface Reopened {
  readonly state: 'reopened'
}

/** The state of a payment's funds; for pending ones, how long they remain so. */
export interface FundsStanding {
  readonly status: FundsStatus
  readonly waitMs: number
}

/** The state of a delivery after an attempt; `retryInMs` is the pause before the next one. */
export type AttemptOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'abandoned'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly reason: string
      readonly retryInMs: number
      /**
       * Its number, which is not the expected one if somebody requested an attempt; runs of earlier versions have none.
       */
      readonly attempt?: number
    }
/** The reason of a delivery whose next attempt is being sent, as far as is known: it is looked at again. */
export const attemptUnderWay = 'under_way'

/** The attempt that a signal announced was already made, or withdrawn: the pause continues. */
export interface Unasked {
  readonly state: 'unasked'
}

/** An attempt is due: it is sent by an activity on the webhook queue, where endpoints take turns. */
export interface ToSend {
  readonly state: 'to_send'
  readonly endpointId: EndpointId
  /**
   * True if the following attempts go to that queue at once and are checked there. Runs of earlier versions ask each
   * time.
   */
  readonly isKnown?: true
}

export interface AttemptInput extends Pick<DeliveryInput, 'deliveryId'> {
  readonly attempt: number
  /** True before its time is up: nothing is sent unless somebody has requested an attempt. */
  readonly isOnlyIfAsked?: true
}

/** The progress of a replay; `pauseMs` until it continues. */
export type ReplayTurn =
  | { readonly state: 'running'; readonly pauseMs: number }
  | { readonly state: 'done' | 'stopped' }

/** The progress of a file of payouts; a running one continues after `waitMs`. */
export interface PayoutFileStanding {
  readonly state: PayoutFileState
  readonly sent: number
  readonly refused: number
  readonly total: number
  readonly waitMs: number
}

/** The result of one day of a standing order; one that is still `due` continues after `waitMs`. */
export interface StandingOrderPaid {
  readonly state: StandingDayState | 'not_due'
  readonly waitMs: number
}

/** The state of a checkout in the database, for its run. */
export interface CheckoutStanding {
  readonly status: CheckoutStatus
  /** The payment that holds it, while it is processing. */
  readonly paymentId: TransactionId | null
  /** True if that payment is recorded: its end will be signalled. */
  readonly isRecorded: boolean
  /** Milliseconds until it expires, by the database's clock. */
  readonly leftMs: number
  /** True if its desk has closed, which a restarted run has not heard. Only a read says so; earlier versions did not. */
  readonly isDeskClosed?: boolean
}

/** What one comparison of the database with the open runs found and did. */
export interface RunsSwept {
  /** Records without an open run, and runs whose record is not in the database. */
  readonly missing: number
  readonly orphaned: number
  readonly restarted: number
  readonly cancelled: number
  readonly terminated: number
  /** False if a worker stopped before the comparison was complete. */
  readonly isWhole: boolean
}

export type CheckoutPayment = CheckoutInput & { readonly transactionId: TransactionId }
