import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Language } from '#domain/text/language.ts'
import type { Fact } from '#web/design/facts.tsx'

const french = { reason: 'Motif', providerReference: 'Référence chez l’opérateur' }

const english: typeof french = { reason: 'Reason', providerReference: 'Operator reference' }

/** The labels of what portal, exported table and desk say alike of a refund, by its field. */
export const refundLabels: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** The fields that portal, exported table and desk show alike, in this order. */
const fields = ['reason', 'providerReference'] as const

/** What a refund has in them, with its labels. */
export function refundFacts(
  refund: Pick<RefundRecord, (typeof fields)[number]>,
  language: Language,
): Fact[] {
  return refundColumns(language).map(([label, cell]) => ({ label, value: cell(refund) }))
}

/** The same as columns of a table. */
export function refundColumns(language: Language) {
  return fields.map(
    (field) =>
      [
        refundLabels[language][field],
        (refund: Pick<RefundRecord, typeof field>) => refund[field],
      ] as const,
  )
}
