import type { MaskedParty } from '#domain/transactions/mask.ts'

interface NamedCase {
  readonly id: string
  /** The payer or the beneficiary. */
  readonly who: MaskedParty
  /** The merchant's; the payment's own id if the merchant gave none. */
  readonly reference: string
  /** Of the payment, if the case has an id of its own. */
  readonly paymentId?: string
}

/** What people call a case of money: whose it is, and the merchant's reference, or else the number. */
export function caseName({ id, who, reference, paymentId = id }: NamedCase): string {
  const given = reference === paymentId ? null : reference
  const { name, number } = who
  const parts = name === null ? [number, given] : [name, given ?? number]
  return parts.filter((part) => part !== null).join(' · ') || reference
}
