import type { Language } from '#domain/text/language.ts'
import type { DaySales } from '#use-cases/day-sales/read.ts'
import { Chips } from '#web/design/chips.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { periodAddresses } from '#web/portal/dashboard/period.tsx'
import { dashboardWords } from '#web/portal/dashboard/words.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { portalWords } from '#web/portal/words.tsx'
import { byCashier, totalsOf } from './sums.ts'
import { countsText, daySalesWords } from './words.tsx'

/** The days that can be chosen: no more, as every sale in them is added up. */
const soldPeriods = ['today', 'yesterday', 'week'] as const
type SoldPeriod = (typeof soldPeriods)[number]

/** The one in an address; today for any other. */
export function soldPeriod(query: URLSearchParams): SoldPeriod {
  const address = query.get('periode')
  return soldPeriods.find((name) => periodAddresses[name] === address) ?? 'today'
}

interface OfServiceProps {
  readonly sales: readonly DaySales[]
  readonly period: SoldPeriod
}

/** Which cashier took how much at which point of sale. */
export function OfService({ sales, period }: OfServiceProps) {
  const { language } = useScope()
  const words = daySalesWords[language]
  const { periods } = dashboardWords[language]
  const rows = byCashier(sales)
  const totals = totalsOf(sales)
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <Chips
        label={portalWords[language].days.period}
        chips={soldPeriods.map((name) => ({
          label: periods[name].label,
          href: `${paths.daySales}?periode=${periodAddresses[name]}`,
          isOn: name === period,
        }))}
      />
      {rows.length === 0 ? (
        <Empty title={period === 'today' ? words.none : words.noneThen}>
          {words.noneOfService}
        </Empty>
      ) : (
        <>
          <Stat label={words.paid[period]} note={words.withFees(countsText(totals, words))}>
            <Amount of={totals.amount} />
          </Stat>
          <CardTable
            caption={words.byCashier}
            columns={columnsIn(language)}
            rows={rows}
            keyOf={({ key }) => key}
          />
        </>
      )}
    </PortalFrame>
  )
}

type Row = ReturnType<typeof byCashier>[number]

function columnsIn(language: Language): readonly Column<Row>[] {
  const words = daySalesWords[language]
  return [
    { title: words.columns.cashier, cell: ({ cashier }) => cashier?.name ?? words.noCashier },
    { title: words.place, cell: ({ pointOfSale }) => pointOfSale?.name ?? words.noPlace },
    { title: words.count, cell: (row) => countsText(row, words) },
    { title: words.columns.amount, isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}
