import { ButtonLink } from '#web/design/button.tsx'
import { mayRefresh } from '#web/design/refresh.ts'
import { countText } from '#domain/text/text.ts'
import { addressOf } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { useScope } from '#web/design/scope.ts'
import { arrivalsMax, type Changes, fieldsOf, type Shown } from './arrivals.ts'
import { filterFields, listPath } from './filter.ts'
import { liveRows, TransactionRow, TransactionTable } from './table.tsx'
import { useTransactionListWords } from './words.ts'

const askEverySeconds = 10
const id = 'nouveaux'

interface NewOnesProps {
  readonly query: URLSearchParams
  readonly shown: Shown
  readonly now: Date
  /** How many rows just came in. */
  readonly count?: number
}

/** Asks for payments newer than the list and for new states of its rows, for an hour at most. */
export function NewOnes({ query, shown, now, count = 0 }: NewOnesProps) {
  const { language } = useScope()
  const words = useTransactionListWords().list
  const path = addressOf(paths.transactions, query, {
    fields: filterFields,
    changes: fieldsOf(shown),
  })
  const asking = {
    'hx-get': path,
    'hx-trigger': `every ${askEverySeconds}s`,
    'hx-select': `#${id}`,
    'hx-swap': 'outerHTML',
  }
  if (!mayRefresh(shown.openedAt, now)) return <Reload query={query} text={words.stopped} />
  if (shown.arrived >= arrivalsMax) return <TooMany query={query} />
  const said = count === 1 ? words.oneNew : words.severalNew(countText(count, language))
  return (
    <div id={id} role="status" {...asking}>
      {count > 0 && <span class="sr">{said}</span>}
    </div>
  )
}

/** More came in than the open list takes. */
export function TooMany({ query }: Pick<NewOnesProps, 'query'>) {
  return <Reload query={query} text={useTransactionListWords().list.manyNew} />
}

function Reload({ query, text }: { readonly query: URLSearchParams; readonly text: string }) {
  return (
    <div id={id} role="status">
      <ButtonLink href={listPath(paths.transactions, query)} isFull>
        {text}
      </ButtonLink>
    </div>
  )
}

/**
 * Each change at its place in the open list, and a mark in the tab's title. Rows that are not named stay, with what is
 * selected in them.
 */
export function Arrivals({
  name,
  changes: { added, changed, gone },
  isFirst,
}: {
  /** The merchant's name, in the title. */
  readonly name: string
  readonly changes: Changes
  /** True if the list was empty. */
  readonly isFirst: boolean
}) {
  const words = useTransactionListWords().list
  return (
    <>
      {added.length > 0 && <title>{`● ${words.title} · ${name}`}</title>}
      {isFirst && added.length > 0 ? (
        <div id={listId} hx-swap-oob="innerHTML">
          <TransactionTable caption={words.caption} rows={added.map(({ row }) => row)} isLive />
        </div>
      ) : (
        added.map(({ row, below }) => <Added key={row.id} row={row} below={below} />)
      )}
      {changed.map((row) => (
        <template key={row.id}>
          <TransactionRow row={row} swap="true" />
        </template>
      ))}
      {gone.map((key) => (
        <template key={key}>
          <tr id={`l-${key}`} hx-swap-oob="delete" />
        </template>
      ))}
    </>
  )
}

/** The place of the table, or of the text shown instead of an empty one. */
export const listId = 'liste'

function Added({ row, below }: Changes['added'][number]) {
  const place = below
    ? `afterend:#${liveRows.rowId(below)}`
    : (`afterbegin:#${liveRows.id}` as const)
  return (
    <template>
      <tbody hx-swap-oob={place}>
        <TransactionRow row={row} />
      </tbody>
    </template>
  )
}
