interface NamedCase {
  readonly id: string
  /** The payer or the beneficiary; null if unknown. */
  readonly who: string | null
  /** The merchant's; the payment's own id if the merchant gave none. */
  readonly reference: string
  /** Of the payment, if the case has an id of its own. */
  readonly paymentId?: string
}

/** What people call a case of money: whose it is, and the merchant's reference. */
export function caseName({ id, who, reference, paymentId = id }: NamedCase): string {
  const given = reference === paymentId ? [] : [reference]
  const parts = who === null ? given : [who, ...given]
  return parts.length === 0 ? reference : parts.join(' · ')
}
