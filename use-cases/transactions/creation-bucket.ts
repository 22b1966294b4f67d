import type { TransactionRecord } from '#domain/transactions/record.ts'

/**
 * What a creation is counted with: never the merchant's own with those of strangers, so that nobody without a secret fills
 * what stops a merchant's sales or payouts (docs/api.md#limits).
 */
export interface CreationBucket {
  /** `payouts`, `own`, `public`, or the link or code that it is paid through. */
  readonly bucket: string
  /** Asked by whoever likes: without a key, or with one that stands in web pages. */
  readonly isOfStrangers: boolean
  /** A link or a code, where there is no key to count by. */
  readonly isKeyless: boolean
}

type Bucketed = Pick<TransactionRecord, 'type' | 'channel' | 'paymentLink' | 'checkoutId'>

/** The bucket of a creation; `creation_bucket` of the database says the same of rows. */
export function bucketOf({ type, channel, paymentLink, checkoutId }: Bucketed): CreationBucket {
  const keyless = paymentLink?.id ?? checkoutId
  if (type === 'collection' && keyless) {
    return { bucket: keyless, isOfStrangers: true, isKeyless: true }
  }
  const isPublic = channel === 'widget'
  const own = type === 'payout' ? 'payouts' : 'own'
  return { bucket: isPublic ? 'public' : own, isOfStrangers: isPublic, isKeyless: false }
}
