import { add, money, type Money, zero } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Balance } from '#use-cases/balance/read.ts'
import type { DayFigures } from '#use-cases/dashboard/daily-figures.ts'
import type { Waiting } from '#use-cases/dashboard/waiting.ts'
import { Empty } from '#web/design/empty.tsx'
import { BarChart, LineChart } from '#web/design/chart.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Stat } from '#web/design/stat.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ShownOperator } from '#web/portal/operators/conditions.ts'
import { OperatorStrip } from '#web/portal/operators/view.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { TransactionTable } from '#web/portal/transactions/table.tsx'
import { QuickLinks, WaitingNotice } from './waiting.tsx'

export interface DashboardProps {
  readonly portal: Portal
  readonly balance: Balance
  /** The oldest first; the last is today. */
  readonly days: readonly DayFigures[]
  /** Newest first. */
  readonly last: readonly TransactionRecord[]
  readonly waiting: Waiting
  readonly operators: readonly ShownOperator[]
}

export function Dashboard(props: DashboardProps) {
  const { portal, balance, days, last, waiting, operators } = props
  return (
    <PortalFrame portal={portal} title="Accueil">
      <div class="row spread">
        <h1>Accueil</h1>
        <QuickLinks portal={portal} />
      </div>
      <OperatorStrip operators={operators} />
      <WaitingNotice portal={portal} waiting={waiting} />
      <Figures balance={balance} days={days} />
      {last.length === 0 ? (
        <FirstSteps portal={portal} />
      ) : (
        <>
          <Charts days={days} />
          <div class="row spread">
            <h2>Dernières transactions</h2>
            <a href={paths.transactions}>Toutes les transactions</a>
          </div>
          <TransactionTable caption="Dernières transactions" rows={last} />
        </>
      )}
    </PortalFrame>
  )
}

function Figures({ balance, days }: Pick<DashboardProps, 'balance' | 'days'>) {
  const today = days.slice(-1)
  const waiting = [
    [balance.pending, 'en attente'],
    [balance.pendingConfirmation, 'à confirmer'],
  ] as const
  const notes = waiting.filter(([minor]) => minor > 0n)
  return (
    <div class="grid figures">
      <Stat
        label="Solde disponible"
        note={notes.map(([minor, what]) => `${moneyText(money(minor, 'XOF'))} ${what}`).join(' · ')}
      >
        <Amount of={money(balance.available, 'XOF')} />
      </Stat>
      <Stat label="Encaissé aujourd’hui, net" note={countText(today)}>
        <Amount of={netOf(today)} />
      </Stat>
      <Stat label={`Encaissé en ${days.length} jours, net`} note={countText(days)}>
        <Amount of={netOf(days)} />
      </Stat>
      <Stat
        label={`Taux de réussite, ${days.length} jours`}
        note="Des paiements arrivés à leur fin"
      >
        {rateText(days)}
      </Stat>
    </div>
  )
}

function Charts({ days }: Pick<DashboardProps, 'days'>) {
  const amounts = days.map(({ day, net }) => ({
    label: dayLabel(day),
    value: Number(net.minor),
    text: moneyText(net),
  }))
  // A day without payments has no rate: the line passes over it.
  const rates = days
    .filter(({ ended }) => ended > 0)
    .map((figures) => ({
      label: dayLabel(figures.day),
      value: figures.succeeded / figures.ended,
      text: rateText([figures]),
    }))
  return (
    <div class="grid">
      <div class="card">
        <BarChart title="Encaissé par jour, net" points={amounts} />
      </div>
      <div class="card">
        <LineChart title="Taux de réussite, jours avec paiements" points={rates} />
      </div>
    </div>
  )
}

function FirstSteps({ portal: { place } }: Pick<DashboardProps, 'portal'>) {
  return (
    <Empty title={place.mode === 'live' ? 'Votre premier paiement' : 'Votre premier test'}>
      {place.mode === 'live' ? (
        <p>
          Demandez un premier paiement avec votre clé secrète{'\u00A0'}: il apparaîtra ici. Pour
          essayer sans argent réel, passez d’abord en mode test.
        </p>
      ) : (
        <p>
          Demandez un paiement avec votre clé de test. Les{' '}
          <a href="/docs/sandbox">numéros de test</a> font réussir, échouer ou attendre un paiement
          {'\u00A0'}; aucun argent réel ne circule.
        </p>
      )}
      <p>
        <a href="/docs">Lire la documentation</a>
      </p>
    </Empty>
  )
}

function netOf(days: readonly DayFigures[]): Money {
  return days.reduce((total, { net }) => add(total, net), zero('XOF'))
}

function countText(days: readonly DayFigures[]): string {
  const count = days.reduce((total, { succeeded }) => total + succeeded, 0)
  return count < 2 ? `${count} paiement réussi` : `${count} paiements réussis`
}

function rateText(days: readonly DayFigures[]): string {
  const ended = days.reduce((total, figures) => total + figures.ended, 0)
  const succeeded = days.reduce((total, figures) => total + figures.succeeded, 0)
  if (ended === 0) return '—'
  return `${Math.round((succeeded / ended) * 100)}\u00A0%`
}

/** `2025-03-03` as `3/3`. */
function dayLabel(day: string): string {
  return `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`
}
