import { money, toDecimalText } from '#domain/money/money.ts'
import { localTime } from '#domain/text/text.ts'
import { readBalance } from '#use-cases/balance/read.ts'
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
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { accountField, BalancePage } from './view.tsx'
import { type AccountWords, accounts, availableAccount, movementNames } from './words.ts'

const permission = 'balance.view'

/** What a service has in one mode, and the statement of each of its accounts. */
export function balancePages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
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
    columns,
    read: (page) => readStatement(context.database, owner, page),
    positionOf: positionAfter,
  })
  const name = `mouvements-${account.kind}`
  return giveTable(context, input, { act: 'statement.export', name, lines })
}

/** The account that the address names. */
function accountOf(query: URLSearchParams): AccountWords {
  return accounts.find(({ kind }) => kind === query.get(accountField)) ?? availableAccount
}

const columns: readonly ExportColumn<StatementLine>[] = [
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
