import type { MerchantAccountKind } from '#domain/ledger/ledger.ts'
import type { StatementLine } from '#use-cases/balance/statement.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ListTime } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'
import { xof } from './accounts.ts'
import { type BalanceWords, useBalanceWords } from './words.ts'

/** Movements of an account, each with what the account held afterwards; where there are none, what will be here. */
export function Movements({
  account,
  rows,
  isOfDays = false,
}: {
  readonly account: MerchantAccountKind
  readonly rows: readonly StatementLine[]
  /** Of some days only. */
  readonly isOfDays?: boolean
}) {
  const words = useBalanceWords()
  if (rows.length === 0) {
    return (
      <Empty title={words.movements.none}>
        <p>{isOfDays ? words.movements.noneThen : words.movements.noneText}</p>
      </Empty>
    )
  }
  return (
    <div class="card dense">
      <Table
        caption={words.movements.caption(words.accounts[account].name)}
        columns={columnsIn(words)}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

function columnsIn({ movements: words }: BalanceWords): readonly Column<StatementLine>[] {
  return [
    { title: words.movement, cell: (line) => <What line={line} /> },
    { title: words.when, cell: ({ at }) => <ListTime at={at} /> },
    { title: words.who, cell: ({ who }) => who && <span class="break">{who}</span> },
    { title: words.reference, cell: ownReference },
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

/** Links the movement to its payment or refund. */
function What({ line }: { readonly line: StatementLine }) {
  const { kind, refundId, transactionId } = line
  const name = useBalanceWords().kinds[kind]
  if (transactionId === null) return <span class="break">{name}</span>
  const href = refundId ? `${paths.refunds}/${refundId}` : `${paths.transactions}/${transactionId}`
  return (
    <a class="break" href={href}>
      {name}
    </a>
  )
}

/** The merchant's reference; an id in its place would mean nothing. */
function ownReference({ reference, transactionId }: StatementLine) {
  return reference === transactionId ? null : <span class="break">{reference}</span>
}
