import type { Collected } from '#use-cases/dashboard/figures.ts'
import type { Overview } from '#use-cases/dashboard/overview.ts'
import { money } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { localClock, localDay } from '#domain/text/local-day.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { Amount, moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { paths } from '#web/portal/paths.ts'
import { periodPath, wordsOf } from './period.tsx'
import { dashboardWords, useDashboardWords } from './words.ts'

const refreshSeconds = 30
const id = 'resume'

/** Ids of the other parts of the page that refresh with it. */
export const liveParts = {
  balance: 'solde',
  charts: 'courbes',
  shares: 'parts',
  latest: 'dernieres',
} as const

const alsoLive = Object.values(liveParts)
  .map((part) => `#${part}`)
  .join(',')

/** The total of the period, compared with the same days before up to the same minute. It refreshes by itself. */
export function Summary({
  overview,
  now,
  openedAt,
  seen,
}: {
  readonly overview: Overview
  readonly now: Date
  /** When this page was opened. */
  readonly openedAt: Date
  /** What all figures of the page are; while they stay the same, nothing is sent. */
  readonly seen: string
}) {
  const { language } = useScope()
  const words = useDashboardWords().summary
  const { period, collected, before } = overview
  const isUnderWay = period.days.to === localDay(now)
  const { title, than } = wordsOf(period, now, language)
  const path = periodPath(paths.home, period)
  const asked = new URLSearchParams({ ouvert: `${openedAt.getTime()}`, vu: seen }).toString()
  const again = `${path}${path.includes('?') ? '&' : '?'}${asked}`
  const isLive = isUnderWay && mayRefresh(openedAt, now)
  return (
    <section
      id={id}
      class="card stack"
      aria-label={title}
      {...(isLive && { ...refreshing(again, id, refreshSeconds), 'hx-select-oob': alsoLive })}
    >
      <div>
        <p class="soft">{isUnderWay ? words.until(title, localClock(now)) : title}</p>
        <p>
          <Amount of={money(collected.net, 'XOF')} isHero />
        </p>
      </div>
      <p class={`delta ${collected.net >= before.net ? 'ok' : 'wait'}`}>
        {againstText(collected, before, {
          than: isUnderWay ? words.sameHour(than) : than,
          nothing: isUnderWay ? words.nothing : words.nothingThen,
          language,
        })}
      </p>
      <p class="soft small">{countsText(collected, before, language)}</p>
    </section>
  )
}

/** `▲ 7 000 F CFA de plus qu’hier à la même heure (+18 %)`. */
function againstText(
  { net }: Pick<Collected, 'net'>,
  before: Pick<Collected, 'net'>,
  {
    than,
    nothing,
    language,
  }: { readonly than: string; readonly nothing: string; readonly language: Language },
): string {
  const words = dashboardWords[language].summary
  const change = net - before.net
  if (change === 0n) return net === 0n ? nothing : words.same(than)
  const text = moneyText(money(change < 0n ? -change : change, 'XOF'), language)
  const said = change > 0n ? `▲ ${words.more(text, than)}` : `▼ ${words.less(text, than)}`
  return before.net === 0n ? said : `${said} (${words.percent(changeText(change, before.net))})`
}

/** In percent, with its sign. */
function changeText(change: bigint, of: bigint): string {
  const percent = Math.round((Number(change) / Number(of)) * 100)
  return `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent)}`
}

function countsText(collected: Collected, before: Collected, language: Language): string {
  const words = dashboardWords[language].summary
  const { succeeded, ended, net } = collected
  const average = (paid: number) => moneyText(money(net / BigInt(paid), 'XOF'), language)
  const parts = [
    words.paidBefore(words.paid(succeeded), before.succeeded),
    ended > 0 && words.rate(rateText(collected, language)),
    succeeded > 0 && words.average(average(succeeded)),
    words.net,
    words.whole,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** `92 %` of the payments that ended. */
export function rateText({ succeeded, ended }: Collected, language: Language): string {
  if (ended === 0) return '—'
  return dashboardWords[language].summary.percent(`${Math.round((succeeded / ended) * 100)}`)
}
