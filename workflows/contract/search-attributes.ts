import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

/**
 * Set at the start, where they cost nothing extra. `TransactionStatus` changes once, in the task that ends the run;
 * while a run of any kind asks staff for attention it is `attention`.
 */
export const searchAttributes = {
  serviceEnv: defineSearchAttributeKey('ServiceEnv', SearchAttributeType.KEYWORD),
  paymentMode: defineSearchAttributeKey('PaymentMode', SearchAttributeType.KEYWORD),
  transactionStatus: defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  reference: defineSearchAttributeKey('Reference', SearchAttributeType.KEYWORD),
} as const

/** Our search attributes in the form in which a namespace registers them. */
export const keywordAttributes: Readonly<Record<string, 'Keyword'>> = Object.fromEntries(
  Object.values(searchAttributes).map(({ name }) => [name, 'Keyword']),
)
