import type { AuthorizedAccountId } from '#domain/ids.ts'
import type { BankCode, OperatorCode } from '#domain/operators/operators.ts'

/** The most accounts of a service that wait for the staff, whose queue is everybody's. */
export const waitingAccountsMax = 500
/** The most accounts of a service in a mode that are not revoked. */
export const accountsMax = 10_000

/** `pending` until it is verified; a revoked one never receives anything again. */
export type AuthorizedAccountStatus = 'pending' | 'active' | 'revoked'

/**
 * Where a merchant may send its money (docs/payouts.md#authorized-accounts). The number of a bank account is only shown
 * masked.
 */
export type AuthorizedAccount = {
  readonly id: AuthorizedAccountId
  readonly holderName: string
  /** What the merchant calls it, to tell its accounts apart. */
  readonly ownName: string | null
  readonly status: AuthorizedAccountStatus
  readonly verifiedAt: Date | null
  readonly createdAt: Date
} & (
  | { readonly type: 'mobile_money'; readonly provider: OperatorCode; readonly phone: string }
  | { readonly type: 'bank'; readonly provider: BankCode; readonly accountMasked: string }
)
