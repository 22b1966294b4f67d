import type { Overview } from '#use-cases/dashboard/overview.ts'
import type { Share } from '#use-cases/dashboard/figures.ts'
import type { FigureDimension } from '#domain/dashboard/figures.ts'
import { failureCodes } from '#domain/errors/failure-codes.ts'
import { money } from '#domain/money/money.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { channels } from '#domain/transactions/transaction.ts'
import { moneyText } from '#web/design/money.tsx'
import { type PageScope, useScope } from '#web/design/scope.ts'
import { ShareList, type ShareRow } from '#web/design/share-list.tsx'
import { paths } from '#web/portal/paths.ts'
import { channelNames } from '#web/portal/transactions/export.ts'
import { paymentsText, rateText } from './summary.tsx'

/** Rows shown of each kind. */
const rowsMax = 6

/** Where the money of a period came from, and why payments failed; a part without figures is left out. */
export function Shares({
  overview: { shares, period },
  names,
}: {
  readonly overview: Overview
  /** Names of terminals and links, by id. */
  readonly names: ReadonlyMap<string, string>
}) {
  const { assetPath } = useScope()
  const { from, to } = period.days
  const listed = (field: string, value: string) =>
    `${paths.transactions}?${field}=${value}&du=${from}&au=${to}`
  const of = (dimension: FigureDimension) =>
    shares.filter((share) => share.dimension === dimension).slice(0, rowsMax)
  return (
    <div class="grid start">
      <Part
        title="Par opérateur"
        rows={of('provider').map((share) => ({
          ...ofOperator(share, assetPath),
          href: listed('operateur', share.value),
        }))}
      />
      <Part
        title="Par canal"
        rows={of('channel').map((share) => ({
          ...amountOf(share),
          label: channelName(share.value),
          href: listed('canal', share.value),
        }))}
      />
      <Part
        title="Par terminal"
        rows={of('terminal').map((share) => ({
          ...amountOf(share),
          label: names.get(share.value) ?? 'Terminal',
          href: `${paths.terminals}/${share.value}`,
        }))}
      />
      <Part
        title="Par lien de paiement"
        rows={of('payment_link').map((share) => ({
          ...amountOf(share),
          label: names.get(share.value) ?? 'Lien',
          href: `${paths.paymentLinks}/${share.value}`,
        }))}
      />
      <Part title="Pourquoi des paiements échouent" rows={of('failure').map(failureOf)} />
    </div>
  )
}

/** With its name and its colours, as long as it is served. */
function ofOperator(share: Share, assetPath: PageScope['assetPath']): ShareRow {
  const operator = operatorOf(share.value)
  const picture = operator && assetPath(`${operator.code}.svg`)
  return { ...amountOf(share), label: operator?.name ?? share.value, picture }
}

function Part({ title, rows }: { readonly title: string; readonly rows: readonly ShareRow[] }) {
  if (rows.length === 0) return null
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <ShareList rows={rows} />
    </section>
  )
}

function amountOf(share: Share) {
  const { net, succeeded } = share
  return {
    value: Number(net),
    text: moneyText(money(net, 'XOF')),
    note: `${paymentsText(succeeded)} · ${rateText(share)} de réussite`,
  }
}

function failureOf({ value, ended }: Share): ShareRow {
  const known = Object.entries(failureCodes).find(([code]) => code === value)
  return { label: known?.[1].message ?? value, value: ended, text: `${ended}` }
}

function channelName(value: string): string {
  const channel = channels.find((known) => known === value)
  return channel ? channelNames[channel] : value
}
