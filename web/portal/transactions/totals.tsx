import { money } from '#domain/money/money.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { pendingMost, type Selection } from '#use-cases/transactions/selection.ts'
import type { Sifted } from '#use-cases/transactions/sift.ts'
import { moneyText } from '#web/design/money.tsx'
import { countText } from '#domain/text/text.ts'

/** Totals of the whole selection, not just of this page. */
export function Totals({
  selection,
  status,
}: {
  readonly selection: Selection
  readonly status: TransactionStatus | undefined
}) {
  const { counts, ...sums } = selection
  const count = status === undefined ? sumOf(Object.values(counts)) : counts[status]
  const isPaid = status === undefined || status === 'succeeded'
  const isOpenEnded = counts.pending >= pendingMost && (status ?? 'pending') === 'pending'
  return <Line text={[paymentsText(count, isOpenEnded), ...(isPaid ? amountsOf(sums) : [])]} />
}

function amountsOf({ net, fees = 0n, paidOut }: { net: bigint; fees?: bigint; paidOut: bigint }) {
  const text = (minor: bigint) => moneyText(money(minor, 'XOF'))
  return [
    net > 0n && `encaissé net ${text(net)}`,
    fees > 0n && `frais ${text(fees)}`,
    paidOut > 0n && `sorti ${text(-paidOut)}`,
  ]
}

/** The same for a list of which only a part was read. */
export function SiftedTotals({ sifted }: { readonly sifted: Sifted }) {
  const { count, net, paidOut, lookedUpTo } = sifted
  const parts = [
    ...amountsOf({ net, paidOut }),
    lookedUpTo !== null && 'parmi les 2\u202F000 plus récents',
  ]
  return <Line text={[paymentsText(count, false), ...parts]} />
}

function Line({ text }: { readonly text: readonly (string | false)[] }) {
  return (
    <p class="totals" aria-live="polite">
      {text.filter(Boolean).join(' · ')}
    </p>
  )
}

function paymentsText(count: number, isOpenEnded: boolean): string {
  const text = countText(count)
  if (isOpenEnded) return `Plus de ${text} opérations`
  return count < 2 ? `${text} opération` : `${text} opérations`
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
