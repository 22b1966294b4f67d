import { type Money, money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { Balance } from '#use-cases/balance/read.ts'
import type { StatementLine } from '#use-cases/balance/statement.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Stat } from '#web/design/stat.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf, type ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { type AccountWords, accounts, availableAccount, movementNames } from './words.ts'

/** The field of the address that names an account. */
export const accountField = 'compte'

export interface BalancePageProps extends ListPage<StatementLine> {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly balance: Balance
  readonly account: AccountWords
}

/** What the merchant has, where it stands, and how it came and went. */
export function BalancePage(props: BalancePageProps) {
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

/** Accounts that few merchants ever use are shown once there is something in them. */
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
        <div class="card">
          <Table
            caption={`Mouvements du compte ${account.name}, les plus récents d’abord`}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </div>
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

/** The movement leads to what it is of, whose reference stands below where the merchant gave one. */
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
