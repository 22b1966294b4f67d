import type { ApiKeyId } from '#domain/ids.ts'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { Seller } from '#domain/payment-links/payable.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'

/** Who calls, as its key says: kind, mode, scope and channel (docs/api.md#keys). */
export type Caller = Seller & {
  readonly kind: KeyKind
  readonly apiKeyId: ApiKeyId
  /** What it may do besides what its kind allows. */
  readonly scopes: readonly KeyScope[]
}

/** Whoever a request is admitted for: a merchant's key, a member of the staff, or nobody in particular. */
export type AnyCaller = Caller | Session<'staff'> | null

/** For whom a payment is priced: the kind of key that asks, or `none` where a payer comes without one. */
export type AnySeller = Seller & { readonly kind: KeyKind | 'none' }
