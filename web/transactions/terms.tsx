import type { AgreedTerms, Fee } from '#domain/pricing/agreed.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { TermsChange } from '#use-cases/pricing/agreed.ts'
import type { Fact } from '#web/design/facts.tsx'
import { ExactTime } from '#web/design/time.tsx'

/** The agreed terms of a service, for portal and desk. */
export function termsFacts({
  collection,
  payout,
  exchangeFee,
  exchangeMargin,
}: AgreedTerms): Fact[] {
  return [
    { label: 'Encaissements', value: `${feeText(collection)}, ${payerText(collection.payer)}` },
    { label: 'Retraits', value: `${feeText(payout)}, en plus du montant` },
    { label: 'Frais de change', value: surchargeText(exchangeFee) },
    { label: 'Marge de change', value: surchargeText(exchangeMargin) },
  ]
}

/** `1,9 %`, `100 F CFA`. */
export function feeText({ kind, value }: Fee): string {
  const text = plain(value)
  return kind === 'percentage' ? `${text}\u00A0%` : `${text}\u00A0F\u00A0CFA`
}

/** Since when the terms are in force, and earlier ones. */
export function TermsDates({ history }: { readonly history: readonly TermsChange[] }) {
  const [last] = history
  if (last?.decidedAt == null) return null
  return (
    <>
      <p class="soft small">
        En vigueur depuis le <ExactTime at={last.decidedAt} />
      </p>
      {history.length > 1 && (
        <details>
          <summary>Conditions précédentes</summary>
          <ul>
            {history.slice(1).map(({ id, decidedAt, terms }) => (
              <li key={id} class="small">
                {decidedAt && <ExactTime at={decidedAt} />}
                {'\u00A0'}: encaissements {feeText(terms.collection)}, retraits{' '}
                {feeText(terms.payout)}, change {plain(terms.exchangeFee.percent)} +{' '}
                {plain(terms.exchangeMargin.percent)}
                {'\u00A0'}%, délai {terms.delayHours}
                {'\u00A0'}h
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function surchargeText({ percent, payer }: { readonly percent: string; readonly payer: Payer }) {
  return Number(percent) === 0 ? '0\u00A0%' : `${plain(percent)}\u00A0%, ${payerText(payer)}`
}

function payerText(payer: Payer): string {
  return payer === 'customer' ? 'payés par le client' : 'payés par le marchand'
}

/** With a comma, and without trailing zeros. */
function plain(value: string): string {
  return String(Number(value)).replace('.', ',')
}
