import { money, type Money, toDecimalText } from '#domain/money/money.ts'
import { localTime } from '#domain/text/text.ts'
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
import { Amount, moneyText } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Stat } from '#web/design/stat.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { accounts, type AccountWords, availableAccount, movementNames } from './words.ts'

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
  const owner = { serviceEnvId: place.id, kind: account.kind }
  const page = await readListPage<StatementLine, StatementPosition>(context, {
    name: `portal-statement-${account.kind}`,
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
  const account = accountOf(input.query)
  const owner = { serviceEnvId: input.session.place.id, kind: account.kind }
  const lines = tableLines<StatementLine, StatementPosition>({
    columns: sheetColumns,
    read: (page) => readStatement(context.database, owner, page),
    positionOf: positionAfter,
  })
  const name = `mouvements-${account.kind}`
  return giveTable(context, input, { act: 'statement.export', name, lines })
}

/** The account named in the query. */
function accountOf(query: URLSearchParams): AccountWords {
  return accounts.find(({ kind }) => kind === query.get(accountField)) ?? availableAccount
}

const sheetColumns: readonly ExportColumn<StatementLine>[] = [
  ['Date', ({ at }) => localTime(at)],
  ['Mouvement', ({ kind }) => movementNames[kind]],
  ['Référence', ({ reference }) => reference],
  ['Transaction', ({ transactionId }) => transactionId],
  ['Remboursement', ({ refundId }) => refundId],
  ['Entrée', ({ amount }) => (amount > 0n ? decimals(amount) : null)],
  ['Sortie', ({ amount }) => (amount < 0n ? decimals(-amount) : null)],
  ['Solde après', ({ after }) => decimals(after)],
  ['Devise', () => 'XOF'],
]

function decimals(minor: bigint): string {
  return toDecimalText(money(minor, 'XOF'))
}

/** Query field that names an account. */
const accountField = 'compte'

interface BalancePageProps extends ListPage<StatementLine> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly account: AccountWords
}

/** The merchant's balances, and the statement of one account. */
function BalancePage(props: BalancePageProps) {
  const { portal, balance } = props
  return (
    <PortalFrame portal={portal} title="Soldes">
      <div class="row spread">
        <h1>Soldes</h1>
        {hasPortalPermission(portal.person, 'payouts.request') && (
          <ButtonLink href={paths.newPayout}>Nouveau retrait</ButtonLink>
        )}
      </div>
      <div class="grid figures">
        {shownAccounts(balance).map((words) => (
          <Stat key={words.kind} label={words.name} note={words.note}>
            <Amount of={xof(words.balanceOf(balance))} />
          </Stat>
        ))}
      </div>
      <Confirming portal={portal} balance={balance} />
      <Movements {...props} />
    </PortalFrame>
  )
}

/** Accounts that few merchants use are hidden while they are empty. */
function shownAccounts(balance: Balance): readonly AccountWords[] {
  const always = ['available', 'pending', 'reserved']
  return accounts.filter(({ kind, balanceOf }) => always.includes(kind) || balanceOf(balance) > 0n)
}

function Confirming({ portal, balance }: Pick<BalancePageProps, 'portal' | 'balance'>) {
  const { pendingConfirmationCount: count } = balance
  if (count === 0) return null
  const text =
    count === 1
      ? '1 paiement attend la confirmation de réception des fonds.'
      : `${count} paiements attendent la confirmation de réception des fonds.`
  return (
    <Notice tone="info" title={text}>
      {portal.place.mode === 'live'
        ? 'Nos équipes les confirment dès que l’argent est sur notre compte\u00A0; il devient alors disponible.'
        : 'En mode test rien n’est retenu\u00A0: ils sont déjà dans votre solde disponible.'}
    </Notice>
  )
}

function Movements({ query, balance, account, rows, newer, older }: BalancePageProps) {
  const exportPath = addressOf(paths.balanceFile, query, { fields: [accountField] })
  return (
    <>
      <div class="row spread">
        <h2>Mouvements</h2>
        {rows.length > 0 && (
          <ButtonLink href={exportPath} look="quiet" icon="download">
            Exporter en CSV
          </ButtonLink>
        )}
      </div>
      <AccountLinks balance={balance} account={account} />
      {rows.length === 0 ? (
        <Empty title="Aucun mouvement">
          <p>Chaque entrée et chaque sortie de ce compte apparaît ici aussitôt.</p>
        </Empty>
      ) : (
        <CardTable
          caption={`Mouvements du compte ${account.name}, les plus récents d’abord`}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </>
  )
}

function AccountLinks({ balance, account }: Pick<BalancePageProps, 'balance' | 'account'>) {
  const shown = accounts.filter(
    (words) => words === account || shownAccounts(balance).includes(words),
  )
  return (
    <nav class="row" aria-label="Comptes">
      {shown.map((words) => {
        const changes = words === availableAccount ? {} : { [accountField]: words.kind }
        return words === account ? (
          <b key={words.kind} aria-current="page">
            {words.name}
          </b>
        ) : (
          <a
            key={words.kind}
            href={addressOf(paths.balance, new URLSearchParams(), { fields: [], changes })}
          >
            {words.name}
          </a>
        )
      })}
    </nav>
  )
}

const columns: readonly Column<StatementLine>[] = [
  { title: 'Mouvement', cell: (line) => <What line={line} /> },
  { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Entrée ou sortie',
    isNumber: true,
    cell: ({ amount, after }) => (
      <>
        <Amount of={xof(amount)} isSigned />
        <div class="soft small">
          Solde{'\u00A0'}: {moneyText(xof(after))}
        </div>
      </>
    ),
  },
]

/** Links the movement to its payment or refund, with the merchant's reference below if there is one. */
function What({ line }: { readonly line: StatementLine }) {
  const { kind, refundId, transactionId, reference } = line
  const name = movementNames[kind]
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
