import type { EnteredRate } from '#use-cases/rates/list.ts'
import type { LoggedAct } from '#use-cases/audit/list.ts'
import type { MerchantRecord } from '#use-cases/merchants/find.ts'
import type { OperatorState } from '#use-cases/operators/read-states.ts'
import type { Whereabouts } from '#use-cases/desk/whereabouts.ts'
import type { FoundAtDesk } from '#use-cases/search/at-desk.ts'
import { isoTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { presentTransaction } from './transaction.ts'

/** One line of the audit log. */
export function presentAuditLine(line: LoggedAct) {
  return {
    id: line.id,
    object: 'audit_line',
    at: isoTime(line.at),
    actor: line.actor,
    act: line.act,
    subject: line.subject,
    service_env_id: line.serviceEnvId,
    reason: line.reason,
    details: line.details,
    request_id: line.requestId,
    origin: line.origin,
    outcome: line.outcome,
  }
}

/** Whether an operator is open in a mode. */
export function presentOperatorState({ provider, name, mode, isOpen, change }: OperatorState) {
  return {
    id: `${provider}-${mode}`,
    object: 'operator_state',
    provider,
    name,
    mode,
    is_open: isOpen,
    reason: change && change.reason,
    changed_by: change && change.by,
    changed_at: change && isoTime(change.at),
  }
}

/** A dated rate; the number is text, exactly as entered. */
export function presentEnteredRate(rate: EnteredRate) {
  return {
    id: rate.id,
    object: 'entered_rate',
    currency: rate.currency,
    rate: rate.xofPerUnit,
    source: rate.source,
    at: isoTime(rate.at),
    entered_by: rate.enteredBy,
  }
}

/** A merchant with its services and its owner. */
export function presentMerchant({ id, name, createdAt, services, owner }: MerchantRecord) {
  return {
    id,
    object: 'merchant',
    name,
    created_at: isoTime(createdAt),
    services: services.map(({ publicName, ...service }) => ({
      ...service,
      public_name: publicName,
    })),
    owner: owner && {
      id: owner.id,
      name: owner.name,
      email: owner.email,
      status: owner.status,
      has_one_time_codes: owner.hasOneTimeCodes,
    },
  }
}

/** A search result. */
export function presentFound(found: FoundAtDesk) {
  return { object: 'found', ...found }
}

/** A payment as staff see it: payer masked, without metadata, which may hold the payer's answers. */
export function presentStaffTransaction(
  transaction: TransactionRecord,
  { whereabouts, runUrl }: { readonly whereabouts: Whereabouts; readonly runUrl: string | null },
) {
  return {
    id: transaction.id,
    object: 'staff_transaction',
    merchant: whereabouts.merchant,
    service: whereabouts.service,
    service_env_id: whereabouts.serviceEnvId,
    transaction: { ...presentTransaction(transaction, 'terminal'), metadata: {} },
    operator_request_id: transaction.operatorRequestId,
    provider_reference: transaction.providerReference,
    expires_at: isoTime(transaction.expiresAt),
    late_outcome_at: whereabouts.lateOutcomeAt && isoTime(whereabouts.lateOutcomeAt),
    run_url: runUrl,
  }
}
