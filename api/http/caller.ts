import type { ApiKeyId } from '#domain/ids.ts'
import type { Seller } from '#domain/payable.ts'
import type { KeyKind } from '#domain/transaction.ts'

/** Who calls, as its key says: kind, mode, scope and channel (spec: Authentication). */
export type Caller = Seller & {
  readonly kind: KeyKind
  readonly apiKeyId: ApiKeyId
}

/** For whom a payment is priced: the kind of key that asks, or `none` where a payer comes without one. */
export type AnySeller = Seller & { readonly kind: KeyKind | 'none' }
