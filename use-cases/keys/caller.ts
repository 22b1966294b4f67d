import type { ApiKeyId } from '#domain/ids.ts'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { Seller } from '#domain/payment-links/payable.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'

/** The caller according to its key: kind, mode, scope and channel (docs/api.md#keys). */
export type Caller = Seller & {
  readonly kind: KeyKind
  readonly apiKeyId: ApiKeyId
  /** Its additional permissions. */
  readonly scopes: readonly KeyScope[]
}

/** The caller of an admitted request: a merchant's key, a member of staff, or nobody. */
export type AnyCaller = Caller | Session<'staff'> | null

/** For whom a payment is priced: the kind of key, or `none` for a payer without one. */
export type AnySeller = Seller & { readonly kind: KeyKind | 'none' }
