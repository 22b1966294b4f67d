import type { Collected } from '#use-cases/dashboard/figures.ts'
import type { Overview } from '#use-cases/dashboard/overview.ts'
import { money } from '#domain/money/money.ts'
import { localClock, localDay } from '#domain/text/local-day.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { Amount, moneyText } from '#web/design/money.tsx'
import { paths } from '#web/portal/paths.ts'
import { periodPath, wordsOf } from './period.tsx'

const refreshSeconds = 30
const id = 'resume'

/** The total of the period, compared with the same days before up to the same minute. It refreshes by itself. */
export function Summary({
  overview,
  now,
  openedAt,
}: {
  readonly overview: Overview
  readonly now: Date
  /** When this page was opened. */
  readonly openedAt: Date
}) {
  const { period, collected, before } = overview
  const isUnderWay = period.days.to === localDay(now)
  const { title, than } = wordsOf(period, now)
  const path = periodPath(paths.home, period)
  const again = `${path}${path.includes('?') ? '&' : '?'}ouvert=${openedAt.getTime()}`
  const isLive = isUnderWay && mayRefresh(openedAt, now)
  return (
    <section
      id={id}
      class="card stack"
      aria-label={title}
      {...(isLive && refreshing(again, id, refreshSeconds))}
    >
      <p class="soft">
        {title}
        {isUnderWay && `, à ${localClock(now)}`}
      </p>
      <p>
        <Amount of={money(collected.net, 'XOF')} isHero />
      </p>
      <p class={`delta ${collected.net >= before.net ? 'ok' : 'wait'}`}>
        {againstText(collected, before, isUnderWay ? `${than} à la même heure` : than)}
      </p>
      <p class="soft small">{countsText(collected, before)}</p>
    </section>
  )
}

/** `▲ 7 000 F CFA de plus qu’hier à la même heure (+18 %)`. */
function againstText(
  { net }: Pick<Collected, 'net'>,
  before: Pick<Collected, 'net'>,
  than: string,
): string {
  const change = net - before.net
  if (change === 0n)
    return net === 0n ? 'Rien pour l’instant, et rien avant non plus' : `Autant ${than}`
  const text = moneyText(money(change < 0n ? -change : change, 'XOF'))
  const said = change > 0n ? `▲ ${text} de plus ${than}` : `▼ ${text} de moins ${than}`
  return before.net === 0n ? said : `${said} (${percentText(change, before.net)})`
}

function percentText(change: bigint, of: bigint): string {
  const percent = Math.round((Number(change) / Number(of)) * 100)
  return `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent)}\u00A0%`
}

function countsText(collected: Collected, before: Collected): string {
  const { succeeded, ended, net } = collected
  const parts = [
    `${paymentsText(succeeded)} (avant\u00A0: ${before.succeeded})`,
    ended > 0 && `${rateText(collected)} de réussite`,
    succeeded > 0 && `${moneyText(money(net / BigInt(succeeded), 'XOF'))} en moyenne`,
    'net de frais',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** `1 paiement réussi`. */
export function paymentsText(count: number): string {
  return count < 2 ? `${count} paiement réussi` : `${count} paiements réussis`
}

/** `92 %` of the payments that ended. */
export function rateText({ succeeded, ended }: Collected): string {
  return ended === 0 ? '—' : `${Math.round((succeeded / ended) * 100)}\u00A0%`
}
