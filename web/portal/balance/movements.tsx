import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import { money, toDecimalText } from '#domain/money/money.ts'
import { localTime } from '#domain/text/text.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import {
  positionAfter,
  readStatement,
  type StatementLine,
  type StatementPosition,
} from '#use-cases/balance/statement.ts'
import type { WebContext } from '#web/context.ts'
import { Chips } from '#web/design/chips.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { html } from '#web/http/answer.ts'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal, PortalInput } from '#web/portal/portal-page.ts'
import {
  accountField,
  accounts,
  availableAccount,
  movementsPath,
  shownAccounts,
} from './accounts.ts'
import { Movements } from './movement-table.tsx'
import { type BalanceWords, balanceWords, useBalanceWords } from './words.ts'

/** A page of them is short on a phone too. */
const rowsPerPage = 15

/** The statement of the account in the query, page after page. */
export async function showMovements(context: WebContext, { session, query }: PortalInput) {
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
  return html(
    <MovementsPage portal={session} query={query} balance={balance} account={account} {...page} />,
  )
}

/** The same as a file. */
export function giveMovements(context: WebContext, input: PortalInput) {
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
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly account: MerchantAccountKind
}

function MovementsPage(props: MovementsPageProps) {
  const { portal, query, balance, account, rows, newer, older } = props
  const { title, movements: words } = useBalanceWords()
  return (
    <PortalFrame portal={portal} title={words.title}>
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
