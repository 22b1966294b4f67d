import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

/**
 * Given at the start, where they cost nothing extra; `TransactionStatus` changes once, at the end, where the run decides it,
 * and is `attention` while a run of any kind asks the staff.
 */
export const searchAttributes = {
  serviceEnv: defineSearchAttributeKey('ServiceEnv', SearchAttributeType.KEYWORD),
  paymentMode: defineSearchAttributeKey('PaymentMode', SearchAttributeType.KEYWORD),
  transactionStatus: defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  reference: defineSearchAttributeKey('Reference', SearchAttributeType.KEYWORD),
} as const

/** Our search attributes as they are registered on a namespace. */
export const keywordAttributes: Readonly<Record<string, 'Keyword'>> = Object.fromEntries(
  Object.values(searchAttributes).map(({ name }) => [name, 'Keyword']),
)
