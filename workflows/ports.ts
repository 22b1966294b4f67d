/** The interface for activities: what workflows do outside themselves. Each activity is safe to repeat. */
import type { CheckoutEnd } from '#domain/checkouts/checkout.ts'
import type { LedgerProofId, TransferActId } from '#domain/ids.ts'
import type { MailEnd } from '#domain/mail/mail.ts'
import type { StepTrouble } from '#domain/runs/failure.ts'
import type { RefundDesk, RefundStatus } from '#domain/refunds/refund.ts'
import type { FundsStatus, TransactionStatus } from '#domain/transactions/transaction.ts'
import type {
  CheckoutInput,
  MailInput,
  MatchStanding,
  PayoutFileInput,
  ProofStanding,
  ReconciliationInput,
  RefundInput,
  ReplayInput,
  StandingOrderInput,
  TransactionInput,
} from './contract.ts'
import type {
  Early,
  Elsewhere,
  Expiry,
  Asked,
  Settled,
  Undecided,
  TransferOpened,
  TransferActed,
  Notice,
  LateLook,
  LateAnswer,
  Decided,
  ActInput,
  Reopened,
  RefundSent,
  RefundSettled,
  FundsStanding,
  AttemptOutcome,
  Unasked,
  ToSend,
  AttemptInput,
  ReplayTurn,
  PayoutFileStanding,
  StandingOrderPaid,
  CheckoutStanding,
  RunsSwept,
  CheckoutPayment,
} from './contract/results.ts'

/** Activities at an operator. As local activities they only act for the sandbox operator. */
export interface OperatorSteps {
  /**
   * Sends the payment request to the operator, once, under the id fixed at acceptance; a refusal settles the payment.
   */
  requestPayment(input: TransactionInput): Promise<Asked>
  /** Reads the payment's status at the operator and settles the payment if it is final. */
  checkPayment(input: TransactionInput): Promise<Settled | Undecided>
  /**
   * Ends a payment whose time is up, unless the operator reports its outcome at the last moment. A live operator that
   * cannot be asked is asked again for some minutes.
   */
  expirePayment(input: TransactionInput & Expiry): Promise<Settled | Early>
  /**
   * Reads the status at the operator of a payment that has ended. If an expired payment was debited after all, its
   * money is booked as to be refunded; if a payout or refund that staff closed ended differently, the contradiction is
   * recorded.
   */
  checkLateAnswer(input: (TransactionInput | RefundInput) & LateLook): Promise<LateAnswer>
  /** Sends an approved refund to the operator, once, under its fixed id; a refusal settles it. */
  payRefund(input: RefundInput): Promise<RefundSent | Undecided | Reopened>
  /** Reads the refund's status at the operator and settles the refund if it is final. */
  checkRefund(input: RefundInput): Promise<RefundSent | Undecided | Reopened>
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
  giveUpRefund(input: RefundInput): Promise<RefundSettled | Undecided | Reopened>
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
