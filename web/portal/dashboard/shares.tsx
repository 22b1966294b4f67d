import type { Overview } from '#use-cases/dashboard/overview.ts'
import type { Collected, PlaceShare, Share } from '#use-cases/dashboard/figures.ts'
import type { FigureDimension } from '#domain/dashboard/figures.ts'
import { failureSaid } from '#domain/errors/failures.ts'
import { money } from '#domain/money/money.ts'
import { operatorName } from '#domain/operators/names.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { Language } from '#domain/text/language.ts'
import { channels } from '#domain/transactions/transaction.ts'
import { moneyText } from '#web/design/money.tsx'
import { type PageScope, useScope } from '#web/design/scope.ts'
import { ShareList, type ShareRow } from '#web/design/share-list.tsx'
import { paths } from '#web/portal/paths.ts'
import { channelNames } from '#web/portal/transactions/export.ts'
import { liveParts, rateText } from './summary.tsx'
import { dashboardWords, useDashboardWords } from './words.ts'

/** Rows shown of each kind. */
const rowsMax = 6

interface SharesProps {
  readonly overview: Overview
  /** Names of terminals and links, by id. */
  readonly names: ReadonlyMap<string, string>
  readonly places: readonly PlaceShare[]
}

/** Where the money of a period came from, and why payments failed; a part without figures is left out. */
export function Shares({ overview: { shares, period }, names, places }: SharesProps) {
  const { assetPath, language } = useScope()
  const words = useDashboardWords().shares
  const listed = (field: string, value: string) =>
    `${paths.transactions}?${field}=${value}&du=${period.days.from}&au=${period.days.to}`
  const of = (dimension: FigureDimension) =>
    shares.filter((share) => share.dimension === dimension).slice(0, rowsMax)
  const ofSeller = (share: Share, path: string, nameless: string): ShareRow => ({
    ...amountOf(share, language),
    label: names.get(share.value) ?? nameless,
    href: `${path}/${share.value}`,
  })
  return (
    <div class="grid start strip" id={liveParts.shares}>
      <Part
        title={words.operator}
        rows={of('provider').map((share) => ({
          ...ofOperator(share, { assetPath, language }),
          href: listed('operateur', share.value),
        }))}
      />
      <Part
        title={words.channel}
        rows={of('channel').map((share) => ({
          ...amountOf(share, language),
          label: channelName(share.value, language),
          href: listed('canal', share.value),
        }))}
      />
      <Places places={places} />
      <Part
        title={words.terminal}
        rows={of('terminal').map((share) => ofSeller(share, paths.terminals, words.aTerminal))}
      />
      <Part
        title={words.paymentLink}
        rows={of('payment_link').map((share) => ofSeller(share, paths.paymentLinks, words.aLink))}
      />
      <Part
        title={words.failures}
        rows={of('failure').map((share) => failureOf(share, language))}
      />
    </div>
  )
}

/** By point of sale; a merchant with a single one has nothing to compare. */
function Places({ places }: Pick<SharesProps, 'places'>) {
  const { language } = useScope()
  const words = useDashboardWords().shares
  if (places.length < 2) return null
  const rows = places
    .slice(0, rowsMax)
    .map((place) => ({ ...amountOf(place, language), label: place.name }))
  return <Part title={words.place} rows={rows} />
}

/** With its name and its colours, as long as it is served. */
function ofOperator(
  share: Share,
  { assetPath, language }: Pick<PageScope, 'assetPath' | 'language'>,
): ShareRow {
  const operator = operatorOf(share.value)
  const picture = operator && assetPath(`${operator.code}.svg`)
  return { ...amountOf(share, language), label: operatorName(share.value, language), picture }
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

function amountOf(share: Collected, language: Language) {
  const words = dashboardWords[language].summary
  const { net, succeeded } = share
  return {
    value: Number(net),
    text: moneyText(money(net, 'XOF'), language),
    note: `${words.paid(succeeded)} · ${words.rate(rateText(share, language))}`,
  }
}

function failureOf({ value, ended }: Share, language: Language): ShareRow {
  return { label: failureSaid(value, language)?.message ?? value, value: ended, text: `${ended}` }
}

function channelName(value: string, language: Language): string {
  const channel = channels.find((known) => known === value)
  return channel ? channelNames[language][channel] : value
}
