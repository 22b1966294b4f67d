import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import { money, toDecimalText } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { countText, localTime } from '#domain/text/text.ts'
import { type PendingOfDay, readPendingByDay } from '#use-cases/balance/pending-by-day.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import {
  positionAfter,
  readStatement,
  type StatementLine,
  type StatementPosition,
} from '#use-cases/balance/statement.ts'
import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Chips } from '#web/design/chips.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { dayText } from '#web/design/time-text.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import {
  accountField,
  accounts,
  availableAccount,
  balanceOf,
  movementsPath,
  shownAccounts,
  xof,
} from './accounts.ts'
import { Movements } from './movement-table.tsx'
import { type BalanceWords, balanceWords, useBalanceWords } from './words.ts'

const permission = 'balance.view'

/** The balance of a service in one mode, and the statement of each of its accounts. */
export function balancePages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.balance, (input) => showBalance(context, input)),
    page(paths.movements, (input) => showMovements(context, input)),
    page(paths.balanceFile, (input) => giveMovements(context, input)),
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

/** A page of them is short on a phone too. */
const rowsPerPage = 14

/** The statement of the account in the query, page after page. */
async function showMovements(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const account = accountOf(query)
  const owner = { serviceEnvId: place.id, kind: account }
  const page = await readListPage<StatementLine, StatementPosition>(context, {
    name: `portal-statement-${account}`,
    path: paths.movements,
    place,
    query,
    fields: [accountField],
    rowsPerPage,
    read: (part) => readStatement(database, owner, part),
    toCursor: (line) => {
      const { id, before } = positionAfter(line)
      return [id, `${before}`]
    },
    fromCursor: ([id = '', before = '']) => ({ id, before: BigInt(before) }),
  })
  const balance = await readBalance(database, place.id)
  return html(<MovementsPage query={query} balance={balance} account={account} {...page} />)
}

/** The same as a file. */
function giveMovements(context: WebContext, input: PortalInput) {
  const kind = accountOf(input.query)
  const { sheet } = balanceWords[input.language]
  const owner = { serviceEnvId: input.session.place.id, kind }
  const lines = tableLines<StatementLine, StatementPosition>({
    columns: sheetColumns(balanceWords[input.language]),
    language: input.language,
    read: (page) => readStatement(context.database, owner, page),
    positionOf: positionAfter,
  })
  const name = sheet.fileName(kind)
  return giveTable(context, input, { act: 'statement.export', name, lines })
}

/** The account named in the query. */
function accountOf(query: URLSearchParams): MerchantAccountKind {
  return accounts.find((kind) => kind === query.get(accountField)) ?? availableAccount
}

function sheetColumns({ sheet, kinds }: BalanceWords): readonly ExportColumn<StatementLine>[] {
  return [
    [sheet.date, ({ at }) => localTime(at)],
    [sheet.movement, ({ kind }) => kinds[kind]],
    [sheet.reference, ({ reference }) => reference],
    [sheet.transaction, ({ transactionId }) => transactionId],
    [sheet.refund, ({ refundId }) => refundId],
    [sheet.in, ({ amount }) => (amount > 0n ? decimals(amount) : null), 'number'],
    [sheet.out, ({ amount }) => (amount < 0n ? decimals(-amount) : null), 'number'],
    [sheet.after, ({ after }) => decimals(after), 'number'],
    [sheet.currency, () => 'XOF'],
  ]
}

function decimals(minor: bigint): string {
  return toDecimalText(money(minor, 'XOF'))
}

interface MovementsPageProps extends ListPage<StatementLine> {
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly account: MerchantAccountKind
}

function MovementsPage(props: MovementsPageProps) {
  const { query, balance, account, rows, newer, older } = props
  const { title, movements: words } = useBalanceWords()
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.balance}>{title}</a>
      </p>
      <div class="row spread">
        <h1>{words.title}</h1>
        {rows.length > 0 && (
          <ExportLinks href={addressOf(paths.balanceFile, query, { fields: [accountField] })} />
        )}
      </div>
      <AccountChips balance={balance} account={account} />
      <Movements account={account} rows={rows} />
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function AccountChips({ balance, account }: Pick<MovementsPageProps, 'balance' | 'account'>) {
  const words = useBalanceWords()
  const shown = accounts.filter((kind) => kind === account || shownAccounts(balance).includes(kind))
  return (
    <Chips
      label={words.movements.accounts}
      chips={shown.map((kind) => ({
        href: movementsPath(kind),
        label: words.accounts[kind].name,
        isOn: kind === account,
      }))}
    />
  )
}
