import { money } from '#domain/money/money.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { pendingMost, type Selection } from '#use-cases/transactions/selection.ts'
import type { Sifted } from '#use-cases/transactions/sift.ts'
import type { Language } from '#domain/text/language.ts'
import { countText } from '#domain/text/text.ts'
import { moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { transactionListWords, useTransactionListWords } from './words.ts'

/** The totals of a list; with `swap` they take the place of those in an open page. */
export function Sums({
  selection,
  sifted,
  status,
  swap,
}: {
  readonly selection: Selection | null
  readonly sifted: Sifted | null
  readonly status: TransactionStatus | undefined
  readonly swap?: 'true'
}) {
  return (
    <div id="sommes" hx-swap-oob={swap}>
      {selection && <Totals selection={selection} status={status} />}
      {selection === null && sifted && <SiftedTotals sifted={sifted} />}
    </div>
  )
}

/** Totals of the whole selection, not just of this page. */
function Totals({
  selection,
  status,
}: {
  readonly selection: Selection
  readonly status: TransactionStatus | undefined
}) {
  const { language } = useScope()
  const words = useTransactionListWords().totals
  const { counts, ...sums } = selection
  const count = status === undefined ? sumOf(Object.values(counts)) : counts[status]
  const isPaid = status === undefined || status === 'succeeded'
  const isOpenEnded = counts.pending >= pendingMost && (status ?? 'pending') === 'pending'
  const counted = isOpenEnded ? words.moreThan(count) : words.count(count)
  return <Line text={[counted, ...(isPaid ? amountsOf(sums, language) : [])]} />
}

function amountsOf({ net, fees = 0n, borne = null, paidOut }: Amounts, language: Language) {
  const words = transactionListWords[language].totals
  const text = (minor: bigint) => moneyText(money(minor, 'XOF'), language)
  return [
    net > 0n && words.collected(text(net)),
    fees > 0n && feesText(fees, borne, language),
    paidOut > 0n && words.paidOut(text(-paidOut)),
  ]
}

type Amounts = Pick<Selection, 'net' | 'paidOut'> & Partial<Pick<Selection, 'fees' | 'borne'>>

/** All fees, and who bore them. */
function feesText(fees: bigint, borne: bigint | null, language: Language): string {
  const words = transactionListWords[language].totals
  const text = (minor: bigint) => moneyText(money(minor, 'XOF'), language)
  if (borne === null) return words.fees(text(fees))
  if (borne === 0n) return words.feesOfPayers(text(fees))
  return borne >= fees ? words.feesYours(text(borne)) : words.feesShared(text(fees), text(borne))
}

/** The same for a list of which only a part was read. */
function SiftedTotals({ sifted }: { readonly sifted: Sifted }) {
  const { language } = useScope()
  const words = useTransactionListWords().totals
  const { count, net, paidOut, looked, lookedUpTo } = sifted
  const latest = lookedUpTo !== null && words.latestOnly(countText(looked, language))
  const parts = [...amountsOf({ net, paidOut }, language), latest]
  return <Line text={[words.count(count), ...parts]} />
}

function Line({ text }: { readonly text: readonly (string | false)[] }) {
  return (
    <p class="totals" aria-live="polite">
      {text.filter(Boolean).join(' · ')}
    </p>
  )
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
