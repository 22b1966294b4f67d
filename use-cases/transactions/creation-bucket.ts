import type { TransactionRecord } from '#domain/transactions/record.ts'

/**
 * What a creation is counted with. A merchant's own creations are never counted together with anonymous ones, so that
 * nobody without a secret key can stop a merchant's sales or payouts (docs/api.md#limits).
 */
export interface CreationBucket {
  /** `payouts`, `own`, `public`, or the link or code that it is paid through. */
  readonly bucket: string
  /** True for requests anyone can make: without a key, or with one that is in web pages. */
  readonly isOfStrangers: boolean
  /** True for a link or a code, where there is no key to count by. */
  readonly isKeyless: boolean
}

type Bucketed = Pick<TransactionRecord, 'type' | 'channel' | 'paymentLink' | 'checkoutId'>

/** The bucket of a creation; `creation_bucket` in the database gives the same for rows. */
export function bucketOf({ type, channel, paymentLink, checkoutId }: Bucketed): CreationBucket {
  const keyless = paymentLink?.id ?? checkoutId
  if (type === 'collection' && keyless) {
    return { bucket: keyless, isOfStrangers: true, isKeyless: true }
  }
  const isPublic = channel === 'widget'
  const own = type === 'payout' ? 'payouts' : 'own'
  return { bucket: isPublic ? 'public' : own, isOfStrangers: isPublic, isKeyless: false }
}
