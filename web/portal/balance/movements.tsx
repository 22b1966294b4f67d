import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import { money, toDecimalText } from '#domain/money/money.ts'
import { localTime } from '#domain/text/text.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import {
  findStatementPart,
  type StatementAccount,
  type StatementPart,
} from '#use-cases/balance/statement-part.ts'
import {
  positionAfter,
  readStatement,
  type StatementLine,
  type StatementPosition,
} from '#use-cases/balance/statement.ts'
import type { WebContext } from '#web/context.ts'
import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Chips } from '#web/design/chips.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { DayFields, dayFields, momentsOf, PeriodChips, readDays } from '#web/portal/days.tsx'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf, isNarrowed, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { usePortalWords } from '#web/portal/words.tsx'
import { accountField, accounts, availableAccount, shownAccounts, xof } from './accounts.ts'
import { Movements } from './movement-table.tsx'
import { type BalanceWords, balanceWords, useBalanceWords } from './words.ts'

/** The statement of each account, all of it or of some days, and its file. */
export function movementPages(
  context: WebContext,
  page: ReturnType<typeof portalReads>,
): readonly PageRoute[] {
  return [
    page(paths.movements, (input) => showMovements(context, input)),
    page(paths.balanceFile, (input) => giveMovements(context, input)),
  ]
}

const fields = [accountField, ...dayFields]

/** A page of them is short on a phone too. */
const rowsPerPage = 12

/** The statement of the account in the query, page after page. */
async function showMovements(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const account = accountOf(query)
  const owner = { serviceEnvId: place.id, kind: account }
  const part = await partOf(context, owner, query)
  const page = await readListPage<StatementLine, StatementPosition>(context, {
    name: `portal-statement-${account}`,
    path: paths.movements,
    place,
    query,
    fields,
    rowsPerPage,
    read: (rows) => readStatement(database, owner, { ...rows, part }),
    toCursor: (line) => {
      const { id, before } = positionAfter(line)
      return [id, `${before}`]
    },
    fromCursor: ([id = '', before = '']) => ({ id, before: BigInt(before) }),
  })
  const balance = await readBalance(database, place.id)
  return html(
    <MovementsPage query={query} balance={balance} account={account} part={part} {...page} />,
  )
}

/** The part of the statement that the query asks for; null for all of it. */
async function partOf({ database }: WebContext, owner: StatementAccount, query: URLSearchParams) {
  const days = readDays(query, new Date())
  if (days.from === undefined && days.to === undefined) return null
  return findStatementPart(database, owner, momentsOf(days))
}

/** The same as a file. */
async function giveMovements(context: WebContext, input: PortalInput) {
  const kind = accountOf(input.query)
  const { sheet } = balanceWords[input.language]
  const owner = { serviceEnvId: input.session.place.id, kind }
  const part = await partOf(context, owner, input.query)
  const lines = tableLines<StatementLine, StatementPosition>({
    columns: sheetColumns(balanceWords[input.language]),
    language: input.language,
    read: (page) => readStatement(context.database, owner, { ...page, part }),
    positionOf: positionAfter,
  })
  const name = `${sheet.fileName}-${sheet.fileAccounts[kind]}`
  return giveTable(context, input, { act: 'statement.export', name, lines })
}

/** The account named in the query. */
function accountOf(query: URLSearchParams): MerchantAccountKind {
  return accounts.find((kind) => kind === query.get(accountField)) ?? availableAccount
}

function sheetColumns({ sheet, kinds }: BalanceWords): readonly ExportColumn<StatementLine>[] {
  return [
    [sheet.date, ({ at }) => localTime(at), 'time'],
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
  /** Of the days chosen; null if none are. */
  readonly part: StatementPart | null
}

function MovementsPage(props: MovementsPageProps) {
  const { query, account, part, rows, newer, older } = props
  const { title, movements: words } = useBalanceWords()
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.balance}>{title}</a>
      </p>
      <div class="row spread">
        <h1>{words.title}</h1>
        {rows.length > 0 && <ExportLinks href={addressOf(paths.balanceFile, query, { fields })} />}
      </div>
      <AccountChips {...props} />
      <PeriodChips path={paths.movements} query={query} fields={[accountField]} />
      <OwnDays query={query} />
      {part && <Sums part={part} />}
      <Movements account={account} rows={rows} isOfDays={part !== null} />
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function AccountChips({ query, balance, account }: MovementsPageProps) {
  const words = useBalanceWords()
  const shown = accounts.filter((kind) => kind === account || shownAccounts(balance).includes(kind))
  return (
    <Chips
      label={words.movements.accounts}
      chips={shown.map((kind) => ({
        href: addressOf(paths.movements, query, {
          fields: dayFields,
          changes: { [accountField]: kind === availableAccount ? '' : kind },
        }),
        label: words.accounts[kind].name,
        isOn: kind === account,
      }))}
    />
  )
}

/** Days of one's own, folded while none are typed. */
function OwnDays({ query }: Pick<MovementsPageProps, 'query'>) {
  const { days: words } = usePortalWords()
  const account = query.get(accountField) ?? ''
  return (
    <More title={words.others} isOpen={isNarrowed(query, ['du', 'au'])}>
      <div class="card">
        <Form action={paths.movements} method="get">
          {account !== '' && <input type="hidden" name={accountField} value={account} />}
          <div class="grid">
            <DayFields query={query} />
          </div>
          <Button>{words.show}</Button>
        </Form>
      </div>
    </More>
  )
}

/** What the account held before and after these days, and what moved in between. */
function Sums({ part }: { readonly part: StatementPart }) {
  const { movements: words } = useBalanceWords()
  return (
    <section class="card narrow">
      <Facts
        facts={[
          { label: words.opening, value: <Amount of={xof(part.opening)} /> },
          { label: words.in, value: <Amount of={xof(part.in)} isSigned /> },
          { label: words.out, value: <Amount of={xof(-part.out)} isSigned /> },
          { label: words.closing, value: <Amount of={xof(part.closing)} />, isTotal: true },
        ]}
      />
    </section>
  )
}
