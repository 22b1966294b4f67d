import type { TransactionRecord } from '#domain/transactions/record.ts'
import { maskedParty } from '#domain/transactions/mask.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import { operatorName } from '#domain/operators/names.ts'
import type { Language } from '#domain/text/language.ts'
import type { DaySales } from '#use-cases/day-sales/read.ts'
import type { Counter } from '#use-cases/terminals/points-of-sale.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { ClockTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { byMethod, totalsOf } from './sums.ts'
import { countsText, daySalesWords, useDaySalesWords } from './words.tsx'

interface OfPlaceProps {
  readonly counter: Counter
  /** Newest first. */
  readonly page: ListPage<TransactionRecord>
  readonly sales: readonly DaySales[]
  /** True if no terminal here may take payments. */
  readonly isClosed: boolean
  /** False on older pages of the list. */
  readonly isFirst: boolean
  readonly now: Date
  readonly openedAt: Date
}

const part = 'jour'
const refreshSeconds = 15

/** A cashier's start page: what was sold today at their point of sale. It refreshes by itself. */
export function OfPlace(props: OfPlaceProps) {
  const { counter, page, sales, isClosed, isFirst, now, openedAt } = props
  const words = useDaySalesWords()
  const again = `${paths.daySales}?ouvert=${openedAt.getTime()}`
  const isLive = isFirst && mayRefresh(openedAt, now)
  return (
    <PortalFrame title={words.title} isLive>
      <div class="row spread">
        <div>
          <h1>{words.title}</h1>
          <p class="soft">{counter.name}</p>
        </div>
        {!isClosed && (
          <ButtonLink href={paths.collect} icon="phone">
            {words.collect}
          </ButtonLink>
        )}
      </div>
      {isClosed && <Notice tone="wait">{words.closed}</Notice>}
      <div class="stack" id={part} {...(isLive && refreshing(again, part, refreshSeconds))}>
        {isFirst && <Sums sales={sales} />}
        <Sales page={page} />
      </div>
    </PortalFrame>
  )
}

function Sums({ sales }: Pick<OfPlaceProps, 'sales'>) {
  const { language } = useScope()
  const words = useDaySalesWords()
  const totals = totalsOf(sales)
  const methods = byMethod(sales).filter((each) => each.count > 0)
  return (
    <section class="card stack" aria-label={words.total}>
      <div>
        <p class="soft">{words.total}</p>
        <p>
          <Amount of={totals.amount} isHero />
        </p>
        <p class="soft small">{countsText(totals, words)}</p>
      </div>
      {methods.length > 0 && (
        <Facts
          facts={methods.map((each) => ({
            label: `${operatorName(each.provider, language)} · ${words.sales(each.count)}`,
            value: <Amount of={each.amount} />,
          }))}
        />
      )}
    </section>
  )
}

function Sales({ page: { rows, newer, older } }: Pick<OfPlaceProps, 'page'>) {
  const { language } = useScope()
  const words = useDaySalesWords()
  if (rows.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return (
    <>
      <CardTable
        caption={words.list}
        columns={columnsIn(language)}
        rows={rows}
        keyOf={({ id }) => id}
      />
      <Pagination newer={newer} older={older} />
    </>
  )
}

function columnsIn(language: Language): readonly Column<TransactionRecord>[] {
  const { columns } = daySalesWords[language]
  return [
    {
      title: columns.payer,
      cell: (row) => <a href={`${paths.askedNumber}/${row.id}`}>{payerOf(row, language)}</a>,
    },
    { title: columns.when, cell: ({ createdAt }) => <ClockTime at={createdAt} /> },
    { title: columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { title: columns.method, cell: (row) => methodLabel(row, language) },
    { title: columns.cashier, cell: ({ operator }) => operator?.name ?? null },
    {
      title: columns.amount,
      isNumber: true,
      cell: ({ status, amountCharged }) => (
        <span class={status === 'succeeded' ? undefined : 'soft'}>
          <Amount of={amountCharged} />
        </span>
      ),
    },
  ]
}

/** The masked name or number of the payer, or how they pay. */
function payerOf(row: TransactionRecord, language: Language): string {
  const { name, number } = maskedParty(row.customer)
  return name ?? number ?? methodLabel(row, language)
}
