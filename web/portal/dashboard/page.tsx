import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import { type Waiting, countWaiting, readSellerNames } from '#use-cases/dashboard/read.ts'
import { type FirstSteps, readFirstSteps } from '#use-cases/dashboard/first-steps.ts'
import { type PlaceShare, readPlaceShares } from '#use-cases/dashboard/figures.ts'
import { type Overview, readOverview } from '#use-cases/dashboard/overview.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect, unchanged } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import {
  type OperatorConditions,
  OperatorStrip,
  type ShownOperator,
} from '#web/portal/operators/page.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage, usePortal } from '#web/portal/portal-page.ts'
import { money } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { documentation } from '#web/design/documentation.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { mayRefresh, openedAt } from '#web/design/refresh.ts'
import { useScope } from '#web/design/scope.ts'
import { seenOf } from '#web/design/seen.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { TransactionTable } from '#web/portal/transactions/table.tsx'
import { hasPortalPermission, requirePortalPermission } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Notice } from '#web/design/notice.tsx'
import { FirstStepsCard, firstStepsPermission } from './first-steps.tsx'
import { Charts } from './charts.tsx'
import { type AskedPeriod, PeriodChoice, readPeriod } from './period.tsx'
import { Shares } from './shares.tsx'
import { liveParts, Summary } from './summary.tsx'
import { ClosedMode } from './closed-mode.tsx'
import { useDashboardWords } from './words.ts'

const lastShown = 5

/** The first page of the portal: figures of the period, the balance, the latest payments. */
export function dashboardPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  const { database } = context
  const handler = async ({ session, query }: PortalInput) => {
    if (session.counter !== null) return redirect(paths.daySales)
    requirePortalPermission(session.person, 'balance.view')
    const { id, mode, serviceId } = session.place
    const maySee = hasPortalPermission(session.person, firstStepsPermission)
    const now = new Date()
    const asked = readPeriod(query, now)
    const [balance, overview, last, waiting, operators, steps] = await Promise.all([
      readBalance(database, id),
      readOverview(database, id, { period: asked.period, now }),
      listTransactions(
        database,
        { serviceEnvId: id },
        { filter: { createdAfter: new Date(0) }, limit: lastShown },
      ),
      countWaiting(database, id),
      conditions(mode),
      maySee ? readFirstSteps(database, serviceId) : null,
    ])
    const sellers = overview.shares.filter(
      ({ dimension }) => dimension === 'terminal' || dimension === 'payment_link',
    )
    const ids = sellers.map(({ value }) => value)
    const [names, places] = await Promise.all([
      readSellerNames(database, id, ids),
      sellers.some(({ dimension }) => dimension === 'terminal')
        ? readPlaceShares(database, id, asked.period.days)
        : [],
    ])
    const seen = figuresSeen({ balance, overview, last })
    if (query.get('vu') === seen && mayRefresh(openedAt(query, now), now)) return unchanged
    const shown = { balance, asked, overview, names, places, last, waiting, operators, steps, seen }
    return html(<Dashboard query={query} {...shown} />)
  }
  return portalPage(context, { method: 'GET', path: paths.home, handler })
}

interface DashboardProps {
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly asked: AskedPeriod
  readonly overview: Overview
  /** Names of terminals and links, by id. */
  readonly names: ReadonlyMap<string, string>
  readonly places: readonly PlaceShare[]
  /** Newest first. */
  readonly last: readonly TransactionRecord[]
  readonly waiting: Waiting
  readonly operators: readonly ShownOperator[]
  /** Null if the reader may not see them, or they are done or hidden. */
  readonly steps: FirstSteps | null
  readonly seen: string
}

/** The same text for the same figures. */
function figuresSeen({
  balance,
  overview,
  last,
}: Pick<DashboardProps, 'balance' | 'overview' | 'last'>): string {
  const { collected, before, shares } = overview
  const amounts = Object.values(balance).map(String)
  const sums = [collected, before, ...shares].map((figures) => Object.values(figures).map(String))
  return seenOf([amounts, sums, last.map(({ id, status }) => [id, status])])
}

function Dashboard(props: DashboardProps) {
  const portal = usePortal()
  const { query, asked, overview, names, places, last, steps } = props
  const { now } = useScope()
  const words = useDashboardWords()
  return (
    <PortalFrame title={words.title} script="chart.js" isLive>
      <h1>{words.title}</h1>
      <ClosedMode />
      {last.length > 0 && <PeriodChoice asked={asked} query={query} now={now} />}
      <Glance {...props} />
      {steps !== null && <FirstStepsCard steps={steps} />}
      {last.length === 0 ? (
        portal.place.isOpen && <FirstPayment />
      ) : (
        <>
          <Shares overview={overview} names={names} places={places} />
          <div class="row spread">
            <h2>{words.latest}</h2>
            <a href={paths.transactions}>{words.all}</a>
          </div>
          <div id={liveParts.latest}>
            <TransactionTable caption={words.latest} rows={last} />
          </div>
        </>
      )}
    </PortalFrame>
  )
}

/** An operator in trouble first; the available and the expected money; next to it where the takings came from, once there are any. */
function Glance(props: DashboardProps) {
  const { query, balance, overview, last, waiting, operators, seen } = props
  const { now } = useScope()
  const troubled = operators.filter(({ condition }) => condition !== 'normal')
  return (
    <div class={last.length > 0 ? 'glance' : undefined}>
      <div class="stack">
        {troubled.length > 0 && <OperatorStrip operators={troubled} />}
        {last.length > 0 && (
          <Summary overview={overview} now={now} openedAt={openedAt(query, now)} seen={seen} />
        )}
        <BalanceLine balance={balance} />
        <QuickLinks />
        <WaitingNotice waiting={waiting} />
      </div>
      {last.length > 0 && (
        <div class="stack" id={liveParts.charts}>
          <Charts overview={overview} now={now} />
        </div>
      )}
    </div>
  )
}

function BalanceLine({ balance }: Pick<DashboardProps, 'balance'>) {
  const { language } = useScope()
  const words = useDashboardWords().balance
  const isTest = balance.mode === 'sandbox'
  const waiting = [
    [balance.pending, words.pending],
    [balance.pendingConfirmation, isTest ? words.withinToConfirm : words.toConfirm],
    [balance.held, words.held],
  ] as const
  const notes = waiting.filter(([minor]) => minor > 0n)
  return (
    <div class="card" id={liveParts.balance}>
      <p class={balance.available < longBalance ? 'row spread' : 'row spread small'}>
        <a href={paths.balance}>{words.available}</a>
        <b>
          <Amount of={money(balance.available, 'XOF')} />
        </b>
      </p>
      {notes.length > 0 && (
        <p class="soft small">
          {notes
            .map(([minor, noted]) => noted(moneyText(money(minor, 'XOF'), language)))
            .join(' · ')}
        </p>
      )}
    </div>
  )
}

/** From here on a balance and its name share a line of a phone only if both are small. */
const longBalance = 1_000_000_000n

function FirstPayment() {
  const { place, person } = usePortal()
  const { home, sandbox } = documentation[useScope().language]
  const words = useDashboardWords().first
  const isLive = place.mode === 'live'
  return (
    <Empty title={isLive ? words.live : words.test}>
      <p>{isLive ? words.liveText : words.testText}</p>
      {hasPortalPermission(person, 'collections.request') && (
        <p class="back">
          <ButtonLink href={paths.collect} icon="phone">
            {words.collect}
          </ButtonLink>
        </p>
      )}
      <p class="soft small">
        {words.site(<a href={home}>{words.documentation}</a>)}
        {!isLive && words.numbers(<a href={sandbox}>{words.testNumbers}</a>)}.
      </p>
    </Empty>
  )
}

/** Links to the most frequent tasks the person may do. */
function QuickLinks() {
  const { person, place } = usePortal()
  const words = useDashboardWords()
  if (!place.isOpen) return null
  return (
    <div class="row acts">
      {hasPortalPermission(person, 'collections.request') && (
        <ButtonLink href={paths.collect} icon="phone">
          {words.first.collect}
        </ButtonLink>
      )}
      {hasPortalPermission(person, 'payouts.request') && (
        <ButtonLink href={paths.newPayout} look="quiet">
          {words.newPayout}
        </ButtonLink>
      )}
    </div>
  )
}

/** What the merchant is waiting for from our staff; nothing if there is none. */
function WaitingNotice({ waiting }: { readonly waiting: Waiting }) {
  const portal = usePortal()
  const words = useDashboardWords().waiting
  const { transfers, refunds, accounts } = waiting
  const mayManage = hasPortalPermission(portal.person, 'accounts.manage')
  const items = [
    [transfers, words.transfers, `${paths.payouts}?statut=pending`],
    [refunds, words.refunds, `${paths.refunds}?statut=pending`],
    [mayManage ? accounts : 0, words.accounts, paths.accounts],
  ] as const
  const waits = items.filter(([count]) => count > 0)
  if (waits.length === 0) return null
  return (
    <Notice tone="wait" title={words.title}>
      <ul>
        {waits.map(([count, said, href]) => (
          <li key={href}>
            <a href={href}>{said(count)}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
