import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import {
  countWaiting,
  type DayFigures,
  readDailyFigures,
  type Waiting,
} from '#use-cases/dashboard/read.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import {
  type OperatorConditions,
  OperatorStrip,
  type ShownOperator,
} from '#web/portal/operators/page.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, portalPage } from '#web/portal/portal-page.ts'
import { add, money, type Money, zero } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Empty } from '#web/design/empty.tsx'
import { BarChart, LineChart } from '#web/design/chart.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Stat } from '#web/design/stat.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { TransactionTable } from '#web/portal/transactions/table.tsx'
import { hasPortalPermission } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Notice } from '#web/design/notice.tsx'

const daysShown = 30
const lastShown = 8

/** The first page of the portal: what the account holds, how it goes, what came last. */
export function dashboardPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  const { database } = context
  return portalPage(context, {
    method: 'GET',
    path: paths.home,
    permission: 'balance.view',
    async handler({ session }) {
      const { id, mode } = session.place
      const [balance, days, last, waiting, operators] = await Promise.all([
        readBalance(database, id),
        readDailyFigures(database, id, { now: new Date(), count: daysShown }),
        listTransactions(
          database,
          { serviceEnvId: id },
          { filter: { createdAfter: new Date(0) }, limit: lastShown },
        ),
        countWaiting(database, id),
        conditions(mode),
      ])
      return html(
        <Dashboard
          portal={session}
          balance={balance}
          days={days}
          last={last}
          waiting={waiting}
          operators={operators}
        />,
      )
    },
  })
}

interface DashboardProps {
  readonly portal: Portal
  readonly balance: Balance
  /** The oldest first; the last is today. */
  readonly days: readonly DayFigures[]
  /** Newest first. */
  readonly last: readonly TransactionRecord[]
  readonly waiting: Waiting
  readonly operators: readonly ShownOperator[]
}

function Dashboard(props: DashboardProps) {
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

/** What is most often done, for those who may. */
function QuickLinks({ portal: { person } }: { readonly portal: Portal }) {
  return (
    <div class="row">
      {hasPortalPermission(person, 'payouts.request') && (
        <ButtonLink href={paths.newPayout} look="quiet">
          Nouveau retrait
        </ButtonLink>
      )}
      <ButtonLink href={paths.balance} look="quiet">
        Soldes et mouvements
      </ButtonLink>
    </div>
  )
}

/** What the service's staff has to do for this merchant; nothing where nothing waits. */
function WaitingNotice({
  portal,
  waiting,
}: {
  readonly portal: Portal
  readonly waiting: Waiting
}) {
  const { transfers, refunds, accounts } = waiting
  const mayManage = hasPortalPermission(portal.person, 'accounts.manage')
  const items = [
    [transfers, 'virement à faire', 'virements à faire', `${paths.payouts}?statut=pending`],
    [refunds, 'remboursement à valider', 'remboursements à valider', pendingRefunds],
    [mayManage ? accounts : 0, 'compte à vérifier', 'comptes à vérifier', paths.accounts],
  ] as const
  const waits = items.filter(([count]) => count > 0)
  if (waits.length === 0) return null
  return (
    <Notice tone="wait" title="Chez nos équipes">
      <ul>
        {waits.map(([count, one, several, href]) => (
          <li key={href}>
            <a href={href}>{count === 1 ? `1 ${one}` : `${count} ${several}`}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const pendingRefunds = `${paths.refunds}?statut=pending`
