import { hasPortalPermission } from '#domain/people/person.ts'
import { countText } from '#domain/text/text.ts'
import { type PendingOfDay, readPendingByDay } from '#use-cases/balance/pending-by-day.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import { readStatement, type StatementLine } from '#use-cases/balance/statement.ts'
import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { dayText } from '#web/design/time-text.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { availableAccount, balanceOf, movementsPath, shownAccounts, xof } from './accounts.ts'
import { feePages } from './fees.tsx'
import { Movements } from './movement-table.tsx'
import { movementPages } from './movements.tsx'
import { useBalanceWords } from './words.ts'

const permission = 'balance.view'

/** The balance of a service in one mode, and the statement of each of its accounts. */
export function balancePages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.balance, (input) => showBalance(context, input)),
    ...movementPages(context, page),
    ...feePages(context, page),
  ]
}

/** The last movements are shown with the balance; all of them have a separate page. */
const lastMax = 5

async function showBalance({ database }: WebContext, { session }: PortalInput) {
  const { id: serviceEnvId } = session.place
  const balance = await readBalance(database, serviceEnvId)
  const pending = balance.pending > 0n ? await readPendingByDay(database, serviceEnvId) : []
  const available = { serviceEnvId, kind: availableAccount }
  const last = await readStatement(database, available, { limit: lastMax })
  return html(<BalancePage balance={balance} pending={pending} last={last} />)
}

interface BalancePageProps {
  readonly balance: Balance
  readonly pending: readonly PendingOfDay[]
  /** Of the available balance, newest first. */
  readonly last: readonly StatementLine[]
}

/** What there is, what is coming and when, and what moved last. */
function BalancePage(props: BalancePageProps) {
  const portal = usePortal()
  const { balance } = props
  const words = useBalanceWords()
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {hasPortalPermission(portal.person, 'payouts.request') && (
          <ButtonLink href={paths.newPayout}>{words.newPayout}</ButtonLink>
        )}
      </div>
      <div class="grid figures">
        {shownAccounts(balance).map((kind) => (
          <Stat
            key={kind}
            label={<a href={movementsPath(kind)}>{words.accounts[kind].name}</a>}
            note={words.accounts[kind].note}
          >
            <Amount of={xof(balanceOf(balance, kind))} />
          </Stat>
        ))}
      </div>
      <p>
        <a href={paths.fees}>{words.fees.title}</a>
      </p>
      <Coming {...props} />
      <Confirming balance={balance} />
      <Last {...props} />
    </PortalFrame>
  )
}

/** How many days are listed separately; later ones are combined. */
const comingDaysMax = 4

/** When the pending funds become available. */
function Coming({ balance, pending }: Pick<BalancePageProps, 'balance' | 'pending'>) {
  const { now, language } = useScope()
  const { coming: words } = useBalanceWords()
  if (balance.pending === 0n) return null
  const days = pending.slice(0, comingDaysMax)
  const later = sumOf(pending.slice(comingDaysMax))
  const untold = balance.pending - sumOf(pending)
  const told = days.map(({ day, amount }) => [dayText(day, now, language), amount] as const)
  const lines = [[words.soon, untold] as const, ...told, [words.later, later] as const]
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <Facts
        facts={lines.map(([label, amount]) => ({
          label,
          value: amount > 0n ? <Amount of={xof(amount)} isSigned /> : null,
        }))}
      />
    </section>
  )
}

function sumOf(days: readonly PendingOfDay[]): bigint {
  return days.reduce((sum, { amount }) => sum + amount, 0n)
}

function Confirming({ balance }: Pick<BalancePageProps, 'balance'>) {
  const portal = usePortal()
  const { confirming: words } = useBalanceWords()
  const { language } = useScope()
  const { pendingConfirmationCount: count } = balance
  if (count === 0) return null
  return (
    <Notice tone="info" title={count === 1 ? words.one : words.many(countText(count, language))}>
      {portal.place.mode === 'live' ? words.live : words.test}
    </Notice>
  )
}

function Last({ last }: Pick<BalancePageProps, 'last'>) {
  const { movements: words } = useBalanceWords()
  return (
    <>
      <div class="row spread">
        <h2>{words.last}</h2>
        {last.length === lastMax && <a href={paths.movements}>{words.all}</a>}
      </div>
      <Movements account={availableAccount} rows={last} />
    </>
  )
}
