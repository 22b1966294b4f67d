import type { Language } from '#domain/text/language.ts'
import type { DaySales } from '#use-cases/day-sales/read.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { Stat } from '#web/design/stat.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { byCashier, totalsOf } from './sums.ts'
import { countsText, daySalesWords } from './words.tsx'

/** Which cashier took how much at which point of sale today. */
export function OfService({ sales }: { readonly sales: readonly DaySales[] }) {
  const { language } = useScope()
  const words = daySalesWords[language]
  const rows = byCashier(sales)
  const totals = totalsOf(sales)
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      {rows.length === 0 ? (
        <Empty title={words.none}>{words.noneOfService}</Empty>
      ) : (
        <>
          <Stat label={words.total} note={countsText(totals, words)}>
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
