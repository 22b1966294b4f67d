/** A UUID of one kind of thing: the compiler prevents a delivery's id from being used as a transaction's. */
export type Id<Kind extends string> = string & { readonly __kind: Kind }

export type ServiceEnvId = Id<'service_env'>
export type TransactionId = Id<'transaction'>
export type ApiKeyId = Id<'api_key'>
export type TerminalId = Id<'terminal'>
export type CashSessionId = Id<'cash_session'>
export type PaymentLinkId = Id<'payment_link'>
export type CheckoutId = Id<'checkout'>
export type CollaboratorId = Id<'collaborator'>
export type RefundId = Id<'refund'>
export type MerchantId = Id<'merchant'>
/** A merchant's user of the portal. */
export type PortalUserId = Id<'portal_user'>
/** A member of staff. */
export type StaffMemberId = Id<'staff_member'>
export type PasskeyId = Id<'passkey'>
export type SessionId = Id<'person_session'>
export type AccountChangeId = Id<'account_change'>
export type MailId = Id<'mail'>
export type NotificationId = Id<'notification'>
export type AuthorizedAccountId = Id<'authorized_account'>
export type PayoutFileId = Id<'payout_file'>
export type StandingOrderId = Id<'standing_order'>
export type PayoutSuspensionId = Id<'payout_suspension'>
export type FundsRuleId = Id<'funds_rule'>
export type TermsChangeId = Id<'terms_change'>
export type SettlementId = Id<'contradiction_settlement'>
export type SignUpId = Id<'sign_up'>
export type LiveOpeningId = Id<'live_opening'>
export type TransferActId = Id<'transfer_act'>
export type ReconciliationId = Id<'reconciliation'>
export type DifferenceId = Id<'difference'>
export type LedgerProofId = Id<'ledger_proof'>
/** One action of a person on money, generated before it is sent: the same id means the same action. */
export type ActId = Id<'act'>
/** A quoted price that is binding for a while. */
export type QuoteId = Id<'quote'>
export type EventId = Id<'event'>
export type EndpointId = Id<'webhook_endpoint'>
export type DeliveryId = Id<'webhook_delivery'>
export type ReplayId = Id<'webhook_replay'>
/** A `payments listen` on a developer's machine. */
export type ListenerId = Id<'webhook_listener'>
/** The reference under which an operator knows one request of ours, fixed before the first send. */
export type OperatorRequestId = Id<'operator_request'>

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for a UUID in its canonical lower-case form; nothing else is an id here. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text)
}

/** Brands an id that came from outside or from a fresh UUID. */
export function asId<T extends Id<string>>(uuid: string): T {
  return uuid as T
}
