/**
 * The interface for activities: what workflows do outside themselves. Each activity is safe to repeat. Results carry
 * states, times and codes; never personal data, never a secret.
 */
import type { TransferStanding } from '#domain/transfers/transfer.ts'
import type { CheckoutEnd, CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type {
  EndpointId,
  LedgerProofId,
  ServiceEnvId,
  TransactionId,
  TransferActId,
} from '#domain/ids.ts'
import type { MailEnd } from '#domain/mail/mail.ts'
import type { FailureClass, StepTrouble } from '#domain/runs/failure.ts'
import type { PayoutFileState } from '#domain/payouts/file.ts'
import type { FinalRefundStatus, RefundDesk, RefundStatus } from '#domain/refunds/refund.ts'
import type { StandingDayState } from '#domain/standing-orders/order.ts'
import type {
  FinalStatus,
  FundsStatus,
  TransactionStatus,
} from '#domain/transactions/transaction.ts'
import type {
  CheckoutInput,
  DeliveryInput,
  MailInput,
  MatchStanding,
  OperatorQueue,
  PayoutFileInput,
  ProofStanding,
  ReconciliationInput,
  RefundInput,
  ReplayInput,
  StandingOrderInput,
  TransactionInput,
} from './contract.ts'
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

export interface Settled {
  readonly state: 'settled'
  readonly status: FinalStatus
}
/** The operator has not decided yet, or could not be asked. */
export interface Undecided {
  readonly state: 'undecided'
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
    }

/** The result of an update: the new state, or the code it is refused with. */
export type Decided<Status> = Followed<Status> | { readonly refused: ErrorCode }
/** An action by its id; the rest is in the database. */
export type ActInput = Pick<OrderInput, 'actId'>

/** The result of sending a refund to the operator; as `Asked`, without a time limit. */
export type RefundSent =
  | { readonly state: 'taken' | 'unknown' | 'unavailable'; readonly summary: string }
  | RefundSettled
export interface RefundSettled {
  readonly state: 'settled'
  readonly status: FinalRefundStatus
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

export interface AttemptInput extends DeliveryInput {
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

/** The state of a checkout in the database. */
export interface CheckoutStanding {
  readonly status: CheckoutStatus
  /** The payment that holds it, while it is processing. */
  readonly paymentId: TransactionId | null
  /** True if that payment is recorded: its end will be signalled. */
  readonly isRecorded: boolean
  /** Milliseconds until it expires. */
  readonly leftMs: number
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

/** Activities at an operator. As local activities they only act for the sandbox operator. */
export interface OperatorSteps {
  /**
   * Sends the payment request to the operator, once, under the id fixed at acceptance; a refusal settles the payment.
   */
  requestPayment(input: TransactionInput): Promise<Asked>
  /** Reads the payment's status at the operator and settles the payment if it is final. */
  checkPayment(input: TransactionInput): Promise<Settled | Undecided>
  /** Ends a payment whose time is up, unless the operator reports its outcome at the last moment. */
  expirePayment(input: TransactionInput): Promise<Settled>
  /**
   * Reads the status at the operator of a payment that has ended. If an expired payment was debited after all, its
   * money is booked as to be refunded; if a payout or refund that staff closed ended differently, the contradiction is
   * recorded.
   */
  checkLateAnswer(input: (TransactionInput | RefundInput) & LateLook): Promise<LateAnswer>
  /** Sends an approved refund to the operator, once, under its fixed id; a refusal settles it. */
  payRefund(input: RefundInput): Promise<RefundSent | Undecided>
  /** Reads the refund's status at the operator and settles the refund if it is final. */
  checkRefund(input: RefundInput): Promise<RefundSettled | Undecided>
}
type OrElsewhere<Step> = Step extends (input: infer Input) => Promise<infer Output>
  ? (input: Input) => Promise<Output | Elsewhere>
  : never

type OperatorActivities = {
  readonly [Name in keyof OperatorSteps]: OrElsewhere<OperatorSteps[Name]>
}

export interface Activities extends OperatorActivities {
  /** Fails a payout that its operator never received, because it was never available; amount and fee return. */
  giveUpPayout(input: TransactionInput): Promise<Settled | Undecided>
  /** Reads the state of a bank transfer. */
  openTransfer(input: TransactionInput): Promise<TransferOpened>
  /** Carries out an action on a bank transfer, if it is still allowed. */
  moveTransfer(input: TransactionInput & { readonly actId: TransferActId }): Promise<TransferActed>
  /** Adds a notice for staff about a transaction. */
  tellStaff(notice: Notice): Promise<void>
  /** Reads the state of a refund, and who has approved it. */
  openRefund(input: RefundInput): Promise<RefundDesk>
  /** Carries out an action on a refund; the database checks it again. */
  decideRefund(input: ActInput): Promise<Decided<RefundStatus>>
  /** Ends a refund that the operator certainly does not have: its money returns. */
  giveUpRefund(input: RefundInput): Promise<RefundSettled | Undecided>
  /** Notifies staff, for the first time or again, that the operator leaves a refund open. */
  flagRefund(input: RefundInput & { readonly number: number }): Promise<void>
  /** Records a verdict of staff on a payout or refund; the database checks it. */
  closeUnknown(input: ActInput): Promise<Decided<TransactionStatus | RefundStatus>>
  /** Reads the state of a payment's funds. */
  readFunds(input: TransactionInput): Promise<FundsStanding>
  /** Makes pending funds available once their time has come. */
  makeFundsAvailable(input: TransactionInput): Promise<FundsStatus>
  /** Carries out an action on funds; the database checks it again. */
  decideFunds(input: ActInput): Promise<Decided<FundsStatus>>
  /** Reads the state of a checkout. */
  readCheckout(input: CheckoutInput): Promise<CheckoutStanding>
  /** Gives an open checkout to this payment, or expires it if its time is over. */
  beginCheckoutPayment(input: CheckoutPayment): Promise<CheckoutStanding>
  /**
   * Releases the checkout from a payment that has ended or, with `isOverdue`, that was never recorded: it becomes
   * paid, open again, or expired if `isTimeUp`. A payment that is still pending keeps it.
   */
  endCheckoutPayment(
    input: CheckoutPayment & { readonly isOverdue: boolean; readonly isTimeUp: boolean },
  ): Promise<CheckoutStanding>
  /** Ends a checkout that nobody is paying. */
  closeCheckout(
    input: CheckoutInput & { readonly end: Exclude<CheckoutEnd, 'succeeded'> },
  ): Promise<CheckoutStanding>
  /** Matches a statement with the database, batch after batch, until all is done or the worker stops. */
  matchStatement(input: ReconciliationInput): Promise<MatchStanding>
  /**
   * Checks the ledger, batch after batch, until all is done or the worker stops; staff is notified of any difference.
   */
  proveLedger(input: { readonly proofId: LedgerProofId }): Promise<ProofStanding>
  /**
   * Reads whether a delivery is to be sent under this attempt number, or was already sent, stopped or lost. In earlier
   * versions it also sent it.
   */
  attemptDelivery(input: AttemptInput): Promise<AttemptOutcome | Unasked | ToSend>
  /**
   * Sends a delivery under this attempt number, unless it was already sent, stopped or lost; a requested attempt comes
   * first.
   */
  sendAttempt(input: AttemptInput): Promise<AttemptOutcome | Unasked>
  /** Queues the next missed deliveries of a replay, as many as its receivers can take now. */
  replayDeliveries(input: ReplayInput): Promise<ReplayTurn>
  /** Makes payouts from the next lines of a file, each once, until the turn is over or something holds it up. */
  payLines(input: PayoutFileInput): Promise<PayoutFileStanding>
  /** Makes the payout that a standing order owes now, once per day. */
  payStandingOrder(input: StandingOrderInput): Promise<StandingOrderPaid>
  /** Sends a mail, unless it was already sent or is too late. */
  sendMail(input: MailInput): Promise<MailEnd>
  /** Records for staff what a run needs attention for; one notice until it is repaired. */
  noteTrouble(trouble: StepTrouble): Promise<void>
  /** Records that the run no longer needs attention. */
  noteMended(): Promise<void>
  /** Restarts missing runs, and ends those whose record is not in the database. */
  reconcileRuns(): Promise<RunsSwept>
  /**
   * Deletes what has passed its retention period, a bounded batch of each kind, and sends merchants' people their
   * notifications.
   */
  keepHouse(): Promise<void>
}
