import type { AgreedTerms, Fee } from '#domain/pricing/agreed.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { Language } from '#domain/text/language.ts'
import type { TermsChange } from '#use-cases/pricing/agreed.ts'
import type { Fact } from '#web/design/facts.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { transactionWords, useTransactionWords } from './words.tsx'

/** The agreed terms of a service, for portal and desk. */
export function termsFacts(
  { collection, payout, exchangeFee, exchangeMargin }: AgreedTerms,
  language: Language,
): Fact[] {
  const words = transactionWords[language].terms
  return [
    {
      label: words.collections,
      value: words.paidBy[collection.payer](feeText(collection, language)),
    },
    {
      label: words.payouts,
      value: Number(payout.value) === 0 ? words.free : words.onTop(feeText(payout, language)),
    },
    { label: words.exchangeFee, value: surchargeText(exchangeFee, language) },
    { label: words.exchangeMargin, value: surchargeText(exchangeMargin, language) },
  ]
}

/** `1,9 %`, in English `1.9%`; `100 F CFA`. */
export function feeText({ kind, value }: Fee, language: Language): string {
  return kind === 'percentage'
    ? percentText(value, language)
    : `${plain(value, language)}\u00A0F\u00A0CFA`
}

/** Since when the terms are in force, and earlier ones. */
export function TermsDates({ history }: { readonly history: readonly TermsChange[] }) {
  const { language } = useScope()
  const words = useTransactionWords().terms
  const [last] = history
  if (last?.decidedAt == null) return null
  return (
    <>
      <p class="soft small">{words.since(<ExactTime at={last.decidedAt} />)}</p>
      {history.length > 1 && (
        <details>
          <summary>{words.earlier}</summary>
          <ul>
            {history.slice(1).map(({ id, decidedAt, terms }) => (
              <li key={id} class="small">
                {words.earlierOnes.at(
                  decidedAt && <ExactTime at={decidedAt} />,
                  earlierText(terms, language),
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function earlierText(terms: AgreedTerms, language: Language): string {
  const words = transactionWords[language].terms.earlierOnes
  const { exchangeFee, exchangeMargin, delayHours } = terms
  return [
    words.collections(feeText(terms.collection, language)),
    words.payouts(feeText(terms.payout, language)),
    words.exchange(
      plain(exchangeFee.percent, language),
      percentText(exchangeMargin.percent, language),
    ),
    words.delay(delayHours),
  ].join(', ')
}

function surchargeText(
  { percent, payer }: { readonly percent: string; readonly payer: Payer },
  language: Language,
): string {
  const text = percentText(percent, language)
  return Number(percent) === 0 ? text : transactionWords[language].terms.paidBy[payer](text)
}

function percentText(percent: string, language: Language): string {
  return transactionWords[language].terms.percent(plain(percent, language))
}

/** With the decimal mark of the language, and without trailing zeros. */
function plain(value: string, language: Language): string {
  const text = String(Number(value))
  return language === 'fr' ? text.replace('.', ',') : text
}
