import { ButtonLink } from '#web/design/button.tsx'
import { mayRefresh } from '#web/design/refresh.ts'
import { countText } from '#domain/text/text.ts'
import { addressOf } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { useScope } from '#web/design/scope.ts'
import { filterFields, listPath } from './filter.ts'
import { useTransactionListWords } from './words.ts'

/** Above this count, it says that there are more. */
export const newMost = 50

const askEverySeconds = 10

/**
 * Polls for payments newer than the first of the list, for an hour at most, and announces them above it and in the
 * tab's title.
 */
export function NewOnes({
  name,
  query,
  count,
  since,
  openedAt,
  now,
}: {
  /** The merchant's name, in the title. */
  readonly name: string
  readonly query: URLSearchParams
  readonly count: number
  /** When the list's newest payment was created. */
  readonly since: Date
  readonly openedAt: Date
  readonly now: Date
}) {
  const { language } = useScope()
  const words = useTransactionListWords().list
  const changes = { depuis: String(since.getTime()), ouvert: String(openedAt.getTime()) }
  const path = addressOf(paths.transactions, query, { fields: filterFields, changes })
  const text = count > newMost ? words.moreThan(newMost) : countText(count, language)
  const asking = {
    'hx-get': path,
    'hx-trigger': `every ${askEverySeconds}s`,
    'hx-swap': 'outerHTML',
  }
  return (
    <>
      {count > 0 && <title>{`(${text}) ${words.title} · ${name}`}</title>}
      <div id="nouveaux" role="status" {...(mayRefresh(openedAt, now) && asking)}>
        {count > 0 && (
          <ButtonLink href={listPath(paths.transactions, query)} isFull>
            {count === 1 ? words.oneNew : words.severalNew(text)}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
