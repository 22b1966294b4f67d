import type { TransferState } from '#domain/transfers/transfer.ts'
import { banks, operatorOf } from '#domain/operators/operators.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Badge, StatusBadge, statusNames } from '#web/design/badge.tsx'
import type { Tone } from '#web/design/tone.ts'

const transferStates = {
  to_process: ['wait', 'À traiter'],
  in_progress: ['wait', 'En traitement'],
  transferred: ['ok', 'Viré'],
  rejected: ['bad', 'Rejeté'],
  cancelled: ['still', 'Annulé'],
} as const satisfies Readonly<Record<TransferState, readonly [Tone, string]>>

/** Where a payout stands, in a word: of a bank transfer what its processing came to. */
export function payoutStateName({ status, transfer }: TransactionRecord): string {
  return transfer ? transferStates[transfer.state][1] : statusNames[status]
}

export function PayoutBadge({ payout }: { readonly payout: TransactionRecord }) {
  if (!payout.transfer) return <StatusBadge status={payout.status} />
  const [tone, label] = transferStates[payout.transfer.state]
  return <Badge tone={tone}>{label}</Badge>
}

/** The name of an operator or a bank. */
export function providerName(code: string): string {
  return operatorOf(code)?.name ?? banks.find((bank) => bank.code === code)?.name ?? code
}

/** The number or the account that is paid; that of a bank is masked. */
export function destinationText({ transfer, customer }: TransactionRecord): string {
  if (transfer) return transfer.accountMasked
  return customer.phone === null ? '—' : groupedPhone(customer.phone)
}
