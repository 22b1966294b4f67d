import { money, type Money, toDecimalText } from '#domain/money/money.ts'
import { countText, localTime } from '#domain/text/text.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import {
  positionAfter,
  readStatement,
  type StatementLine,
  type StatementPosition,
} from '#use-cases/balance/statement.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { addressOf, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Stat } from '#web/design/stat.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import { useScope } from '#web/design/scope.ts'
import { accounts, availableAccount, balanceOf, shownAccounts } from './accounts.ts'
import { type BalanceWords, balanceWords, useBalanceWords } from './words.ts'

const permission = 'balance.view'

/** The balance of a service in one mode, and the statement of each of its accounts. */
export function balancePages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.balance, (input) => showBalance(context, input)),
    page(paths.balanceFile, (input) => giveFile(context, input)),
  ]
}

async function showBalance(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const account = accountOf(query)
  const owner = { serviceEnvId: place.id, kind: account }
  const page = await readListPage<StatementLine, StatementPosition>(context, {
    name: `portal-statement-${account}`,
    path: paths.balance,
    place,
    query,
    fields: [accountField],
    read: (part) => readStatement(database, owner, part),
    toCursor: (line) => {
      const { id, before } = positionAfter(line)
      return [id, `${before}`]
    },
    fromCursor: ([id = '', before = '']) => ({ id, before: BigInt(before) }),
  })
  const balance = await readBalance(database, place.id)
  return html(
    <BalancePage portal={session} query={query} balance={balance} account={account} {...page} />,
  )
}

function giveFile(context: WebContext, input: PortalInput) {
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

/** Query field that names an account. */
const accountField = 'compte'

interface BalancePageProps extends ListPage<StatementLine> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly account: MerchantAccountKind
}

/** The merchant's balances, and the statement of one account. */
function BalancePage(props: BalancePageProps) {
  const { portal, balance } = props
  const words = useBalanceWords()
  return (
    <PortalFrame portal={portal} title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {hasPortalPermission(portal.person, 'payouts.request') && (
          <ButtonLink href={paths.newPayout}>{words.newPayout}</ButtonLink>
        )}
      </div>
      <div class="grid figures">
        {shownAccounts(balance).map((kind) => (
          <Stat key={kind} label={words.accounts[kind].name} note={words.accounts[kind].note}>
            <Amount of={xof(balanceOf(balance, kind))} />
          </Stat>
        ))}
      </div>
      <Confirming portal={portal} balance={balance} />
      <Movements {...props} />
    </PortalFrame>
  )
}

function Confirming({ portal, balance }: Pick<BalancePageProps, 'portal' | 'balance'>) {
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

function Movements({ query, balance, account, rows, newer, older }: BalancePageProps) {
  const words = useBalanceWords()
  const exportPath = addressOf(paths.balanceFile, query, { fields: [accountField] })
  return (
    <>
      <div class="row spread">
        <h2>{words.movements.title}</h2>
        {rows.length > 0 && <ExportLinks href={exportPath} />}
      </div>
      <AccountLinks balance={balance} account={account} />
      {rows.length === 0 ? (
        <Empty title={words.movements.none}>
          <p>{words.movements.noneText}</p>
        </Empty>
      ) : (
        <CardTable
          caption={words.movements.caption(words.accounts[account].name)}
          columns={columnsIn(words)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </>
  )
}

function AccountLinks({ balance, account }: Pick<BalancePageProps, 'balance' | 'account'>) {
  const words = useBalanceWords()
  const shown = accounts.filter((kind) => kind === account || shownAccounts(balance).includes(kind))
  return (
    <nav class="row" aria-label={words.movements.accounts}>
      {shown.map((kind) => {
        const changes = kind === availableAccount ? {} : { [accountField]: kind }
        return kind === account ? (
          <b key={kind} aria-current="page">
            {words.accounts[kind].name}
          </b>
        ) : (
          <a
            key={kind}
            href={addressOf(paths.balance, new URLSearchParams(), { fields: [], changes })}
          >
            {words.accounts[kind].name}
          </a>
        )
      })}
    </nav>
  )
}

function columnsIn({ movements: words }: BalanceWords): readonly Column<StatementLine>[] {
  return [
    { title: words.movement, cell: (line) => <What line={line} /> },
    { title: words.when, cell: ({ at }) => <Time at={at} /> },
    {
      title: words.inOrOut,
      isNumber: true,
      cell: ({ amount }) => <Amount of={xof(amount)} isSigned />,
    },
    {
      title: words.after,
      isNumber: true,
      isLater: true,
      isNamed: true,
      cell: ({ after }) => <Amount of={xof(after)} />,
    },
  ]
}

/** Links the movement to its payment or refund, with the merchant's reference below if there is one. */
function What({ line }: { readonly line: StatementLine }) {
  const { kind, refundId, transactionId, reference } = line
  const { kinds } = useBalanceWords()
  const name = kinds[kind]
  if (transactionId === null) return <>{name}</>
  const href = refundId ? `${paths.refunds}/${refundId}` : `${paths.transactions}/${transactionId}`
  return (
    <>
      <a href={href}>{name}</a>
      {reference !== transactionId && <div class="soft small">{reference}</div>}
    </>
  )
}

function xof(minor: bigint): Money {
  return money(minor, 'XOF')
}
