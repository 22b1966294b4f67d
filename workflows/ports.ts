/**
 * The door for activities: the steps that workflows take in the world. Each is safe to repeat.
 * Results carry states, times and codes; never a person's data, never a secret.
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
  TransactionInput,
} from './contract.ts'
import type { Followed, OrderInput } from '#workflows/contract/messages.ts'

/** The type of failure of a step whose subject the books do not know: it is not tried again. */
export const notInBooks = 'not_in_books'
/** The same of an order that the books do not know: it is refused, and its run goes on. */
export const actNotInBooks = 'act_not_in_books'

/** What the failure of a step carries besides its code, which is its type. */
export interface FailureDetails {
  readonly class: FailureClass
}

/** The type of failure of a send that waits because its endpoint is being sent as much as it may be at once. */
export const endpointBusy = 'endpoint_busy'

/** The step was not taken: its operator is a live one, and it is to be taken on the operator's queue. */
export interface Elsewhere {
  readonly state: 'elsewhere'
  readonly queue: OperatorQueue
  /** Among those who wait there each of these has its turn. */
  readonly fairnessKey: ServiceEnvId
}

/** What became of asking the operator for a payment. */
export type Asked =
  /** The operator has the request, or may have it (no answer came): from here on we only ask how it stands. */
  | { readonly state: 'taken' | 'unknown'; readonly expiresAt: string; readonly summary: string }
  /** The operator certainly does not have it: it may be asked again. */
  | { readonly state: 'unavailable'; readonly expiresAt: string; readonly summary: string }
  /** The payment has its final state in the books. */
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
  /** How long it may wait before staff is told of it, and told again. */
  readonly reminderMs: number
}
/** How a transfer stands after an act; with `refusal` the act was not done. */
export interface TransferActed {
  readonly standing: TransferStanding
  readonly refusal?: ErrorCode
}
/** What staff is told, and for which time. */
export interface Notice extends TransactionInput {
  readonly kind: 'transfer_waiting' | 'payout_undecided'
  readonly number: number
}
/** A look at what has ended; after the last one nobody looks any more. */
export interface LateLook {
  readonly isLast?: boolean
}
/** What an operator says of what has ended already: nothing more is to come, or it has not told. */
export type LateAnswer =
  | { readonly state: 'closed' }
  | {
      readonly state: 'undecided'
      /** True where the staff's word ended it: an operator that was silent for so long is watched for longer. */
      readonly isByStaff?: boolean
    }

/** What became of an order: where it led, or the code it is refused with. */
export type Decided<Status> = Followed<Status> | { readonly refused: ErrorCode }
/** An order by its id; the books hold the rest. */
export type ActInput = Pick<OrderInput, 'actId'>

/** What became of sending a refund to the operator; as `Asked`, without a time limit. */
export type RefundSent =
  | { readonly state: 'taken' | 'unknown' | 'unavailable'; readonly summary: string }
  | RefundSettled
export interface RefundSettled {
  readonly state: 'settled'
  readonly status: FinalRefundStatus
}

/** Where a payment's funds stand; of pending ones, how long they still do. */
export interface FundsStanding {
  readonly status: FundsStatus
  readonly waitMs: number
}

/** How a delivery stands after an attempt; `retryInMs` is the pause before the next one. */
export type AttemptOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'abandoned'; readonly reason: string }
  | {
      readonly state: 'failed'
      readonly reason: string
      readonly retryInMs: number
      /** The number it had, which is another than expected when somebody asked for it; runs of earlier versions have none. */
      readonly attempt?: number
    }
/** The attempt that a signal told of was made before, or called off: the pause goes on. */
export interface Unasked {
  readonly state: 'unasked'
}

/** An attempt is due: it is sent by a step on the queue of webhooks, beside those of other endpoints. */
export interface ToSend {
  readonly state: 'to_send'
  readonly endpointId: EndpointId
  /** True where the attempts that follow go to that queue at once, and are judged there. Runs of earlier versions ask each time. */
  readonly isKnown?: true
}

export interface AttemptInput extends DeliveryInput {
  readonly attempt: number
  /** True before its time is up: nothing is sent unless the books know that somebody asked for it. */
  readonly isOnlyIfAsked?: true
}

/** How far a replay has got; `pauseMs` until it goes on. */
export type ReplayTurn =
  | { readonly state: 'running'; readonly pauseMs: number }
  | { readonly state: 'done' | 'stopped' }

/** How far a file of payouts is; a running one goes on after `waitMs`. */
export interface PayoutFileStanding {
  readonly state: PayoutFileState
  readonly sent: number
  readonly refused: number
  readonly total: number
  readonly waitMs: number
}

/** How a checkout stands in the books. */
export interface CheckoutStanding {
  readonly status: CheckoutStatus
  /** The payment that holds it, while it is processing. */
  readonly paymentId: TransactionId | null
  /** True when that payment is recorded: its end will be told. */
  readonly isRecorded: boolean
  /** Until it expires. */
  readonly leftMs: number
}

/** What one comparison of the books with the open runs found, and did. */
export interface RunsSwept {
  /** Facts of the books without an open run, and runs whose fact is not in the books. */
  readonly missing: number
  readonly orphaned: number
  readonly restarted: number
  readonly cancelled: number
  readonly terminated: number
  /** False when it was left by a worker that stops. */
  readonly isWhole: boolean
}

export type CheckoutPayment = CheckoutInput & { readonly transactionId: TransactionId }

/** Steps at an operator. As local steps they are taken at the sandbox's alone. */
export interface OperatorSteps {
  /** Sends the payment request to the operator, once, under the id fixed at acceptance; a refusal settles the payment. */
  requestPayment(input: TransactionInput): Promise<Asked>
  /** Reads the payment's state at the operator and settles it in the books if it is final. */
  checkPayment(input: TransactionInput): Promise<Settled | Undecided>
  /** Ends a payment whose time is up, unless the operator says at the last moment how it ended. */
  expirePayment(input: TransactionInput): Promise<Settled>
  /**
   * Reads the state at the operator of an expired payment, where money debited after all is booked as to be refunded, or of
   * a payout or refund that staff closed, where the contrary is kept apart.
   */
  checkLateAnswer(input: (TransactionInput | RefundInput) & LateLook): Promise<LateAnswer>
  /** Sends an approved refund to the operator, once, under its fixed id; a refusal settles it. */
  payRefund(input: RefundInput): Promise<RefundSent | Undecided>
  /** Reads the refund's state at the operator and settles it in the books if it is final. */
  checkRefund(input: RefundInput): Promise<RefundSettled | Undecided>
}
type OrElsewhere<Step> = Step extends (input: infer Input) => Promise<infer Output>
  ? (input: Input) => Promise<Output | Elsewhere>
  : never

type OperatorActivities = {
  readonly [Name in keyof OperatorSteps]: OrElsewhere<OperatorSteps[Name]>
}

export interface Activities extends OperatorActivities {
  /** Fails a payout that its operator never had, for it was never there; the amount and the fee return. */
  giveUpPayout(input: TransactionInput): Promise<Settled | Undecided>
  /** Reads how a bank transfer stands. */
  openTransfer(input: TransactionInput): Promise<TransferOpened>
  /** Does an act on a bank transfer in the books, if it is still allowed. */
  moveTransfer(input: TransactionInput & { readonly actId: TransferActId }): Promise<TransferActed>
  /** Puts a transaction on the list of what staff must look at. */
  tellStaff(notice: Notice): Promise<void>
  /** Reads how a refund stands, and who has approved it. */
  openRefund(input: RefundInput): Promise<RefundDesk>
  /** Applies an order about a refund in the books, which judge it again. */
  decideRefund(input: ActInput): Promise<Decided<RefundStatus>>
  /** Ends a refund that the operator certainly does not have: its money returns. */
  giveUpRefund(input: RefundInput): Promise<RefundSettled | Undecided>
  /** Tells staff, for the first time or again, that the operator leaves a refund open. */
  flagRefund(input: RefundInput & { readonly number: number }): Promise<void>
  /** Counts the staff's word on the end of a payout or refund in the books, which judge it. */
  closeUnknown(input: ActInput): Promise<Decided<TransactionStatus | RefundStatus>>
  /** Reads where a payment's funds stand. */
  readFunds(input: TransactionInput): Promise<FundsStanding>
  /** Makes pending funds available, whose time has come. */
  makeFundsAvailable(input: TransactionInput): Promise<FundsStatus>
  /** Applies an order about funds in the books, which judge it again. */
  decideFunds(input: ActInput): Promise<Decided<FundsStatus>>
  /** Reads how a checkout stands. */
  readCheckout(input: CheckoutInput): Promise<CheckoutStanding>
  /** Gives an open checkout to this payment, unless its time is over: then it expires. */
  beginCheckoutPayment(input: CheckoutPayment): Promise<CheckoutStanding>
  /**
   * Takes the checkout back from a payment that has ended, or, `isOverdue`, that was never recorded: paid, open again, or
   * expired when `isTimeUp`. A payment that goes on keeps it.
   */
  endCheckoutPayment(
    input: CheckoutPayment & { readonly isOverdue: boolean; readonly isTimeUp: boolean },
  ): Promise<CheckoutStanding>
  /** Ends a checkout that nobody is paying. */
  closeCheckout(
    input: CheckoutInput & { readonly end: Exclude<CheckoutEnd, 'succeeded'> },
  ): Promise<CheckoutStanding>
  /** Matches a statement with the books, batch after batch, until all is done or the worker stops. */
  matchStatement(input: ReconciliationInput): Promise<MatchStanding>
  /** Proves the books, batch after batch, until all is done or the worker stops; what does not hold reaches the staff. */
  proveLedger(input: { readonly proofId: LedgerProofId }): Promise<ProofStanding>
  /**
   * Reads whether a webhook is to be sent under this attempt number, or was sent, stopped or lost; in versions before it
   * sent it, too.
   */
  attemptDelivery(input: AttemptInput): Promise<AttemptOutcome | Unasked | ToSend>
  /** Sends a webhook under this attempt number, unless the books say it was sent, stopped or lost; one that was asked for first. */
  sendAttempt(input: AttemptInput): Promise<AttemptOutcome | Unasked>
  /** Puts the next missed deliveries of a replay into the queue, as many as its receivers can take now. */
  replayDeliveries(input: ReplayInput): Promise<ReplayTurn>
  /** Makes payouts of the next lines of a file, each once, until a turn is over or something holds it up. */
  payLines(input: PayoutFileInput): Promise<PayoutFileStanding>
  /** Sends a mail, unless the books say that it was sent or has come too late. */
  sendMail(input: MailInput): Promise<MailEnd>
  /** Keeps for the staff what its run asks about; told once, until it is mended. */
  noteTrouble(trouble: StepTrouble): Promise<void>
  /** Its run asks about nothing any more. */
  noteMended(): Promise<void>
  /** Starts again the runs that are missing, and ends those whose fact is not in the books. */
  reconcileRuns(): Promise<RunsSwept>
  /** Forgets what has had its time, a bounded batch of each kind. */
  keepHouse(): Promise<void>
}
