import { toDecimalText } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import { monthText } from '#domain/text/text.ts'
import {
  borneOf,
  type FeeKind,
  type FeeLine,
  type MonthFees,
  readMonthFees,
} from '#use-cases/balance/month-fees.ts'
import type { WebContext } from '#web/context.ts'
import { Chips } from '#web/design/chips.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { addressOf } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { xof } from './accounts.ts'
import { type BalanceWords, balanceWords, useBalanceWords } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The fees of a month in one sum, by what they were charged for, and as a file. */
export function feePages(
  context: WebContext,
  page: ReturnType<typeof portalReads>,
): readonly PageRoute[] {
  return [
    page(paths.fees, async (input) => {
      const month = monthOf(input.query, new Date())
      const fees = await readMonthFees(context.database, input.session.place.id, month)
      return html(<FeesPage month={month} fees={fees} />)
    }),
    page(paths.feesFile, (input) => giveFees(context, input)),
  ]
}

/** Query field of a month, `2026-03`. */
const monthField = 'mois'
/** A year can be compared with the one before. */
const monthsShown = 13

/** The month that is asked for; this one without it. */
function monthOf(query: URLSearchParams, now: Date): string {
  const asked = query.get(monthField) ?? ''
  return startOfLocalDay(`${asked}-01`) ? asked : localDay(now).slice(0, 7)
}

/** This month and those before it, newest first. */
function lastMonths(now: Date): readonly string[] {
  const [year = 0, month = 0] = localDay(now).split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}

interface FeesProps {
  readonly month: string
  readonly fees: MonthFees
}

function FeesPage({ month, fees }: FeesProps) {
  const { language } = useScope()
  const { title, fees: words } = useBalanceWords()
  const isNothing = fees.lines.length === 0 && fees.refunds.count === 0
  const name = monthText(month, language)
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.balance}>{title}</a>
      </p>
      <div class="row spread">
        <h1>{words.title}</h1>
        {!isNothing && <ExportLinks href={pathOf(paths.feesFile, month)} />}
      </div>
      <MonthChips month={month} />
      {isNothing ? (
        <Empty title={words.none}>
          <p>{words.noneText(name)}</p>
        </Empty>
      ) : (
        <>
          <Total month={name} fees={fees} />
          <CardTable
            caption={words.caption(name)}
            columns={columnsIn(words, language)}
            rows={fees.lines}
            keyOf={({ kind, provider }) => `${kind} ${provider}`}
          />
        </>
      )}
    </PortalFrame>
  )
}

function pathOf(path: string, month: string): string {
  return addressOf(path, new URLSearchParams(), { fields: [], changes: { [monthField]: month } })
}

function MonthChips({ month }: Pick<FeesProps, 'month'>) {
  const { now, language } = useScope()
  const { fees: words } = useBalanceWords()
  const shown = lastMonths(now)
  const months = shown.includes(month) ? shown : [...shown, month]
  return (
    <Chips
      label={words.month}
      chips={months.map((each, ago) => ({
        href: pathOf(paths.fees, each),
        label: words.recent[ago] ?? monthText(each, language),
        isOn: each === month,
      }))}
    />
  )
}

const kinds: readonly FeeKind[] = ['collections', 'payouts', 'transfers']

/** All that the merchant paid, and what it is made of. */
function Total({ month, fees: { lines, refunds } }: FeesProps) {
  const { fees: words } = useBalanceWords()
  const ofPayers = lines.reduce((sum, line) => sum + line.ofPayers, 0n)
  const parts = kinds
    .map((kind) => ({ kind, some: lines.filter((line) => line.kind === kind) }))
    .filter(({ some }) => some.length > 0)
  const kindFacts = parts.map(({ kind, some }) => ({
    label: words.counted[kind](some.reduce((sum, { count }) => sum + count, 0)),
    value: <Known borne={borneOf(some)} />,
  }))
  const refundFact = {
    label: words.counted.refunds(refunds.count),
    value: refunds.count > 0 ? <Amount of={xof(0n)} /> : null,
  }
  const total = { label: words.borne, value: <Known borne={borneOf(lines)} />, isTotal: true }
  return (
    <section class="card narrow stack">
      <h2>{words.total(month)}</h2>
      <Facts facts={[...kindFacts, refundFact, total]} />
      {ofPayers > 0n && (
        <p>
          {words.ofPayers} <Amount of={xof(ofPayers)} />.
        </p>
      )}
      <p class="soft small">
        {words.whose} {refunds.count > 0 && words.ofRefunds}
      </p>
    </section>
  )
}

/** Fees, or that a day of theirs is not summed up yet. */
function Known({ borne }: Pick<FeeLine, 'borne'>) {
  const { fees: words } = useBalanceWords()
  return borne === null ? <>{words.notYet}</> : <Amount of={xof(borne)} />
}

/** By operator and bank. */
function columnsIn(words: BalanceWords['fees'], language: Language): readonly Column<FeeLine>[] {
  return [
    {
      title: words.provider,
      cell: ({ provider }) => <b>{providerName(provider, language)}</b>,
    },
    { title: words.count, cell: ({ kind, count }) => words.counted[kind](count) },
    { title: words.borne, isNumber: true, cell: ({ borne }) => <Known borne={borne} /> },
    {
      title: words.amount,
      isNumber: true,
      isLater: true,
      isNamed: true,
      cell: ({ amount }) => <Amount of={xof(amount)} />,
    },
  ]
}

/** A line of the file; refunds have no operator, and no fees. */
type SheetLine = Omit<FeeLine, 'kind' | 'provider'> & {
  readonly kind: FeeLine['kind'] | 'refunds'
  readonly provider: string | null
}

async function giveFees(context: WebContext, input: PortalInput) {
  const { session, query, language } = input
  const month = monthOf(query, new Date())
  const { lines, refunds } = await readMonthFees(context.database, session.place.id, month)
  const ofRefunds = {
    kind: 'refunds',
    provider: null,
    ofPayers: 0n,
    borne: 0n,
    ...refunds,
  } as const
  const rows: readonly SheetLine[] = refunds.count > 0 ? [...lines, ofRefunds] : lines
  const table = tableLines<SheetLine, true>({
    columns: sheetColumns(month, language),
    language,
    read: ({ position }) => Promise.resolve(position ? [] : [...rows]),
    positionOf: () => true,
  })
  const name = `${balanceWords[language].fees.sheet.fileName}-${month}`
  return giveTable(context, input, { act: 'statement.export', name, lines: table })
}

function sheetColumns(month: string, language: Language): readonly ExportColumn<SheetLine>[] {
  const { sheet, kinds: kindNames } = balanceWords[language].fees
  const decimals = (minor: bigint) => toDecimalText(xof(minor))
  return [
    [sheet.month, () => month],
    [sheet.kind, ({ kind }) => kindNames[kind]],
    [sheet.provider, ({ provider }) => provider && providerName(provider, language)],
    [sheet.count, ({ count }) => count],
    [sheet.amount, ({ amount }) => decimals(amount), 'number'],
    [sheet.ofPayers, ({ ofPayers }) => decimals(ofPayers), 'number'],
    [sheet.borne, ({ borne }) => (borne === null ? null : decimals(borne)), 'number'],
    [sheet.currency, () => 'XOF'],
  ]
}
