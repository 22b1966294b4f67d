import type {
  AuthorizedAccount,
  AuthorizedAccountStatus,
} from '#domain/authorized-accounts/account.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { AccountSearch } from '#web/portal/payouts/account-field.tsx'
import { usePortal } from '#web/portal/portal-page.ts'
import { accountText, calledOf } from './account-text.ts'
import { type AccountWords, useAccountWords } from './words.tsx'

/** Rows of one page; more than that can be searched too. */
export const rowsAtOnce = 40
const pageField = 'page'

interface AccountsProps {
  /** How many the service has. */
  readonly all: number
  readonly search: string
  /** How many match the search. */
  readonly found: number
  /** Those of this page. */
  readonly rows: readonly AuthorizedAccount[]
  /** Counted from 1. */
  readonly page: number
  readonly query: URLSearchParams
}

/** The accounts of a service, newest first, found by their names or the end of their number. */
export function AccountsPage(props: AccountsProps) {
  const portal = usePortal()
  const { all, search, found } = props
  const { list } = useAccountWords()
  const isLive = portal.place.mode === 'live'
  return (
    <PortalFrame title={list.title}>
      <h1>{list.title}</h1>
      <p class="soft">
        {list.text}
        {isLive && ` ${list.textLive}`}
      </p>
      <div class="row">
        <ButtonLink href={paths.newPhoneAccount} icon="phone">
          {list.addPhone}
        </ButtonLink>
        {isLive && (
          <ButtonLink href={paths.newBankAccount} icon="card" look="quiet">
            {list.addBank}
          </ButtonLink>
        )}
      </div>
      {(all > rowsAtOnce || search !== '') && (
        <AccountSearch path={paths.accounts} search={search} found={found} />
      )}
      {all === 0 ? (
        <Empty title={list.none}>
          <p>{list.noneText}</p>
        </Empty>
      ) : (
        <Rows {...props} />
      )}
    </PortalFrame>
  )
}

/** Which page of so many rows is asked for, counted from 1; anything else is the first or the last. */
export function pageIn(query: URLSearchParams, rows: number): number {
  const last = Math.max(1, Math.ceil(rows / rowsAtOnce))
  const typed = query.get(pageField) ?? ''
  return /^\d{1,4}$/.test(typed) ? Math.min(Math.max(1, Number(typed)), last) : 1
}

function Rows({ rows, found, query, page }: AccountsProps) {
  const { list } = useAccountWords()
  if (rows.length === 0) return null
  const at = (wanted: number): string =>
    addressOf(paths.accounts, query, { fields: [], changes: { [pageField]: `${wanted}` } })
  return (
    <>
      <CardTable
        caption={list.caption}
        columns={columnsIn(list)}
        rows={rows}
        keyOf={({ id }) => id}
      />
      <Pagination
        newer={page > 1 ? at(page - 1) : null}
        older={page * rowsAtOnce < found ? at(page + 1) : null}
      />
    </>
  )
}

function columnsIn(words: AccountWords['list']): readonly Column<AuthorizedAccount>[] {
  return [
    {
      title: words.name,
      cell: (account) => <a href={`${paths.accounts}/${account.id}`}>{calledOf(account)}</a>,
    },
    {
      title: words.holder,
      cell: ({ holderName, ownName }) => (ownName === null ? null : holderName),
    },
    { title: words.account, cell: accountText },
    { title: words.added, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: words.status, cell: ({ status }) => <AccountBadge status={status} /> },
  ]
}

const tones: Readonly<Record<AuthorizedAccountStatus, Tone>> = {
  pending: 'wait',
  active: 'ok',
  revoked: 'still',
}

/** The state of an account. */
export function AccountBadge({ status }: Pick<AuthorizedAccount, 'status'>) {
  const { statuses } = useAccountWords()
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>
}
